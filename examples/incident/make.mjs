// Makes incident.jsonl again: a server is killed in the middle of a call, its next start fails, the
// one after that succeeds, and another server is not touched by any of it.
//
//   node examples/incident/make.mjs [file]
//
// Needs `npm ci` and `npm run build`.
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { HoldfastError } from 'holdfast';
import { createRecordedSupervisor } from 'holdfast/record';

const file = process.argv[2] ?? fileURLToPath(new URL('incident.jsonl', import.meta.url));
const everything = ['node_modules/@modelcontextprotocol/server-everything/dist/index.js'];

await rm(file, { force: true });
const { supervisor, recording } = await createRecordedSupervisor(
  {
    servers: {
      everything: { command: 'node', args: everything, required: true },
      neighbour: { command: 'node', args: everything },
    },
    policy: { baseDelayMs: 400 },
  },
  { file },
);
await supervisor.start();
await supervisor.callTool('neighbour', 'echo', { message: 'before' });

// It answers after two seconds, and dies first.
const call = supervisor.callTool('everything', 'trigger-long-running-operation', {
  duration: 2,
  steps: 10,
});
await new Promise((resolve) => setTimeout(resolve, 500));
const dies = supervisor.status('everything').pid;
const startsAgain = once('server.attempting', ({ server }) => server === 'everything');
process.kill(dies, 'SIGKILL');

// The next process is killed while it starts.
await startsAgain;
const failed = once('server.failed', ({ server }) => server === 'everything');
await killWhenItRuns();
await failed;

// The tool only reads, so the call was sent again (K7).
console.log(await outcomeOf(call));
console.log(await outcomeOf(supervisor.callTool('everything', 'echo', { message: 'after' })));
await supervisor.stop();
await recording.end();

function once(event, isWanted) {
  return new Promise((resolve) => {
    const release = supervisor.on(event, (told) => {
      if (!isWanted(told)) return;
      release();
      resolve(told);
    });
  });
}

async function killWhenItRuns() {
  for (let looks = 0; looks < 500; looks += 1) {
    const { pid } = supervisor.status('everything');
    if (pid !== undefined && pid !== dies) return process.kill(pid, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('It was never started again.');
}

async function outcomeOf(asked) {
  try {
    const { content } = await asked;
    return content[0].text;
  } catch (error) {
    if (error instanceof HoldfastError) return error.code;
    throw error;
  }
}
