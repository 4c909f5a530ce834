import type { ServerDetail } from '../../wire/frame.ts';

type Parts = ServerDetail['explanation'];

const rows: readonly (readonly [keyof Parts, string])[] = [
  ['problem', 'What is wrong'],
  ['tried', 'What was tried'],
  ['next', 'What is next'],
  ['callNow', 'A call now'],
  ['advice', 'What to do'],
];

/** H2: why it is as it is, in plain words. */
export function ExplanationList({ explanation }: { readonly explanation: Parts | undefined }) {
  return (
    <dl class="explanation" aria-label="Explanation">
      {rows.map(([part, name]) => (
        <div key={part} class={`part ${part}`}>
          <dt>{name}</dt>
          <dd>{explanation?.[part] ?? '…'}</dd>
        </div>
      ))}
    </dl>
  );
}
