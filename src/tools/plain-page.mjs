import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const WORKER = '/mockServiceWorker.js';

/**
 * The app's page with the scripted plain server in it (`npm run dev -- --plain`), and the worker that hands
 * it the page's requests.
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
