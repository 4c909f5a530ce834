import { expect, it } from 'vitest';
import { ConnectError } from '../../src/link/channel.ts';
import { silence } from '../../src/testing/world/scripted-answers.ts';
import { codeOf, forever, stage, stdio } from '../supervisor/stage.ts';

const refuse = () => Promise.reject(new ConnectError('transient', 'ECONNREFUSED', 'refused'));

it('H2 explains a server that was never started, and the call that is refused for it', () => {
  const { supervisor } = stage({ s1: stdio });
  expect(supervisor.explain('s1')).toMatchObject({
    problem: 'It was never started.',
    next: 'Nothing, until its supervisor is started.',
    callNow: 'SERVER_UNAVAILABLE, at once.',
    advice: 'Call start() of its supervisor.',
  });
});

it('H2 explains a server that starts, and one that waits for its turn', async () => {
  const { supervisor, peers, pass } = stage({ s1: stdio, s2: stdio }, { policy: { maxSpawns: 1 } });
  peers.behaviour('s1').start = forever;
  void supervisor.start();
  await pass(2_000);
  expect(supervisor.explain('s1')).toMatchObject({
    problem: 'It is starting, for 2 s now.',
    tried: '1 attempt; 3 more failures are allowed before it parks; 0 sessions opened so far.',
    next: 'An attempt is running now.',
    callNow: 'It would wait for the session, for at most 10 min.',
    advice: 'Nothing yet; it is being brought back.',
  });
  expect(supervisor.explain('s2').next).toBe('An attempt waits for its turn to start.');
});

it('H2 explains a ready server, one that is rebuilt on request, and one that is shut down', async () => {
  const { supervisor, peers, pass, passUntil } = stage({ s1: stdio });
  await passUntil(supervisor.start());
  await pass(5_000);
  expect(supervisor.explain('s1')).toMatchObject({
    problem: 'Nothing is wrong. It has been ready for 5 s.',
    callNow: 'It would be sent at once.',
    advice: 'Nothing to do.',
  });
  peers.behaviour('s1').answers['tools/call'] = () => silence;
  const call = codeOf(supervisor.callTool('s1', 'echo'));
  await pass();
  peers.behaviour('s1').start = forever;
  void supervisor.retry('s1');
  expect(supervisor.explain('s1').problem).toContain('about to be rebuilt, as was asked');
  await pass(6_000);
  // Whatever went wrong before, this was asked for.
  expect(supervisor.explain('s1').problem).toBe(
    'Nothing is wrong. Its link is being rebuilt, as was asked, for 1 s now.',
  );
  await call;
  await passUntil(supervisor.stop());
  expect(supervisor.explain('s1')).toMatchObject({
    problem: expect.stringMatching(/^It was shut down/) as string,
    callNow: 'SERVER_SHUT_DOWN, at once.',
    next: 'Nothing, until it is started again.',
  });
});

it('H2 explains a server on its way back', async () => {
  const { supervisor, peers, pass, passUntil } = stage({ s1: stdio });
  await passUntil(supervisor.start());
  peers.behaviour('s1').start = refuse;
  peers.last('s1').lose({ message: 'exited with code 1' });
  await pass(400);
  expect(supervisor.explain('s1')).toMatchObject({
    problem: 'It has been without a session for 400 ms: PROCESS_EXITED: exited with code 1',
    next: 'The next attempt starts in 600 ms.',
    callNow: 'It would wait for the session, for at most 5 s.',
    advice: 'Read the last lines of its stderr; run the command by hand to see more.',
  });
  await pass(10_000);
  expect(supervisor.explain('s1').callNow).toContain('It would wait');
});

it('H2 explains a parked server: the reason, the next probe, and when a call may wake it', async () => {
  const { supervisor, peers, pass, passUntil } = stage(
    { s1: stdio },
    { policy: { initialRetries: 0 } },
  );
  peers.behaviour('s1').start = refuse;
  peers.behaviour('s1').stderrTail = 'cannot open display\nbye';
  await passUntil(supervisor.start());
  await pass(10_000);
  const explanation = supervisor.explain('s1');
  expect(explanation).toMatchObject({
    problem: 'It has been parked for 10 s because it could not be started: ECONNREFUSED: refused',
    next: expect.stringMatching(/^It probes itself with one attempt in 4 min \d+ s\.$/) as string,
    callNow: expect.stringMatching(
      /^SERVER_PARKED, at once; a call may wake the server in \d+ s\.$/,
    ) as string,
    advice: 'Start the server, or check the host and port in its URL.',
  });
  expect(explanation.text).toContain('cannot open display');
  expect(explanation.text).toMatch(
    /ago {2}server\.parked {6}parked \(startup\), next probe in 5 min$/m,
  );
  await pass(20_000);
  expect(supervisor.explain('s1').callNow).toBe(
    'SERVER_PARKED, at once; but it would wake the server for one attempt.',
  );
});

it.each([
  ['auth', 'it wants a login', 'AUTH_REQUIRED, at once', 'holdfast login'],
  [
    'permanent',
    'trying again cannot help until something changes',
    'SERVER_PARKED, at once',
    'Mend',
  ],
] as const)('H2 C4 explains a server that parked as %s', async (kind, why, call, advice) => {
  const { supervisor, peers, passUntil } = stage({ s1: stdio });
  peers.behaviour('s1').start = () => Promise.reject(new ConnectError(kind, 'SOME_CODE', 'no'));
  await passUntil(supervisor.start());
  const explanation = supervisor.explain('s1');
  expect(explanation.problem).toBe(`It has been parked for 0 ms because ${why}: SOME_CODE: no`);
  expect(explanation.callNow).toContain(call);
  expect(explanation.callNow).not.toContain('wake');
  expect(explanation.advice).toContain(advice);
});

it('H2 C8 explains a parked server that never probes itself', async () => {
  const { supervisor, peers, passUntil } = stage(
    { s1: stdio },
    { policy: { initialRetries: 0, parkedProbeMs: false } },
  );
  peers.behaviour('s1').start = refuse;
  await passUntil(supervisor.start());
  expect(supervisor.explain('s1').next).toBe('It does not probe itself; it waits to be asked.');
});

it('H2 E4 explains a disabled server, and knows which servers there are', () => {
  const { supervisor } = stage({ s1: { ...stdio, enabled: false } });
  expect(supervisor.explain('s1')).toMatchObject({
    state: 'disabled',
    problem: 'It is disabled in the configuration.',
    tried: 'Nothing.',
    callNow: 'SERVER_SHUT_DOWN, at once.',
    advice: 'Enable it in the configuration.',
  });
  expect(() => supervisor.explain('s2')).toThrow(/no server named "s2"/);
});
