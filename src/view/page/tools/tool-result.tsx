import { plainText } from '../../../link/plain-text.ts';
import type { ActionAnswer } from '../../wire/action.ts';
import { tookText } from '../words.ts';

/** A page holds no more of an answer than a person can look through. */
const MOST_CHARACTERS = 100_000;

/** What a call came to. An answer is untrusted, so all of it is text. */
export function ToolResult({ answer }: { readonly answer: ActionAnswer }) {
  if (!answer.ok) {
    const { code, message, advice } = answer.error;
    return (
      <div class="result bad" role="status">
        <p>
          <strong>{code}</strong> {message}
        </p>
        {advice && <p>{advice}</p>}
      </div>
    );
  }
  const { content, structuredContent, isError } = answer.result as CallAnswer;
  const parts = Array.isArray(content) ? content.map(partText) : [];
  return (
    <div class={`result ${isError ? 'bad' : 'good'}`} role="status">
      <p>
        {isError ? 'The tool reports an error of its own' : 'Answered'} after{' '}
        {tookText(answer.tookMs)}
      </p>
      {parts.map((text, index) => (
        <Text key={index} text={text} />
      ))}
      {structuredContent !== undefined && (
        <Text text={JSON.stringify(structuredContent, undefined, 2)} />
      )}
    </div>
  );
}

interface CallAnswer {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

function partText(part: unknown): string {
  const { type, text, data, mimeType } = part as Readonly<Record<string, unknown>>;
  if (typeof text === 'string') return text;
  if (typeof data === 'string')
    return `[${String(type)}, ${String(mimeType)}, ${Math.round((data.length * 3) / 4_000)} kB]`;
  return JSON.stringify(part, undefined, 2);
}

function Text({ text }: { readonly text: string }) {
  const shown = plainText(text.slice(0, MOST_CHARACTERS));
  const rest = text.length - MOST_CHARACTERS;
  return (
    <pre role="group" tabIndex={0} aria-label="Answer">
      {shown}
      {rest > 0 && `\n… and ${rest} characters more`}
    </pre>
  );
}
