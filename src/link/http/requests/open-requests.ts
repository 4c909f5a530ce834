import {
  HttpRequest,
  type RequestShape,
  type ResponseReader,
  type Target,
} from './http-request.ts';

/** The HTTP requests of one channel that are not over, so that its end can be theirs (S4). */
export class OpenRequests {
  readonly #requests = new Set<HttpRequest>();

  send(target: Target, shape: RequestShape, reader: ResponseReader): HttpRequest {
    const request = new HttpRequest(target, shape, reader, (over) => this.#requests.delete(over));
    this.#requests.add(request);
    request.send();
    return request;
  }

  abort(): void {
    for (const request of this.#requests) request.abort();
  }
}
