import { useId, useState } from 'preact/hooks';
import type { ListedTool } from '../../../catalogue/tool.ts';
import { nameText } from '../words.ts';
import { FieldInput } from './field-input.tsx';
import { readFields, readJson } from './read-fields.ts';
import { fieldsOf } from './schema-fields.ts';

interface ToolFormProps {
  readonly tool: ListedTool;
  readonly isRunning: boolean;
  readonly onSubmit: (args: Record<string, unknown>) => void;
}

/** A form for the arguments of a tool, made from its input schema. */
export function ToolForm({ tool, isRunning, onSubmit }: ToolFormProps) {
  const fields = fieldsOf(tool.inputSchema);
  const [asJson, setAsJson] = useState(fields === undefined);
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const [json, setJson] = useState('{}');
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const reading = asJson || !fields ? readWhole(json) : readFields(fields, typed);
    setFaults('faults' in reading ? reading.faults : new Map());
    if ('args' in reading) onSubmit(reading.args);
  };
  return (
    <form class="tool-form" onSubmit={submit} aria-label={`Try ${nameText(tool.name)}`} noValidate>
      {asJson || !fields ? (
        <JsonInput value={json} fault={faults.get('')} onInput={setJson} />
      ) : (
        fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={typed.get(field.name) ?? field.start}
            fault={faults.get(field.name)}
            onInput={(text) => setTyped(new Map(typed).set(field.name, text))}
          />
        ))
      )}
      <div class="form-end">
        <button type="submit" class="primary" disabled={isRunning}>
          {isRunning ? 'Calling…' : 'Call'}
        </button>
        {fields && (
          <button type="button" class="quiet" onClick={() => setAsJson(!asJson)}>
            {asJson ? 'Use the form' : 'Type JSON'}
          </button>
        )}
      </div>
    </form>
  );
}

interface JsonInputProps {
  readonly value: string;
  readonly fault: string | undefined;
  readonly onInput: (text: string) => void;
}

function JsonInput({ value, fault, onInput }: JsonInputProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>Arguments as JSON</label>
      <textarea
        id={id}
        rows={5}
        spellcheck={false}
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      {fault && <p class="fault">{fault}</p>}
    </div>
  );
}

function readWhole(json: string): ReturnType<typeof readFields> {
  const value = readJson(json);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { args: value as Record<string, unknown> }
    : { faults: new Map([['', 'It has to be a JSON object, such as {"path": "a.txt"}.']]) };
}
