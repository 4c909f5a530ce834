import type { OngoingCall } from '../../../call/ongoing-call.ts';
import { useNow } from '../use-fleet.ts';
import { nameText, tookText } from '../words.ts';

/** What has not been answered yet. */
export function Calls({ calls }: { readonly calls: readonly OngoingCall[] }) {
  const now = useNow(250, calls.length > 0);
  if (calls.length === 0) return <p class="nothing">Nothing is running.</p>;
  return (
    <ul class="calls">
      {calls.map(({ noun, subject, phase, submittedAt, attempts }, index) => (
        <li key={`${submittedAt} ${index}`} class={phase}>
          <span class="subject">{nameText(subject)}</span>
          <span class="phase">
            {noun},{' '}
            {phase === 'waiting' ? 'waiting' : attempts > 1 ? `sent ${attempts} times` : 'sent'}
          </span>
          <span class="age">{tookText(Math.max(0, now - submittedAt))}</span>
        </li>
      ))}
    </ul>
  );
}
