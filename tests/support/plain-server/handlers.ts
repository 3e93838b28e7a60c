import { http, ws, type RequestHandler, type WebSocketHandler } from 'msw';
import type { PlainServer } from './server.ts';

/** Paths of the server, besides the files of a page. */
const CALLS = /^\/(?:common|enterprise|scan|avatar|storage|filedown)\//i;

/** The scripted plain server behind a page's (or a test's) own requests and sockets: none of them leaves. */
export function plainHandlers(plain: PlainServer): readonly (RequestHandler | WebSocketHandler)[] {
  const { base } = plain.town;
  const isCall = ({ request }: { readonly request: Request }) =>
    request.url.startsWith(`${base}/`) && CALLS.test(new URL(request.url).pathname);
  const sockets = ws
    .link(`${base.replace(/^http/, 'ws')}/wss`)
    .addEventListener('connection', ({ client }) => {
      const line = plain.open(
        (text) => client.send(text),
        () => client.close(),
      );
      client.addEventListener('message', ({ data }) => {
        if (typeof data === 'string') line.said(data);
      });
      client.addEventListener('close', () => line.closed());
    });
  return [http.all(isCall, ({ request }) => plain.fetch(request)), sockets];
}
