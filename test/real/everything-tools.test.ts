import { describe, expect, it, onTestFinished } from 'vitest';
import type { ClientOptions, ElicitationRequest, ServerEntry } from '../../src/index.ts';
import { until } from '../link/processes.ts';
import { errorOf, NAME, supervise, textOf } from '../requirements/stage.ts';
import { everything, startEverythingHttp } from './public-servers.ts';

const policy = { graceMs: 10_000 };
const demoUri = 'demo://resource/dynamic/text/1';

/** Arguments by tool; every tool that the server lists must be here. */
const calls: Readonly<Record<string, readonly [given: object, expected: string | RegExp]>> = {
  echo: [{ message: 'hello' }, 'hello'],
  'get-annotated-message': [{ messageType: 'error', includeImage: true }, 'Error'],
  'get-env': [{}, 'PATH'],
  'get-resource-links': [{ count: 2 }, '2'],
  'get-resource-reference': [{ resourceType: 'Text', resourceId: 1 }, 'resource'],
  'get-structured-content': [{ location: 'New York' }, 'temperature'],
  'get-sum': [{ a: 2, b: 40 }, '42'],
  'get-tiny-image': [{}, 'image'],
  'gzip-file-as-resource': [{ name: 'a.gz', data: 'data:text/plain;base64,SGVsbG8=' }, 'a.gz'],
  'toggle-simulated-logging': [{}, /logging/i],
  'toggle-subscriber-updates': [{}, /update/i],
  'trigger-long-running-operation': [{ duration: 0.2, steps: 2 }, 'completed'],
  'get-roots-list': [{}, 'file:///here'],
  'trigger-sampling-request': [{ prompt: 'say it', maxTokens: 9 }, 'said it'],
  'trigger-elicitation-request': [{}, 'Ada'],
  'trigger-url-elicitation': [{ url: 'https://example.com/' }, /accept/i],
  'simulate-research-query': [{ topic: 'x' }, 'TOOL_UNSUPPORTED'],
};

function createHost() {
  const asked: string[] = [];
  const client: ClientOptions = {
    roots: [{ uri: 'file:///here', name: 'here' }],
    onSampling: () => {
      asked.push('sampling');
      return { role: 'assistant', content: { type: 'text', text: 'said it' }, model: 'test' };
    },
    onElicitation: (request) => {
      asked.push(request.mode);
      return request.mode === 'url' ? { action: 'accept' } : fillIn(request);
    },
  };
  return { client, asked };
}

function fillIn(_: ElicitationRequest) {
  return { action: 'accept', content: { name: 'Ada', check: true } } as const;
}

describe.each(['stdio', 'http'] as const)('server-everything over %s', (transport) => {
  const entry = async (): Promise<ServerEntry> =>
    transport === 'stdio' ? everything : { url: (await startEverythingHttp(onTestFinished)).url };

  it('T2 T7 offers all its tools to this client, and each of them works', async () => {
    const { client, asked } = createHost();
    const { supervisor, toolNames, status } = supervise({
      servers: { [NAME]: await entry() },
      policy,
      client,
    });
    await supervisor.start();
    await until(() => toolNames().length === Object.keys(calls).length, 'all tools are listed');
    expect(new Set(toolNames())).toEqual(new Set(Object.keys(calls)));
    for (const [tool, [given, expected]] of Object.entries(calls)) {
      const call = supervisor.callTool(NAME, tool, { ...given });
      const answer =
        expected === 'TOOL_UNSUPPORTED'
          ? (await errorOf(call)).code
          : JSON.stringify((await call).content);
      expect(answer, tool).toMatch(expected);
    }
    expect(asked).toEqual(expect.arrayContaining(['sampling', 'form', 'url']));
    expect(status()).toMatchObject({ state: 'ready', generation: 1, inFlight: 0 });
  });

  it('T7 E1 a page to be visited first is an error that says so, and then the call works', async () => {
    const { client } = createHost();
    const { supervisor } = supervise({ servers: { [NAME]: await entry() }, policy, client });
    await supervisor.start();
    const given = { url: 'https://example.com/', elicitationId: 'e1', errorPath: true };
    const visit = () => supervisor.callTool(NAME, 'trigger-url-elicitation', given);
    expect(await errorOf(visit())).toMatchObject({
      code: 'SERVER_ERROR',
      rpcCode: -32_042,
      rpcData: { elicitations: [{ mode: 'url', url: expect.any(String) as string }] },
      advice: expect.stringContaining('visit the URL') as string,
    });
    expect(JSON.stringify((await visit()).content)).toMatch(/accept/i);
  });

  it('T7 K8 nobody is asked any more for a session that is lost', async () => {
    const signals: AbortSignal[] = [];
    const http = transport === 'http' ? await startEverythingHttp(onTestFinished) : undefined;
    const { supervisor, status, reaches } = supervise({
      servers: { [NAME]: http === undefined ? everything : { url: http.url } },
      // It is away for as long as it takes to start.
      policy: { ...policy, reconnectRetries: 100 },
      client: {
        onElicitation: (_, { signal }) =>
          new Promise((_resolve, reject) => {
            signals.push(signal);
            signal.addEventListener('abort', reject);
          }),
      },
    });
    await supervisor.start();
    const call = errorOf(
      supervisor.callTool(NAME, 'trigger-elicitation-request', {}, { replay: 'never' }),
    );
    await until(() => signals.length === 1, 'the host is asked');
    if (http !== undefined) await http.kill();
    else process.kill(status().pid ?? 0, 'SIGKILL');
    expect((await call).code).toBe('OUTCOME_UNKNOWN');
    await until(() => signals[0]?.aborted === true, 'the handler is told');
    await http?.start();
    await reaches('ready');
    expect(supervisor.tools().map(({ name }) => name)).toContain('trigger-elicitation-request');
  });

  it('T6 offers prompts, resources and templates, and tells of changes over a death', async () => {
    const { supervisor, status, reaches } = supervise({
      servers: { [NAME]: await entry() },
      policy,
    });
    await supervisor.start();
    const { prompts, resources } = status();
    expect(supervisor.prompts()).toHaveLength(prompts);
    expect(prompts).toBeGreaterThan(0);
    expect(resources).toBeGreaterThan(0);
    expect(supervisor.resourceTemplates().length).toBeGreaterThan(0);
    const prompt = await supervisor.getPrompt(NAME, 'args-prompt', { city: 'Ulm' });
    expect(JSON.stringify(prompt.messages)).toContain('Ulm');
    const [first] = supervisor.resources();
    const read = await supervisor.readResource(NAME, first?.uri ?? '');
    expect(read).toMatchObject({ attempts: 1, contents: [{ uri: first?.uri }] });
    const { completion } = await supervisor.complete(NAME, {
      prompt: 'completable-prompt',
      argument: { name: 'department', value: 'E' },
    });
    expect(completion.values).toContain('Engineering');

    const heard: string[] = [];
    const unsubscribe = await supervisor.subscribe(NAME, demoUri, ({ uri }) => heard.push(uri));
    await supervisor.retry(NAME);
    await reaches('ready');
    expect(textOf(await supervisor.callTool(NAME, 'toggle-subscriber-updates'))).toMatch(/start/i);
    await until(() => heard.length > 0, 'the new session tells of a change', 15_000);
    expect(heard[0]).toBe(demoUri);
    await unsubscribe();
  });
});
