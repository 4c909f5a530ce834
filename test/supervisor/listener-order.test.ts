import { expect, it } from 'vitest';
import { fault } from '../../src/testing/world/scripted-answers.ts';
import { stage, stdio } from './stage.ts';

/** Which calls reached the server, in order. */
function callers(on: ReturnType<typeof stage>): unknown[] {
  return on.peers
    .of('files')
    .flatMap(({ asked }) =>
      asked
        .filter(({ method }) => method === 'tools/call')
        .map(({ params }) => (params['arguments'] as { readonly from: unknown }).from),
    );
}

it('K3 a call made by a listener as a session opens stands behind those that wait for it', async () => {
  const on = stage({ files: stdio });
  let open: () => void = () => undefined;
  on.peers.behaviour('files').start = () => new Promise((resolve) => (open = resolve));
  void on.supervisor.start();
  await on.pass();
  const call = (from: string) => on.supervisor.callTool('files', 'echo', { from });
  const calls = [call('first'), call('second')];
  const unhear = on.supervisor.on('tools.changed', () => {
    calls.push(call('listener'));
    unhear();
  });
  open();
  await on.pass();
  await on.passUntil(Promise.all(calls));
  expect(callers(on)).toEqual(['first', 'second', 'listener']);
});

it('K3 B4 the probe goes to who waits for it, not to a listener of the half-opening', async () => {
  const on = stage({ files: stdio }, { policy: { failureThreshold: 1 } });
  await on.passUntil(on.supervisor.start());
  const { answers } = on.peers.behaviour('files');
  const call = (from: string, waitForReadyMs?: number) =>
    on.supervisor.callTool('files', 'echo', { from }, { waitForReadyMs });
  const answer = answers['tools/call'];
  answers['tools/call'] = () => {
    throw fault({ kind: 'malformed', code: 'NOT_JSON' });
  };
  await expect(on.passUntil(call('breaker'))).rejects.toMatchObject({ code: 'PROTOCOL_ERROR' });
  if (answer !== undefined) answers['tools/call'] = answer;
  const waiting = call('waiting', 90_000);
  let refused: Promise<unknown> | undefined;
  on.supervisor.on('breaker.halfOpened', () => {
    refused = expect(call('listener')).rejects.toMatchObject({ code: 'CIRCUIT_OPEN' });
  });
  await on.passUntil(waiting);
  await refused;
  expect(callers(on)).toEqual(['breaker', 'waiting']);
});
