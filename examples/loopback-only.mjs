// Preloaded with `node --import`: whatever listens in this process does so on 127.0.0.1 only, and
// the process ends when whoever started it is gone.
import { Server } from 'node:net';

const listen = Server.prototype.listen;

Server.prototype.listen = function listenOnLoopback(port, ...rest) {
  const numeric = typeof port === 'number' || typeof port === 'string';
  return numeric
    ? listen.call(this, { port: Number(port), host: '127.0.0.1' }, ...rest)
    : listen.call(this, port, ...rest);
};

process.stdin.on('close', () => process.exit()).resume();
