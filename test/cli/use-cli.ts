import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { buildCli } from './built-cli.ts';
import { CliProcess, fixture, type Finished } from './cli-process.ts';

/** The built command line, in a folder of its own for each test, with one server called echo. */
export interface Cli {
  readonly folder: string;
  /** The program itself, for those who start it in another way. */
  readonly file: string;
  configure(servers: object): Promise<void>;
  start(...args: string[]): CliProcess;
  run(...args: string[]): Promise<Finished>;
  /** Resolves when its server is ready. */
  up(...args: string[]): Promise<CliProcess>;
  /** Process id of the server, as it tells it itself. */
  serverPid(): Promise<number>;
  socketFile(): Promise<string>;
}

/** To be called at the top of a test file; ends whatever a test has left running. */
export function useCli(): Cli {
  // One test runs up to fifteen command lines, each a process that a busy machine starts slowly.
  vi.setConfig({ testTimeout: 60_000 });
  let built: Awaited<ReturnType<typeof buildCli>>;
  let folder = '';
  let started: CliProcess[] = [];

  const configure = (servers: object) =>
    writeFile(join(folder, 'holdfast.json'), JSON.stringify({ servers }));
  const start = (...args: string[]) => {
    const made = new CliProcess(built.file, args, {
      cwd: folder,
      env: { XDG_RUNTIME_DIR: folder },
    });
    started.push(made);
    return made;
  };
  const run = (...args: string[]) => start(...args).finished;

  beforeAll(async () => {
    built = await buildCli();
  }, 60_000);
  afterAll(() => built.remove());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-cli-'));
    started = [];
    await configure({ echo: fixture('echo-server.mjs') });
  });
  afterEach(async () => {
    for (const { child, finished } of started) {
      child.kill('SIGKILL');
      await finished;
    }
    await rm(folder, { recursive: true });
  });

  return {
    get folder() {
      return folder;
    },
    get file() {
      return built.file;
    },
    configure,
    start,
    run,
    up: async (...args) => {
      const made = start('up', ...args);
      await made.says('echo              ready');
      return made;
    },
    serverPid: async () => Number((await run('call', 'echo', 'pid')).stdout),
    socketFile: async () => {
      const [name = ''] = await readdir(join(folder, 'holdfast'));
      return join(folder, 'holdfast', name);
    },
  };
}
