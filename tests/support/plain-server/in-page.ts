import { setupWorker } from 'msw/browser';
import { plainHandlers } from './handlers.ts';
import { PlainServer } from './server.ts';
import { settle } from './settle.ts';

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
