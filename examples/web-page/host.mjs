// A host with a web page of its own that shows the statechart of a server. The page is the host's:
// it takes the chart from holdfast/view and the state from an address of the host.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createSupervisor } from 'holdfast';
import { chartModule } from 'holdfast/view';

const supervisor = createSupervisor({
  servers: {
    everything: {
      command: 'node',
      args: ['node_modules/@modelcontextprotocol/server-everything/dist/index.js'],
    },
  },
});

const pages = {
  '/': { type: 'text/html', body: await readFile(new URL('page.html', import.meta.url)) },
  '/page.js': {
    type: 'text/javascript',
    body: await readFile(new URL('page.js', import.meta.url)),
  },
  '/chart.js': { type: 'text/javascript', body: await readFile(chartModule) },
};

const server = createServer((request, response) => {
  if (request.url === '/state') return follow(response);
  const page = pages[request.url];
  response.writeHead(page ? 200 : 404, { 'content-type': page?.type ?? 'text/plain' });
  response.end(page?.body ?? 'Nothing here.');
});

/** Tells the page where the server stands, and again at each event. */
function follow(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const tell = () =>
    response.write(`data: ${JSON.stringify(supervisor.activity('everything'))}\n\n`);
  const unsubscribe = supervisor.on('*', tell);
  response.on('close', unsubscribe);
  tell();
}

await supervisor.start();
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`));

process.once('SIGINT', async () => {
  server.close();
  server.closeAllConnections();
  const { left } = await supervisor.stop();
  console.log(`Stopped; ${left} processes left.`);
});
