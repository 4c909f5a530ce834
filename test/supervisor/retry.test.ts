import { describe, expect, it } from 'vitest';
import { silence } from '../../src/testing/world/scripted-answers.ts';
import { forever, stage, stdio } from './stage.ts';

const refuse = () => Promise.reject(new Error('refused'));

/** A fleet whose one server is parked, and the way to let it come up. */
async function parkedStage() {
  const staged = stage({ s1: stdio }, { policy: { initialRetries: 0 } });
  const behaviour = staged.peers.behaviour('s1');
  const { start } = behaviour;
  behaviour.start = refuse;
  await staged.passUntil(staged.supervisor.start());
  return { ...staged, behaviour, heal: () => (behaviour.start = start) };
}

describe('retry()', () => {
  it('R13 C9 tells that it revived a parked server', async () => {
    const { supervisor, heal, passUntil } = await parkedStage();
    heal();
    expect(await passUntil(supervisor.retry('s1'))).toEqual({ heard: true, outcome: 'revived' });
  });

  it('R13 C9 tells that its attempt failed, and why', async () => {
    const { supervisor, passUntil } = await parkedStage();
    const outcome = await passUntil(supervisor.retry('s1'));
    expect(outcome).toMatchObject({ heard: true, outcome: 'failed' });
    expect(outcome.error).toMatchObject({ code: 'SERVER_PARKED', server: 's1' });
    expect(outcome.error?.message).toContain('refused');
  });

  it('R13 C9 two at once share one attempt', async () => {
    const { supervisor, heal, peers, passUntil } = await parkedStage();
    heal();
    const both = Promise.all([supervisor.retry('s1'), supervisor.retry('s1')]);
    expect((await passUntil(both)).map(({ outcome }) => outcome)).toEqual(['revived', 'revived']);
    expect(peers.channels).toHaveLength(2);
  });

  it('R13 C9 joins the attempt that is under way', async () => {
    const { supervisor, peers, passUntil, pass } = stage({ s1: stdio });
    let open: () => void = () => undefined;
    peers.behaviour('s1').start = () => new Promise((resolve) => (open = resolve));
    void supervisor.start();
    await pass();
    const retried = supervisor.retry('s1');
    await pass(1_000);
    open();
    expect((await passUntil(retried)).outcome).toBe('revived');
    expect(peers.channels).toHaveLength(1);
  });

  it('R13 C9 asked for at the moment of the park, it is not lost', async () => {
    const { supervisor, peers, passUntil, pass } = stage(
      { s1: stdio },
      { policy: { initialRetries: 0 } },
    );
    const behaviour = peers.behaviour('s1');
    const { start } = behaviour;
    behaviour.start = refuse;
    const outcomes: unknown[] = [];
    const unsubscribe = supervisor.on('server.parked', () => {
      unsubscribe();
      behaviour.start = start;
      void supervisor.retry('s1').then(({ outcome }) => outcomes.push(outcome));
    });
    await passUntil(supervisor.start());
    await pass(100);
    expect(outcomes).toEqual(['revived']);
  });

  it('R7 C9 rebuilds a ready server once its running calls have ended', async () => {
    const { supervisor, peers, passUntil, pass, types } = stage({ s1: stdio });
    await passUntil(supervisor.start());
    peers.behaviour('s1').answers['tools/call'] = () => silence;
    const call = supervisor.callTool('s1', 'echo');
    await pass();
    const retried = supervisor.retry('s1');
    const again = supervisor.retry('s1');
    await pass(1_000);
    expect(peers.channels).toHaveLength(1);
    const asked = peers.last('s1').asked.at(-1);
    peers.last('s1').answer(asked?.id ?? '', { content: [] });
    await passUntil(call);
    expect((await passUntil(Promise.all([retried, again]))).map(({ outcome }) => outcome)).toEqual([
      'revived',
      'revived',
    ]);
    expect(peers.channels).toHaveLength(2);
    expect(types('s1')).not.toContain('server.lost');
  });

  it('R13 a call or a wake that finds a ready server asks for nothing', async () => {
    const { supervisor, peers, passUntil } = stage({ s1: stdio });
    await passUntil(supervisor.start());
    const nothing = { heard: true, outcome: 'nothing' };
    expect(await supervisor.retry('s1', 'call')).toEqual(nothing);
    expect(await supervisor.retry('s1', 'wake')).toEqual(nothing);
    expect(peers.channels).toHaveLength(1);
    expect(peers.last('s1').count('ping')).toBe(1);
  });

  it('R13 tells whether anybody was there to hear it', async () => {
    const { supervisor, passUntil, pass, peers } = stage({
      s1: stdio,
      off: { ...stdio, enabled: false },
    });
    expect(await supervisor.retry('off')).toEqual({ heard: false, outcome: 'nothing' });
    peers.behaviour('s1').start = forever;
    void supervisor.start();
    await pass();
    const retried = supervisor.retry('s1');
    await passUntil(supervisor.stop('s1'));
    expect(await passUntil(retried)).toEqual({ heard: true, outcome: 'shutDown' });
    expect(await supervisor.retry('s1')).toEqual({ heard: false, outcome: 'shutDown' });
    await expect(supervisor.retry('nobody')).rejects.toMatchObject({ code: 'SERVER_UNKNOWN' });
  });
});

describe('restart()', () => {
  it('F4 rebuilds a living server and starts a stopped one afresh', async () => {
    const { supervisor, passUntil, peers, state } = stage({ s1: stdio });
    await passUntil(supervisor.start());
    expect((await passUntil(supervisor.restart('s1'))).outcome).toBe('revived');
    expect(supervisor.status('s1').generation).toBe(2);
    await passUntil(supervisor.stop('s1'));
    expect(state('s1')).toBe('shutdown');
    expect((await passUntil(supervisor.restart('s1'))).outcome).toBe('revived');
    expect(supervisor.status('s1').generation).toBe(1);
    expect(peers.channels).toHaveLength(3);
    await expect(supervisor.restart('nobody')).rejects.toMatchObject({ code: 'SERVER_UNKNOWN' });
  });

  it('S1 after stop() of the fleet nothing is started again', async () => {
    const { supervisor, passUntil, peers } = stage({ s1: stdio });
    await passUntil(supervisor.start());
    await passUntil(supervisor.stop());
    expect(await supervisor.restart('s1')).toEqual({ heard: false, outcome: 'shutDown' });
    expect(() => supervisor.add('s2', stdio)).toThrow(/was stopped/);
    supervisor.replace('s1', { command: 'other' });
    expect(supervisor.status().servers.map(({ server }) => server)).toEqual(['s1']);
    expect(peers.channels).toHaveLength(1);
  });
});
