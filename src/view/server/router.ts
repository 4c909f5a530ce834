import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../clock.ts';
import { letIn, mayRead, type Door } from '../../loopback/door.ts';
import { isOurOrigin } from '../../loopback/own-address.ts';
import { sendPageFile, type Page } from '../../loopback/page-files.ts';
import { sendJson, sendText } from '../../loopback/private-reply.ts';
import { isToken } from '../../loopback/token.ts';
import type { Supervisor } from '../../supervisor/supervisor.ts';
import { actionNames, tokenHeader, type ActionName } from '../wire/action.ts';
import { act } from './act.ts';
import { toolsOf } from './tools-of.ts';
import type { Viewers } from './viewers.ts';

export interface Routed extends Door {
  readonly supervisor: Supervisor;
  readonly page: Page;
  readonly viewers: Viewers;
  readonly clock: Clock;
}

/** H6: answers the page's requests and refuses everybody else's; only our own page may change anything. */
export function createRouter(
  routed: Routed,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const wanted = letIn(request, response, routed);
    if (!wanted) return;
    const { name, query } = wanted;
    const action = actionNames.find((each) => name === `actions/${each}`);
    if (action !== undefined) return takeAction(action, request, response, routed);
    if (!mayRead(request, response, { ...routed, methods: ['GET', 'HEAD'] })) return;
    if (name === 'events' && request.method === 'GET')
      return routed.viewers.open(request, response, query);
    if (name === 'tools') return sendJson(response, ...toolsOf(routed.supervisor, query));
    sendPageFile(response, name, routed.page);
  };
}

function takeAction(
  action: ActionName,
  request: IncomingMessage,
  response: ServerResponse,
  routed: Routed,
): void {
  if (request.method !== 'POST')
    return sendText(response, 405, 'An action is a POST.', { allow: 'POST' });
  const given = request.headers[tokenHeader];
  // A browser names the origin of every POST; whatever does not is not our page.
  if (!isOurOrigin(request, routed.port) || !isToken(first(given), routed.token))
    return sendText(response, 403, 'Only the page itself can do that.');
  // It answers every failure itself.
  void act(action, request, response, routed);
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
