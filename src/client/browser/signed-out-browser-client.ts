import type { HttpOutcome, HttpPort, HttpRequest } from '../../ports/http.ts';
import { type SignedOutClient, createSignedOutClient } from '../signed-out-client.ts';
import { pageAddresses } from './addresses.ts';
import { browserDevice } from './browser-device-adapter.ts';
import { createFetchHttp } from './fetch-adapter.ts';
import { createLocalSettings } from './local-storage-adapter.ts';

/**
 * The client of this page; its larger part loads at sign-in. `configText`: the configuration that came with
 * the page.
 */
export function createSignedOutBrowserClient(configText: string | null = null): SignedOutClient {
  const { http, begin } = createHeadStart(createFetchHttp(pageAddresses().base || ''));
  return createSignedOutClient({
    settings: createLocalSettings(),
    http,
    begin,
    device: browserDevice,
    configText,
    load: async () => (await import('./browser-client.ts')).createBrowserClient(http),
  });
}

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
  let pendingRequest: {
    readonly path: string;
    readonly body: string | null;
    readonly outcome: Promise<HttpOutcome>;
  } | null = null;
  return {
    begin: (request) => {
      pendingRequest = { path: request.path, body: request.body, outcome: http.send(request) };
    },
    http: {
      send: (request) => {
        if (pendingRequest?.path !== request.path) return http.send(request);
        const { body, outcome } = pendingRequest;
        pendingRequest = null;
        return body === request.body ? outcome : http.send(request);
      },
    },
  };
}
