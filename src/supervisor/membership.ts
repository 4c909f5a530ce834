import { configError } from '../config/config-error.ts';
import type { GivenServerEntry } from '../config/server-entry.ts';
import { HoldfastError } from '../errors/holdfast-error.ts';
import type { SupervisedServer } from '../server/supervised-server.ts';
import { configureFleet } from './configure-fleet.ts';
import type { Fleet } from './fleet.ts';
import { replaceServer } from './replace-server.ts';
import { retryServer } from './retry-server.ts';
import { shutDown } from './shut-down.ts';
import type { RetryOutcome, ShutdownReport } from './supervisor.ts';

/** Who belongs to the fleet, and for how long (F4, S1). */
export class Membership {
  readonly #fleet: Fleet;
  readonly #removing = new Set<SupervisedServer>();
  readonly #stopping = new AbortController();

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  /** Once asked to stop, a fleet takes nobody in and starts nobody again. */
  get isStopped(): boolean {
    return this.stopping.aborted;
  }

  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Why a fleet that was asked to stop takes nobody in. */
  stoppedError(): HoldfastError {
    return new HoldfastError('SERVER_SHUT_DOWN', 'this supervisor was stopped', {
      advice: 'Make a new supervisor; one that was stopped does not start again.',
    });
  }

  /** @throws HoldfastError `CONFIG_INVALID`, or `SERVER_SHUT_DOWN` after `stop()` */
  add(name: string, entry: GivenServerEntry): void {
    const member = this.#fleet.members.get(name);
    const isLeaving = member?.server !== undefined && this.#removing.has(member.server);
    if (member !== undefined && !isLeaving)
      throw configError(`${name}: the name is taken`, { server: name });
    if (this.isStopped) throw this.stoppedError();
    this.#fleet.put(name, entry);
  }

  replace(name: string, entry: GivenServerEntry): void {
    if (!this.isStopped) replaceServer(this.#fleet, name, entry);
  }

  configure(policy: unknown): void {
    if (!this.isStopped) configureFleet(this.#fleet, policy);
  }

  async remove(name: string): Promise<ShutdownReport> {
    const { members } = this.#fleet;
    const { server } = this.#fleet.member(name);
    if (server !== undefined) this.#removing.add(server);
    const report = await this.stopOne(name);
    if (server !== undefined) this.#removing.delete(server);
    // Its place may be another one's by now.
    if (members.get(name)?.server === server) members.delete(name);
    return report;
  }

  async restart(name: string): Promise<RetryOutcome> {
    const { server, entry } = this.#fleet.member(name);
    const isOver = server?.state().connection === 'shutdown';
    if (isOver && !this.isStopped) this.#fleet.put(name, entry);
    return retryServer(this.#fleet, name, 'user');
  }

  async stopOne(name: string): Promise<ShutdownReport> {
    const { server } = this.#fleet.member(name);
    const again = server?.state().connection === 'shutdown';
    return shutDown(this.#fleet, server ? [server] : [], again);
  }

  async stopAll(): Promise<ShutdownReport> {
    const fleet = this.#fleet;
    const again = this.isStopped;
    // S1: closed at once, so that nothing that waits there can still start.
    fleet.gate.close();
    this.#stopping.abort();
    const servers = new Set([...fleet.servers(), ...fleet.leaving]);
    const report = await shutDown(fleet, [...servers], again);
    await fleet.close();
    return report;
  }
}
