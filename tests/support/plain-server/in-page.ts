import { setupWorker } from 'msw/browser';
import { http, type RequestHandler, type WebSocketHandler, ws } from 'msw';
import { PlainServer } from './server.ts';
import { settle } from './settle.ts';

/** Paths of the server, besides the files of a page. */
const CALLS = /^\/(?:common|enterprise|scan|avatar|storage|filedown)\//i;

/** The scripted plain server behind a page's (or a test's) own requests and sockets: none of them leaves. */
function plainHandlers(plain: PlainServer): readonly (RequestHandler | WebSocketHandler)[] {
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

declare global {
  interface Window {
    /** Usable in the console: `plain.as(1002, '/enterprise/im/sendMessage', …)` sends as another user. */
    plain: PlainServer;
  }
}

// The page of `npm run dev -- --plain`: the app on the scripted plain server, which lives and ends with the
// page.
const plain = new PlainServer(location.origin, Date.now);
await settle(plain);
window.plain = plain;
const worker = setupWorker(...plainHandlers(plain));
await worker.start({
  quiet: true,
  onUnhandledRequest: 'bypass',
  serviceWorker: { url: '/mockServiceWorker.js' },
});
await import('../../../src/app/main.tsx');
