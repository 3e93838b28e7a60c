import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const WORKER = '/mockServiceWorker.js';

/**
 * The app's page with the scripted base-protocol server in it (`npm run dev -- --plain`), and the worker that
 * passes the page's requests to it.
 *
 * @returns {import('vite').Plugin}
 */
export function plainPage() {
  return {
    name: 'plain-page',
    apply: 'serve',
    transformIndexHtml: (html) => html.replace('/src/app/main.tsx', '/tests/support/plain-server/in-page.ts'),
    configureServer({ middlewares }) {
      middlewares.use(WORKER, (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(readFileSync(createRequire(import.meta.url).resolve(`msw${WORKER}`)));
      });
    },
  };
}
