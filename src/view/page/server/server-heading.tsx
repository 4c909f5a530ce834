import type { ListedServer } from '../../wire/frame.ts';
import { nameText, stateShapes } from '../words.ts';

/** Which server it is, where it stands, and what it is reached through. */
export function ServerHeading({ server }: { readonly server: ListedServer }) {
  const { server: name, state, transport, pid, origin, required, generation } = server;
  const facts = [
    transport,
    origin ?? '',
    pid === undefined ? '' : `pid ${pid}`,
    generation > 0 ? `session ${generation}` : 'no session yet',
    required ? 'required' : '',
  ].filter(Boolean);
  return (
    <div class="heading">
      <h2>{nameText(name)}</h2>
      <p class={`badge of-${state}`} role="status" aria-label={`${nameText(name)} is ${state}`}>
        <span aria-hidden="true">{stateShapes[state]}</span> {state}
      </p>
      <p class="facts">{facts.join(' · ')}</p>
    </div>
  );
}
