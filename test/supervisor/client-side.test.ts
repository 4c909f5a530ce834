import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HoldfastError, type ClientOptions } from '../../src/index.ts';
import { silence, type Params } from '../../src/testing/world/scripted-answers.ts';
import { codeOf, stage, stdio } from './stage.ts';

const sampling = {
  messages: [{ role: 'user', content: { type: 'text', text: '?' } }],
  maxTokens: 9,
};
const form = { message: 'Who?', requestedSchema: { type: 'object', properties: {} } };
const page = { mode: 'url', message: 'Go', url: 'https://example.com/', elicitationId: 'e1' };

async function readyStage(client: ClientOptions) {
  const staged = stage({ s1: stdio }, { client });
  staged.peers.behaviour('s1').capabilities = { tools: {}, logging: {} };
  await staged.passUntil(staged.supervisor.start());
  let lastId = 0;
  const ask = (method: string, params: Params = {}) => {
    const answer = staged.peers.last('s1').question(method, params, (lastId += 1));
    return staged.passUntil(answer);
  };
  const greeting = () =>
    staged.peers.last('s1').asked.find(({ method }) => method === 'initialize')?.params;
  const notices = () =>
    staged.story.flatMap((event) => (event.type === 'server.notice' ? event.message : []));
  return { ...staged, ask, greeting, notices };
}

/** What listeners and handlers threw meanwhile. */
function watchFaults(): unknown[] {
  const faults: unknown[] = [];
  const take = (message: unknown) => faults.push((message as { error: unknown }).error);
  subscribe('holdfast:listener-fault', take);
  onTestFinished(() => void unsubscribe('holdfast:listener-fault', take));
  return faults;
}

describe('what the host declares', () => {
  it('T7 follows from its handlers, and is the same in every session', async () => {
    const { supervisor, passUntil, greeting } = await readyStage({
      name: 'host',
      version: '9',
      onSampling: () => ({ role: 'assistant', content: { type: 'text', text: '!' }, model: 'm' }),
      onElicitation: () => ({ action: 'decline' }),
      roots: [],
    });
    const first = greeting();
    expect(first).toMatchObject({
      clientInfo: { name: 'host', version: '9' },
      capabilities: {
        sampling: {},
        elicitation: { form: { applyDefaults: true }, url: {} },
        roots: { listChanged: true },
      },
    });
    await passUntil(supervisor.retry('s1'));
    expect(greeting()).toEqual(first);
  });

  it('T7 nothing without a handler, whatever the host says of itself', async () => {
    const { greeting, ask } = await readyStage({
      capabilities: { sampling: {}, roots: {}, tasks: {}, experimental: { x: {} } },
      onElicitation: () => ({ action: 'cancel' }),
    });
    expect(greeting()?.['capabilities']).toEqual({
      experimental: { x: {} },
      elicitation: { form: { applyDefaults: true }, url: {} },
    });
    expect(await ask('sampling/createMessage', sampling)).toMatchObject({
      error: { code: -32_601 },
    });
  });

  it('T7 forms only, if the host says so', async () => {
    const asked: unknown[] = [];
    const { ask } = await readyStage({
      capabilities: { elicitation: { form: {} } },
      onElicitation: (request) => {
        asked.push(request);
        return { action: 'decline' };
      },
    });
    expect(await ask('elicitation/create', page)).toMatchObject({ error: { code: -32_602 } });
    expect(asked).toEqual([]);
  });

  it.each<[string, ClientOptions]>([
    ['an empty name', { name: '' }],
    ['a key that nobody knows', { onSample: () => undefined } as ClientOptions],
    ['a level that nobody knows', { logLevel: 'loud' as 'debug' }],
    ['a root that is no file', { roots: [{ uri: 'https://example.com/' }] }],
    ['a handler that is none', { onLog: 'log' as unknown as () => void }],
  ])('E3 T7 is refused with %s', async (_, client) => {
    expect(() => stage({}, { client })).toThrow(HoldfastError);
  });
});

describe('what a server asks of the host', () => {
  it('T7 comes to the handler with the name of the server, and its answer goes back', async () => {
    const asked: unknown[] = [];
    const { ask } = await readyStage({
      onSampling: (request, { server }) => {
        asked.push([server, request.maxTokens]);
        return Promise.resolve({
          role: 'assistant',
          content: { type: 'text', text: '!' },
          model: 'm',
        });
      },
      onElicitation: (request) =>
        request.mode === 'url'
          ? { action: 'accept' }
          : { action: 'accept', content: { given: 'yes' } },
    });
    expect(await ask('sampling/createMessage', sampling)).toMatchObject({ result: { model: 'm' } });
    expect(asked).toEqual([['s1', 9]]);
    const requestedSchema = {
      type: 'object',
      properties: { given: { type: 'string' }, left: { type: 'string', default: 'out' } },
    };
    expect(await ask('elicitation/create', { ...form, requestedSchema })).toMatchObject({
      result: { action: 'accept', content: { given: 'yes', left: 'out' } },
    });
    expect(await ask('elicitation/create', page)).toMatchObject({ result: { action: 'accept' } });
  });

  it('T7 E5 never with a URL that a browser would not just show', async () => {
    const { ask } = await readyStage({ onElicitation: () => ({ action: 'accept' }) });
    for (const url of ['file:///etc/passwd', 'javascript:alert(1)'])
      expect(await ask('elicitation/create', { ...page, url })).toMatchObject({
        error: { code: -32_602 },
      });
  });

  it('T7 L9 a handler that throws is an error for the server, and tells it nothing', async () => {
    const faults = watchFaults();
    const { ask, supervisor, notices, passUntil } = await readyStage({
      onSampling: () => {
        throw new Error('the key is hunter2');
      },
      onElicitation: () => ({ action: 'perhaps' as 'accept' }),
      roots: () => Promise.reject(Object.assign(new Error('not now'), { code: -1 })),
    });
    expect(await ask('sampling/createMessage', sampling)).toMatchObject({
      error: { code: -32_603, message: 'the client could not answer' },
    });
    expect(await ask('elicitation/create', form)).toMatchObject({ error: { code: -32_603 } });
    // A JSON-RPC error of the host's own is meant for the server.
    expect(await ask('roots/list')).toMatchObject({ error: { code: -1, message: 'not now' } });
    expect(notices()).toEqual(["the host's onSampling failed", "the host's onElicitation failed"]);
    expect(faults).toMatchObject([
      { message: 'the key is hunter2' },
      { message: 'the answer cannot be used: its action must be accept, decline or cancel' },
    ]);
    expect(await passUntil(supervisor.callTool('s1', 'echo'))).toMatchObject({ generation: 1 });
  });

  it('T7 is aborted when the session ends, and when the server takes it back', async () => {
    const signals: AbortSignal[] = [];
    const { peers, pass } = await readyStage({
      onSampling: (_, { signal }) => {
        signals.push(signal);
        return new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
      },
    });
    const channel = peers.last('s1');
    void channel.question('sampling/createMessage', sampling, 1);
    void channel.question('sampling/createMessage', sampling, 2);
    await pass();
    channel.notify('notifications/cancelled', { requestId: 1, reason: 'enough' });
    await pass();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    channel.lose({ kind: 'sessionExpired' });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    await pass(1_000);
    expect(peers.of('s1')).toHaveLength(2);
  });

  it('T7 E5 is turned away when the host answers more than enough at once', async () => {
    const { ask, peers, pass } = await readyStage({
      onElicitation: (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', reject)),
    });
    for (let id = 1_000; id < 1_064; id += 1)
      void peers.last('s1').question('elicitation/create', form, id);
    await pass();
    expect(await ask('elicitation/create', form)).toMatchObject({ error: { code: -32_000 } });
  });

  it('T7 is answered with progress, if the server wants to hear of it', async () => {
    const { ask, peers } = await readyStage({
      onSampling: (_, { progress }) => {
        progress({ progress: 1, total: 2 });
        return { role: 'assistant', content: { type: 'text', text: '!' }, model: 'm' };
      },
    });
    await ask('sampling/createMessage', sampling);
    await ask('sampling/createMessage', { ...sampling, _meta: { progressToken: 'p' } });
    const told = peers.last('s1').told.filter(({ method }) => method.endsWith('/progress'));
    expect(told).toMatchObject([{ params: { progress: 1, total: 2, progressToken: 'p' } }]);
  });

  it('K1 T7 is no silence of the server: the call that waits for it does not time out', async () => {
    let answer: () => void = () => undefined;
    const { supervisor, peers, pass } = await readyStage({
      onElicitation: () => new Promise((resolve) => (answer = () => resolve({ action: 'accept' }))),
    });
    const channel = peers.last('s1');
    peers.behaviour('s1').answers['tools/call'] = () => silence;
    const call = supervisor.callTool('s1', 'echo', {}, { timeoutMs: 10_000 });
    const code = codeOf(call);
    void channel.question('elicitation/create', form, 1);
    await pass(60_000);
    answer();
    await pass(9_000);
    expect(supervisor.status('s1').inFlight).toBe(1);
    await pass(2_000);
    expect(await code).toBe('CALL_TIMEOUT');
  });
});

describe('roots, logs and notices', () => {
  it('T7 roots may change, and every server is told', async () => {
    const { supervisor, ask, peers, pass } = await readyStage({ roots: [{ uri: 'file:///a' }] });
    expect(await ask('roots/list')).toMatchObject({ result: { roots: [{ uri: 'file:///a' }] } });
    supervisor.setRoots(({ server }) => [{ uri: `file:///${server}` }]);
    await pass();
    const changed = 'notifications/roots/list_changed';
    expect(peers.last('s1').told.filter(({ method }) => method === changed)).toHaveLength(1);
    expect(await ask('roots/list')).toMatchObject({ result: { roots: [{ uri: 'file:///s1' }] } });
    expect(() => supervisor.setRoots([{ uri: 'a' }])).toThrow('client.roots');
  });

  it('T7 roots that were never declared cannot be set', async () => {
    const { supervisor } = await readyStage({});
    expect(() => supervisor.setRoots([])).toThrow('from the start');
  });

  it('T7 the log level is set in every session, and what is logged arrives', async () => {
    const logged: unknown[] = [];
    const { supervisor, peers, pass, passUntil, notices } = await readyStage({
      logLevel: 'warning',
      onLog: (message, { server }) => {
        logged.push([server, message.level, message.data]);
        throw new Error('a faulty host');
      },
    });
    const levels = () =>
      peers
        .last('s1')
        .asked.flatMap(({ method, params }) => (method.includes('Level') ? params : []));
    expect(levels()).toEqual([{ level: 'warning' }]);
    expect(notices()).toEqual(['the log level was refused: no method logging/setLevel']);
    peers.last('s1').notify('notifications/message', { level: 'error', data: { a: 1 } });
    await pass();
    expect(logged).toEqual([['s1', 'error', { a: 1 }]]);
    await passUntil(supervisor.retry('s1'));
    expect(levels()).toEqual([{ level: 'warning' }]);
  });

  it('T7 the end of what was to be done at a URL is told', async () => {
    const told: unknown[] = [];
    const { peers, pass } = await readyStage({
      onElicitation: () => ({ action: 'accept' }),
      onElicitationComplete: (completion, { server }) => told.push([server, completion]),
    });
    peers.last('s1').notify('notifications/elicitation/complete', { elicitationId: 'e1' });
    await pass();
    expect(told).toEqual([['s1', { elicitationId: 'e1' }]]);
  });
});
