import { describe, expect, it } from 'vitest';
import { fault, rpcError, silence } from '../../src/testing/world/scripted-answers.ts';
import { codeOf, forever, http, stage, stdio } from './stage.ts';

const hang = { answer: () => silence };

describe('stop()', () => {
  it('S1 closes the gate at once: nothing that waits there starts', async () => {
    const { supervisor, peers, pass, passUntil, state } = stage(
      { s1: stdio, s2: stdio },
      { policy: { maxSpawns: 1 } },
    );
    peers.behaviour('s1').start = forever;
    void supervisor.start();
    await pass();
    expect(supervisor.status('s2').attempt).toBe('queued');
    await passUntil(supervisor.stop());
    await pass(600_000);
    expect(peers.channels.map(({ server }) => server)).toEqual(['s1']);
    expect([state('s1'), state('s2')]).toEqual(['shutdown', 'shutdown']);
  });

  it('S4 is what the end of an `await using` asks for', async () => {
    const { supervisor, passUntil, state, clock } = stage({ s1: stdio });
    await passUntil(supervisor.start());
    await passUntil(supervisor[Symbol.asyncDispose]());
    expect([state('s1'), clock.pending]).toEqual(['shutdown', 0]);
    expect(supervisor.stopping.aborted).toBe(true);
  });

  it('S2 refuses new calls, settles waiting ones, drains running ones and ends the rest', async () => {
    const { supervisor, peers, passUntil, pass } = stage(
      { s1: stdio },
      { policy: { maxConcurrentCalls: 2 } },
    );
    await passUntil(supervisor.start());
    peers.behaviour('s1').answers['tools/call'] = hang.answer;
    const story: string[] = [];
    const note = (name: string, call: Promise<unknown>) =>
      call.then(
        () => story.push(`${name} answered`),
        ({ code }: { code: string }) => story.push(`${name} ${code}`),
      );
    void note('first', supervisor.callTool('s1', 'echo'));
    void note('second', supervisor.callTool('s1', 'echo'));
    void note('waiting', supervisor.callTool('s1', 'echo'));
    await pass();
    const stopped = supervisor.stop();
    void note('late', supervisor.callTool('s1', 'echo'));
    await pass(4_900);
    const first = peers.last('s1').asked.find(({ method }) => method === 'tools/call');
    peers.last('s1').answer(first?.id ?? '', { content: [] });
    await pass();
    expect(peers.last('s1').ends).toEqual([]);
    await pass(100);
    expect(await stopped).toMatchObject({ killed: 0, left: 0, tookMs: 5_000 });
    expect(story).toEqual([
      'waiting SERVER_SHUT_DOWN',
      'late SERVER_SHUT_DOWN',
      'first answered',
      'second OUTCOME_UNKNOWN',
    ]);
  });

  it('S1 S3 asked for a second time skips the drain and kills', async () => {
    const { supervisor, peers, passUntil, pass, clock } = stage({ s1: stdio });
    await passUntil(supervisor.start());
    const behaviour = peers.behaviour('s1');
    behaviour.answers['tools/call'] = hang.answer;
    behaviour.end = (force) => (force ? Promise.resolve({ killed: 1, left: [] }) : forever());
    const call = codeOf(supervisor.callTool('s1', 'echo'));
    await pass();
    const first = supervisor.stop();
    await pass(1_000);
    const second = await passUntil(supervisor.stop());
    expect(second).toMatchObject({ killed: 1, left: 0, tookMs: 0 });
    expect(await passUntil(first)).toMatchObject({ killed: 1, tookMs: 1_000 });
    expect(await call).toBe('OUTCOME_UNKNOWN');
    expect(clock.pending).toBe(0);
  });

  it('S3 forces what is left 1 s before its bound, and tells it', async () => {
    const { supervisor, peers, passUntil, clock } = stage(
      { s1: stdio, s2: stdio },
      {
        policy: { stdinGraceMs: 60_000, shutdownTimeoutMs: 10_000 },
      },
    );
    await passUntil(supervisor.start());
    peers.behaviour('s1').end = (force) =>
      force ? Promise.resolve({ killed: 2, left: [] }) : forever();
    const report = await passUntil(supervisor.stop());
    expect(report).toMatchObject({
      servers: { s1: { killed: 2, left: 0 }, s2: { killed: 0, left: 0 } },
      killed: 2,
      tookMs: 9_000,
    });
    expect(clock.pending).toBe(0);
  });

  it('S3 F3 has a second for its kill step also where the machine sleeps through it', async () => {
    const { supervisor, peers, passUntil, pass, clock } = stage({ s1: stdio });
    await passUntil(supervisor.start());
    const killed = { killed: 1, left: [] };
    const behaviour = peers.behaviour('s1');
    behaviour.pid = 4_711;
    behaviour.end = (force) =>
      force ? new Promise((resolve) => clock.setTimeout(() => resolve(killed), 300)) : forever();
    const stopped = supervisor.stop();
    await pass(1_000);
    clock.sleep(60_000);
    expect(await passUntil(stopped)).toMatchObject({ killed: 1, left: 0, tookMs: 61_300 });
    expect(clock.pending).toBe(0);
  });

  it('S3 is over at its bound, whatever happens', async () => {
    const { supervisor, peers, passUntil } = stage({ s1: stdio });
    await passUntil(supervisor.start());
    peers.behaviour('s1').end = forever;
    peers.behaviour('s1').pid = 4_711;
    expect(await passUntil(supervisor.stop())).toMatchObject({ left: 1, tookMs: 15_000 });
  });

  it('S2 awaits and forces the clean-up of links that were stopped earlier', async () => {
    const { supervisor, peers, passUntil, pass } = stage({ s1: stdio });
    const behaviour = peers.behaviour('s1');
    behaviour.start = () => Promise.reject(new Error('refused'));
    behaviour.end = (force) => (force ? Promise.resolve({ killed: 1, left: [] }) : forever());
    void supervisor.start();
    await pass();
    expect(supervisor.status('s1')).toMatchObject({ state: 'connecting', attempt: 'none' });
    expect(await passUntil(supervisor.stop())).toMatchObject({
      killed: 1,
      left: 0,
      tookMs: 14_000,
    });
  });

  it('S2 K8 awaits the last answers of a session that the server forgot', async () => {
    const { supervisor, peers, passUntil, pass } = stage({ s1: http });
    await passUntil(supervisor.start());
    const behaviour = peers.behaviour('s1');
    behaviour.answers['tools/call'] = hang.answer;
    behaviour.quiet = forever;
    const call = codeOf(supervisor.callTool('s1', 'echo'));
    await pass();
    behaviour.start = forever;
    peers.last('s1').lose({ kind: 'sessionExpired', code: 'SESSION_EXPIRED' });
    await pass();
    const report = await passUntil(supervisor.stop());
    expect(await call).toBe('OUTCOME_UNKNOWN');
    expect(report.tookMs).toBe(2_000);
    expect(peers.channels.every(({ ends }) => ends.length > 0)).toBe(true);
  });

  it('S2 K8 lets what runs have its own verdict when a drain meets a session that is refused', async () => {
    const { supervisor, peers, passUntil, pass, clock } = stage({ s1: http });
    await passUntil(supervisor.start());
    const channel = () => peers.last('s1');
    peers.behaviour('s1').answers['tools/call'] = ({ arguments: given }) => {
      const { isAllowed } = given as { readonly isAllowed: boolean };
      const answerMs = isAllowed ? 2_000 : 1_000;
      return new Promise<void>((resolve) => void clock.setTimeout(resolve, answerMs)).then(() => {
        if (isAllowed) return { content: [] };
        channel().lose({ kind: 'auth', code: 'AUTH_REQUIRED' });
        throw fault({ kind: 'status', status: 401, sessionGone: false });
      });
    };
    const refused = codeOf(supervisor.callTool('s1', 'echo', { isAllowed: false }));
    const answered = supervisor.callTool('s1', 'echo', { isAllowed: true });
    await pass();
    const report = await passUntil(supervisor.stop());
    // K7: it has not run, so nothing says that it may have.
    expect(await refused).toBe('SERVER_SHUT_DOWN');
    expect(await answered).toMatchObject({ content: [] });
    expect(report).toMatchObject({ left: 0, tookMs: 2_000 });
  });

  it('S2 also awaits a server whose place was taken while it drained', async () => {
    const { supervisor, peers, passUntil, pass } = stage({ s1: stdio });
    await passUntil(supervisor.start());
    peers.behaviour('s1').answers['tools/call'] = hang.answer;
    const call = codeOf(supervisor.callTool('s1', 'echo'));
    await pass();
    supervisor.replace('s1', { ...stdio, enabled: false });
    const report = await passUntil(supervisor.stop());
    expect(report).toMatchObject({ servers: { s1: { killed: 0, left: 0 } }, tookMs: 5_000 });
    expect(peers.last('s1').ends).not.toHaveLength(0);
    expect(await call).toBe('OUTCOME_UNKNOWN');
  });

  it('S1 before the start, and twice, ends what never ran without dialling', async () => {
    const { supervisor, peers, passUntil, state, clock } = stage({ s1: stdio });
    await passUntil(supervisor.stop());
    await passUntil(supervisor.stop());
    expect(state('s1')).toBe('shutdown');
    expect(await codeOf(supervisor.start())).toBe('SERVER_SHUT_DOWN');
    expect(peers.channels).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  it('S4 an end that fails is one that left something, and breaks nothing', async () => {
    const { supervisor, peers, passUntil } = stage({ s1: stdio });
    await passUntil(supervisor.start());
    peers.behaviour('s1').pid = 4_711;
    peers.behaviour('s1').end = () => Promise.reject(new Error('a defect'));
    expect(await passUntil(supervisor.stop())).toMatchObject({ left: 1 });
  });

  it('S4 leaves no timer in any state of a fleet', async () => {
    const { supervisor, peers, passUntil, pass, clock } = stage({
      ready: stdio,
      open: stdio,
      parked: stdio,
      waiting: http,
      dialling: http,
    });
    peers.behaviour('parked').start = () => Promise.reject(new Error('refused'));
    void supervisor.start();
    await pass(20_000);
    peers.behaviour('open').answers['tools/call'] = () => {
      throw rpcError(-32_603, 'no');
    };
    await codeOf(supervisor.callTool('open', 'echo'));
    peers.last('ready').notify('notifications/tools/list_changed');
    peers.behaviour('waiting').start = () => Promise.reject(new Error('refused'));
    peers.behaviour('dialling').start = forever;
    peers.last('waiting').lose();
    peers.last('dialling').lose();
    await pass();
    const waiting = codeOf(supervisor.callTool('waiting', 'echo', {}, { waitForReadyMs: 60_000 }));
    await pass(100);
    await passUntil(supervisor.stop());
    expect(await waiting).toBe('SERVER_SHUT_DOWN');
    expect(clock.pending).toBe(0);
  });
});
