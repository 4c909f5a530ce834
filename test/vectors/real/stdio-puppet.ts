import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { isAlive, until } from '../../link/processes.ts';
import { alienVersion, type Puppet, type Request, type Strings } from './puppet.ts';

interface Life {
  readonly pid: number;
  readonly socket: Socket;
}

const fixture = resolve('test/fixtures/stdio/puppet.mjs');

/** Real child processes, each of which says what the puppet says. */
export async function stdioStrings(puppet: Puppet): Promise<Strings> {
  const lives = new Set<Life>();
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    const lines = createInterface({ input: socket });
    lines.once('line', (first) => {
      const life = { pid: Number(first), socket };
      puppet.counts.starts += 1;
      lives.add(life);
      lines.on('line', (line) => hear(life, line, puppet));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    entry: { command: process.execPath, args: [fixture, `${port}`] },
    refuse: ({ session, result }, { kind }) => {
      if (kind === 'permanent') result(alienVersion);
      else kill(session as Life);
    },
    lose: (session) => kill(session as Life),
    close: async () => {
      for (const { socket } of lives) socket.destroy();
      await until(() => [...lives].every(({ pid }) => !isAlive(pid)), 'all puppets are gone');
      await new Promise((closed) => server.close(closed));
    },
  };
}

function hear(life: Life, line: string, puppet: Puppet): void {
  const { id, method, params = {} } = JSON.parse(line) as Partial<Request> & { id?: number };
  if (method === undefined || id === undefined) return;
  const say = (message: object) => {
    if (!life.socket.destroyed)
      life.socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`);
  };
  puppet.receive({
    method,
    params,
    session: life,
    result: (result) => say({ result }),
    error: (code, message) => say({ error: { code, message } }),
    spoil: (how) => {
      if (how !== 'death') throw new Error(`over stdio no call meets ${how}`);
      kill(life);
    },
  });
}

function kill({ pid }: Life): void {
  if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}
