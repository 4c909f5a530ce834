import { expect, it } from 'vitest';
import { ConnectError } from '../../src/link/channel.ts';
import { silence } from '../../src/testing/world/scripted-answers.ts';
import { codeOf, http, stage, stdio } from '../supervisor/stage.ts';

it('H2 B3 B4 explains an open breaker, and a half-open one', async () => {
  const { supervisor, peers, pass, passUntil } = stage(
    { s1: stdio },
    { policy: { failureThreshold: 1 } },
  );
  await passUntil(supervisor.start());
  peers.behaviour('s1').answers['tools/call'] = () => silence;
  await passUntil(codeOf(supervisor.callTool('s1', 'echo', {}, { timeoutMs: 1_000 })));
  await passUntil(codeOf(supervisor.callTool('s1', 'echo', {}, { timeoutMs: 1_000 })));
  await pass(10_000);
  expect(supervisor.explain('s1')).toMatchObject({
    problem: 'It is connected, but calls have been failing: the breaker is open.',
    next: 'The breaker lets one call try in 50 s. A loss is answered with a new attempt.',
    callNow: 'CIRCUIT_OPEN, at once; worth trying again in 50 s.',
    advice: 'See what the failing calls say; a retry rebuilds its link and closes the breaker.',
    text: expect.stringMatching(/^s1: ready, breaker open\n/) as string,
  });
  await pass(50_000);
  expect(supervisor.explain('s1')).toMatchObject({
    problem: expect.stringContaining('the breaker is half-open') as string,
    next: 'One call may try whether it has recovered. A loss is answered with a new attempt.',
    callNow: 'It would be sent, as the one call that tries whether the server has recovered.',
  });
});

it('H2 C9 S1 explains what is waited for before a rebuild, and before a shutdown', async () => {
  const { supervisor, peers, pass, passUntil } = stage({ s1: stdio });
  await passUntil(supervisor.start());
  peers.behaviour('s1').answers['tools/call'] = () => silence;
  const calls = [1, 2].map(() => codeOf(supervisor.callTool('s1', 'echo')));
  await pass();
  void supervisor.retry('s1');
  expect(supervisor.explain('s1')).toMatchObject({
    next: 'Its 2 running calls end, then a fresh attempt starts.',
    advice: 'Nothing; it was asked for.',
  });
  await pass(6_000);
  const call = codeOf(supervisor.callTool('s1', 'echo'));
  await pass();
  void supervisor.stop('s1');
  expect(supervisor.explain('s1')).toMatchObject({
    problem: 'It is being shut down and waits for running calls to end.',
    next: 'Its running call ends, then its link is closed.',
  });
  await passUntil(Promise.all([...calls, call]));
});

it('H2 C5 says when a wait is as long as it is because the server asked', async () => {
  const { supervisor, peers, pass, passUntil } = stage({ s1: http });
  await passUntil(supervisor.start());
  const busy = new ConnectError('transient', 'HTTP_503', 'busy', { retryAfterMs: 40_000 });
  peers.behaviour('s1').start = () => Promise.reject(busy);
  peers.last('s1').lose();
  await pass(3_000);
  expect(supervisor.explain('s1').next).toMatch(
    /^The next attempt starts in \d\d s, as the server asked\.$/,
  );
});

it('H2 C6a explains a server whose sessions keep dying', async () => {
  const { supervisor, peers, pass, passUntil } = stage(
    { s1: stdio },
    { policy: { flapBudget: 0, earlyPingMs: 20_000 } },
  );
  await passUntil(supervisor.start());
  peers.last('s1').lose({ message: 'exited with code 1' });
  await pass(7_000);
  expect(supervisor.explain('s1')).toMatchObject({
    problem:
      'It has been parked for 7 s because its sessions kept dying before they answered anything: PROCESS_EXITED: exited with code 1',
    advice:
      'See in its last words, or its own log, why it ends so soon after its start; then retry.',
  });
});

it('H2 its text is in columns, with the history below each other', async () => {
  const { supervisor, pass, passUntil } = stage({ s1: stdio });
  await passUntil(supervisor.start());
  await pass(100_000);
  const lines = supervisor.explain('s1').text.split('\n');
  const from = lines.indexOf('  History') + 1;
  expect(from).toBeGreaterThan(5);
  const columns = lines
    .slice(from)
    .map((line) => /^ {4} *\d+ \w+ ago {2}(?=\S)/.exec(line)?.[0].length);
  expect(new Set(columns).size).toBe(1);
  expect(lines[1]).toBe('  What is wrong   Nothing is wrong. It has been ready for 100 s.');
});
