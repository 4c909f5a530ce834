import { useId } from 'preact/hooks';
import { plainText } from '../../../link/plain-text.ts';
import { nameText } from '../words.ts';
import type { Field } from './schema-fields.ts';

interface FieldInputProps {
  readonly field: Field;
  readonly value: string;
  readonly fault: string | undefined;
  readonly onInput: (text: string) => void;
}

interface InputProps extends Omit<FieldInputProps, 'fault'> {
  readonly attributes: Readonly<Record<string, string | boolean>>;
}

/** One argument: its name, what the server says of it, and a fitting input. */
export function FieldInput({ field, value, fault, onInput }: FieldInputProps) {
  const id = useId();
  const { name, description, required } = field;
  const attributes = {
    id,
    ...(description || fault ? { 'aria-describedby': `${id}about` } : {}),
    ...(fault ? { 'aria-invalid': 'true' } : {}),
    ...(required ? { 'aria-required': 'true' } : {}),
  };
  return (
    <div class="field">
      <label for={id}>
        {nameText(name)}
        {!required && <span class="optional"> optional</span>}
      </label>
      <Input field={field} value={value} onInput={onInput} attributes={attributes} />
      <div id={`${id}about`}>
        {fault && <p class="fault">{fault}</p>}
        {description && <p class="about">{plainText(description)}</p>}
      </div>
    </div>
  );
}

function Input({ field: { kind, choices, isWhole }, value, onInput, attributes }: InputProps) {
  switch (kind) {
    case 'choice':
      return (
        <Choice
          texts={choices.map((choice) => JSON.stringify(choice))}
          {...{ value, onInput, attributes }}
        />
      );
    case 'boolean':
      return <Choice texts={['true', 'false']} {...{ value, onInput, attributes }} />;
    case 'number':
      return (
        <input
          {...attributes}
          type="text"
          inputMode={isWhole ? 'numeric' : 'decimal'}
          value={value}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      );
    case 'text':
    case 'json':
      return (
        <textarea
          {...attributes}
          rows={kind === 'json' ? 3 : 1}
          spellcheck={false}
          placeholder={kind === 'json' ? 'JSON' : ''}
          value={value}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      );
  }
}

function Choice({
  texts,
  value,
  onInput,
  attributes,
}: Omit<InputProps, 'field'> & { readonly texts: readonly string[] }) {
  return (
    <select
      {...attributes}
      value={value}
      onChange={({ currentTarget }) => onInput(currentTarget.value)}
    >
      <option value="">–</option>
      {texts.map((text) => (
        <option key={text} value={text}>
          {nameText(text.replace(/^"(.*)"$/s, '$1'))}
        </option>
      ))}
    </select>
  );
}
