import type { ListedTool } from '../../../catalogue/tool.ts';
import {
  tokenHeader,
  type ActionAnswer,
  type ActionName,
  type ActionRequest,
} from '../../wire/action.ts';
import type { ViewFrame } from '../../wire/frame.ts';
import type { Told, ViewSource } from '../source.ts';

/** The fleet that serves this page. All addresses are relative to the page's own, which holds the token. */
export function liveSource(): ViewSource {
  // Until the first frame tells the fleet's own time.
  let aheadMs = Date.now() - performance.now();
  return {
    follow: (server, after, told) =>
      followEvents(server, after, {
        ...told,
        frame: (frame) => {
          aheadMs = frame.at - performance.now();
          told.frame(frame);
        },
      }),
    now: () => performance.now() + aheadMs,
    tools: readTools,
    act,
  };
}

function followEvents(
  server: string | undefined,
  after: number | undefined,
  told: Told,
): () => void {
  const asked = new URLSearchParams();
  if (server !== undefined) asked.set('server', server);
  if (after !== undefined) asked.set('after', String(after));
  told.link('opening');
  const events = new EventSource(`events?${asked}`);
  events.onopen = () => told.link('live');
  // The browser tries again by itself, and goes on from the last event that it has.
  events.onerror = () => told.link('lost');
  events.onmessage = ({ data }: MessageEvent<string>) => told.frame(JSON.parse(data) as ViewFrame);
  return () => events.close();
}

async function readTools(server: string): Promise<readonly ListedTool[]> {
  const response = await fetch(`tools?${new URLSearchParams({ server })}`);
  return response.ok ? ((await response.json()) as ListedTool[]) : [];
}

async function act(action: ActionName, request: ActionRequest): Promise<ActionAnswer> {
  try {
    const response = await fetch(`actions/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [tokenHeader]: ownToken() },
      body: JSON.stringify(request),
    });
    if (response.ok) return (await response.json()) as ActionAnswer;
    return {
      ok: false,
      error: { code: `HTTP_${response.status}`, message: await response.text() },
    };
  } catch {
    const message = 'holdfast did not answer; it may have been stopped.';
    return { ok: false, error: { code: 'NO_ANSWER', message } };
  }
}

/** It is the one folder in the page's address. */
function ownToken(): string {
  return location.pathname.split('/')[1] ?? '';
}
