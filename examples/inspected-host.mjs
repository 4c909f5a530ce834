// A host whose own XState machine spawns server actors, all of them in the Stately inspector: open the
// link that it prints, and end it with Ctrl-C. The viewer in that page is Stately's, on the internet.
import { once } from 'node:events';
import { createActor, setup, waitFor } from 'xstate';
import { embedServers } from 'holdfast';
import { createStatelyInspector } from 'holdfast/inspect';
import { createServerMachine, publicState } from 'holdfast/machines';

const servers = embedServers({
  servers: {
    everything: {
      command: 'node',
      args: ['node_modules/@modelcontextprotocol/server-everything/dist/index.js'],
    },
    files: {
      command: 'node',
      args: ['node_modules/@modelcontextprotocol/server-filesystem/dist/index.js', '.'],
    },
  },
});

const server = createServerMachine({ random: Math.random }).provide({
  actors: { link: servers.link },
});

const host = setup({
  actors: { server },
  guards: { allAreDone: ({ context }) => context.servers.every((each) => isDone(each)) },
}).createMachine({
  id: 'host',
  context: ({ spawn }) => ({
    servers: ['everything', 'files'].map((name) =>
      spawn('server', { id: name, input: servers.input(name) }),
    ),
  }),
  initial: 'running',
  states: {
    running: { on: { stop: 'stopping' } },
    stopping: {
      entry: ({ context }) => context.servers.forEach((each) => each.send({ type: 'shutdown' })),
      on: { 'xstate.done.actor.*': { guard: 'allAreDone', target: 'stopped' } },
    },
    stopped: { type: 'final' },
  },
});

const inspector = await createStatelyInspector();
console.log(`Inspector: ${inspector.url}`);

const actor = createActor(host, { inspect: inspector.inspect }).start();
const actors = actor.getSnapshot().context.servers;
// The caller side answers a drain; this host has no calls under way when it asks for one.
for (const each of actors) each.on('server.draining', () => each.send({ type: 'drained' }));
await Promise.all(actors.map((each) => waitFor(each, isReady)));
console.log('Both servers are ready.');

await once(process, 'SIGINT');
actor.send({ type: 'stop' });
await waitFor(actor, (snapshot) => snapshot.status === 'done');
await servers.close();
await inspector.stop();
console.log('Stopped.');

function isReady(snapshot) {
  return publicState(snapshot).connection === 'ready';
}

function isDone(each) {
  return each.getSnapshot().status === 'done';
}
