import { createActor, fromCallback, type Actor, type InspectionEvent } from 'xstate';
import type { LinkInput } from '../../machines/context.ts';
import type { LinkCommand, LinkEvent } from '../../machines/events.ts';
import { createServerMachine, type ServerMachine } from '../../machines/server.machine.ts';
import type { ServerInput } from '../../machines/context.ts';
import type { Clock } from '../clock.ts';

/** What runs inside a machine's link child. */
export interface RunningLink {
  start(): void;
  obey(command: LinkCommand): void;
  stop(): void;
}

export type CreateLink = (input: LinkInput, report: (fact: LinkEvent) => void) => RunningLink;

export type ServerActor = Actor<ServerMachine>;

export interface ActorOptions {
  readonly random: () => number;
  readonly clock: Clock;
  readonly inspect?: ((event: InspectionEvent) => void) | undefined;
  /** Finds the link of a server by the name in its input, since input holds no live object. */
  readonly createLink: CreateLink;
}

/** Makes the actors of a fleet from one machine: building it costs more than running it. */
export function createActorFactory(options: ActorOptions): (input: ServerInput) => ServerActor {
  const { random, clock, createLink } = options;
  const inspect = options.inspect && harmless(options.inspect);
  const link = createLinkLogic(createLink);
  const machine = createServerMachine({ random }).provide({ actors: { link } });
  return (input) => createActor(machine, { input, clock, ...(inspect && { inspect }) });
}

/** H5: an inspector of the host that throws must not stop the actor that it looks at. */
function harmless(inspect: (event: InspectionEvent) => void): (event: InspectionEvent) => void {
  return (event) => {
    try {
      inspect(event);
    } catch {
      // Whoever inspects finds its own faults.
    }
  };
}

/** The machine's link child around whatever `createLink` makes for each attempt. */
export function createLinkLogic(createLink: CreateLink) {
  return fromCallback<LinkCommand, LinkInput>(({ input, sendBack, receive }) => {
    let crashed = false;
    const running = createLink(input, (fact) => {
      if (!crashed) sendBack(fact);
    });
    // C15: XState neither silences nor stops a child that threw, so that is done here.
    const guarded = (step: () => void) => {
      try {
        step();
      } catch (error) {
        crashed = true;
        running.stop();
        throw error;
      }
    };
    receive((command) => guarded(() => running.obey(command)));
    guarded(() => running.start());
    return () => running.stop();
  });
}

/** What a host puts in the place of a server machine's `link`. */
export type LinkLogic = ReturnType<typeof createLinkLogic>;
