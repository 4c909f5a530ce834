// A host whose own XState machine spawns server actors: holdfast's chart inside another system.
import { assign, createActor, setup, waitFor } from 'xstate';
import { embedServers } from 'holdfast';
import { createServerMachine, publicState } from 'holdfast/machines';

const servers = embedServers({
  servers: {
    everything: {
      command: 'node',
      args: ['node_modules/@modelcontextprotocol/server-everything/dist/index.js'],
    },
  },
});

const server = createServerMachine({ random: Math.random }).provide({
  actors: { link: servers.link },
});

const host = setup({ actors: { server } }).createMachine({
  id: 'host',
  context: ({ spawn }) => ({
    everything: spawn('server', { id: 'everything', input: servers.input('everything') }),
    revivals: 0,
  }),
  initial: 'running',
  states: {
    running: {
      on: {
        'server.died': { actions: assign({ revivals: ({ context }) => context.revivals + 1 }) },
        stop: { target: 'stopping' },
      },
    },
    stopping: {
      entry: ({ context }) => context.everything.send({ type: 'shutdown' }),
      on: { 'xstate.done.actor.everything': 'stopped' },
    },
    stopped: { type: 'final' },
  },
});

const actor = createActor(host);
actor.subscribe({ error: (error) => console.error(error) });
actor.start();

const everything = actor.getSnapshot().context.everything;
everything.on('server.state', ({ state }) => console.log(`[everything] ${state}`));
// The caller side answers a drain; this host has no calls under way when it asks for one.
everything.on('server.draining', () => everything.send({ type: 'drained' }));
everything.on('server.lost', () => actor.send({ type: 'server.died' }));

const isReady = (snapshot) => publicState(snapshot).connection === 'ready';
await waitFor(everything, isReady);

const ask = (name, input) =>
  servers.session('everything').request('tools/call', { name, arguments: input }).answer;
const first = await ask('echo', { message: 'hello from a host of its own' });
console.log(first.result.content[0].text);

// A planned rebuild, asked for by the host: the server is ready again with its next session.
const { generation } = publicState(everything.getSnapshot());
everything.send({ type: 'retry' });
await waitFor(everything, (snapshot) => publicState(snapshot).generation > generation);
console.log(`Session ${generation + 1} is open.`);

actor.send({ type: 'stop' });
await waitFor(actor, (snapshot) => snapshot.status === 'done');
await servers.close();
console.log('Stopped.');
