import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type * as Protocol from '@modelcontextprotocol/sdk/types.js';
import type { Clock } from '../../clock.ts';
import { rpcCodes } from '../rpc-codes.ts';
import { findElicitationFault, findSamplingFault } from './check-answers.ts';
import type { ElicitationRequest, LogMessage, SamplingRequest } from './client-options.ts';
import { HandlerError } from './handler-error.ts';
import { findRootsFault, type HostClient } from './host-client.ts';
import { RunningHandlers } from './running-handlers.ts';

export interface HostSideOptions {
  readonly server: string;
  readonly client: HostClient;
  readonly clock: Clock;
  readonly notice: (notice: string) => void;
}

/** Answers what the server of one session asks of the host, until the session ends (T7). */
export class HostSide {
  readonly #server: string;
  readonly #host: HostClient;
  readonly #handlers: RunningHandlers;
  #sdk: Client | undefined;

  constructor(options: HostSideOptions) {
    this.#server = options.server;
    this.#host = options.client;
    this.#handlers = new RunningHandlers(options);
  }

  /** When the server last had to wait for the host; now, if it does. */
  get busyAt(): number | undefined {
    return this.#handlers.busyAt;
  }

  /** To be called before the handshake; `protocol` has the schemas of what may be asked. */
  attach(sdk: Client, protocol: typeof Protocol): void {
    this.#sdk = sdk;
    const { onSampling, onElicitation, roots } = this.#host.options;
    if (onSampling) this.#answerSampling(sdk, protocol, onSampling);
    if (onElicitation) this.#answerElicitation(sdk, protocol, onElicitation);
    if (roots) this.#answerRoots(sdk, protocol);
    this.#takeNotices(sdk, protocol);
  }

  /** Tells the server to ask for the roots again. */
  rootsChanged(): void {
    if (this.#host.options.roots === undefined) return;
    // A session that cannot be told is about to end, and the next one asks anew.
    void this.#sdk?.sendRootsListChanged().catch(() => undefined);
  }

  /** The session is over: nobody waits for the answers any more. */
  end(): void {
    this.#handlers.abortAll();
  }

  #answerSampling(
    sdk: Client,
    protocol: typeof Protocol,
    handler: NonNullable<HostClient['options']['onSampling']>,
  ): void {
    sdk.setRequestHandler(protocol.CreateMessageRequestSchema, ({ params }, asking) =>
      this.#handlers.run('onSampling', asking, async (context) => {
        const result = await handler(params as SamplingRequest, context);
        return { value: { ...result }, fault: findSamplingFault(result) };
      }),
    );
  }

  #answerElicitation(
    sdk: Client,
    protocol: typeof Protocol,
    handler: NonNullable<HostClient['options']['onElicitation']>,
  ): void {
    sdk.setRequestHandler(protocol.ElicitRequestSchema, ({ params }, asking) => {
      const request = { mode: 'form', ...params } as ElicitationRequest;
      // E5: hosts hand a URL to whatever opens it, so it must be one that a browser just shows.
      if (request.mode === 'url' && !isWebUrl(request.url))
        throw new HandlerError(rpcCodes.invalidParams, 'the URL must begin with http: or https:');
      return this.#handlers.run('onElicitation', asking, async (context) => {
        const result = await handler(request, context);
        const { action, content } = result ?? {};
        // The defaults of the form are written into it, and the host's own object stays as it is.
        const value = { action, ...(content && { content: { ...content } }) };
        return { value, fault: findElicitationFault(result) };
      });
    });
  }

  #answerRoots(sdk: Client, protocol: typeof Protocol): void {
    sdk.setRequestHandler(protocol.ListRootsRequestSchema, (_, asking) =>
      this.#handlers.run('roots', asking, async ({ server }) => {
        const roots = await this.#host.roots({ server });
        return { value: { roots }, fault: findRootsFault(roots) };
      }),
    );
  }

  #takeNotices(sdk: Client, protocol: typeof Protocol): void {
    const context = { server: this.#server };
    const { onLog, onElicitationComplete } = this.#host.options;
    if (onLog)
      sdk.setNotificationHandler(protocol.LoggingMessageNotificationSchema, ({ params }) =>
        this.#handlers.tell('onLog', () => onLog(params as LogMessage, context)),
      );
    if (onElicitationComplete)
      sdk.setNotificationHandler(protocol.ElicitationCompleteNotificationSchema, ({ params }) => {
        const { elicitationId } = params;
        this.#handlers.tell('onElicitationComplete', () =>
          onElicitationComplete({ elicitationId }, context),
        );
      });
  }
}

function isWebUrl(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
