import type { HttpOutcome, HttpPort, HttpRequest } from '../../ports/http.ts';

/** Sends one request before the code that makes it is loaded, and passes its answer on. */
export interface HeadStart {
  readonly http: HttpPort;
  readonly begin: (request: HttpRequest) => void;
}

/**
 * A request equal to the one already begun gets its answer and is not sent twice. Any other request is sent
 * as usual.
 */
export function createHeadStart(http: HttpPort): HeadStart {
  let begun: {
    readonly path: string;
    readonly body: string | null;
    readonly outcome: Promise<HttpOutcome>;
  } | null = null;
  return {
    begin: (request) => {
      begun = { path: request.path, body: request.body, outcome: http.send(request) };
    },
    http: {
      send: (request) => {
        if (begun?.path !== request.path) return http.send(request);
        const { body, outcome } = begun;
        begun = null;
        return body === request.body ? outcome : http.send(request);
      },
    },
  };
}
