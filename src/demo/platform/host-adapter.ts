import { http, ws } from 'msw';
import { setupWorker } from 'msw/browser';
import type { ParleyServer } from '../../server/app.ts';

/** Who is asking, to a server that lives in the same page. */
const VISITOR = '127.0.0.1';

/** Everything but the files that the page is made of: those come from whoever serves the demo. */
const CALLS = /^\/(?:common|enterprise|scan|files|avatar|pictures)\//i;

/** From here on the page's own requests and sockets go to that server, and none of them leaves. */
export async function hostInPage(server: ParleyServer): Promise<void> {
  const { origin } = location;
  const calls = http.all(
    ({ request }) => request.url.startsWith(`${origin}/`) && CALLS.test(new URL(request.url).pathname),
    ({ request }) => server.fetch(request, { address: VISITOR, userAgent: navigator.userAgent }),
  );
  const socket = ws.link(`${origin.replace(/^http/, 'ws')}/wss`);
  const sockets = socket.addEventListener('connection', ({ client }) => {
    const session = server.gateway.accept({
      send: (text) => client.send(text),
      close: (code, reason) => client.close(code, reason),
      bufferedBytes: () => 0,
      remoteAddress: VISITOR,
    });
    client.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') session?.receive(data);
    });
    client.addEventListener('close', () => session?.closed());
  });
  await setupWorker(calls, sockets).start({
    quiet: true,
    onUnhandledRequest: 'bypass',
    serviceWorker: { url: '/mockServiceWorker.js' },
  });
}
