import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Plugin, UserConfig } from 'vite';
import { defineConfig } from 'vite';
import { STYLED } from './src/tools/browsers-plugin.mjs';
import { textsPlugin } from './src/tools/texts-plugin.mjs';
import app from './vite.config.ts';

/**
 * Pages that run the server themselves: the demo and the simulator to watch. A build of its own, so that
 * nothing of it can come into what is shipped; the engine and Node's few parts are those for pages.
 */
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const nodeParts = here('src/demo/platform/node-parts-adapter.ts');

/** The worker that passes a page's requests to the page itself, of the version that the page speaks to. */
const requestWorker: Plugin = {
  name: 'request-worker',
  generateBundle() {
    const source = readFileSync(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'), 'utf8');
    this.emitFile({ type: 'asset', fileName: 'mockServiceWorker.js', source });
  },
};

/** The recorded session that the demo opens in the inspector. */
const story: Plugin = {
  name: 'story',
  generateBundle() {
    const source = readFileSync(here('simulator/scripts/story.jsonl'), 'utf8');
    this.emitFile({ type: 'asset', fileName: 'story.jsonl', source });
  },
};

export default defineConfig((env) => {
  const { plugins = [], define = {} } = (app as (env: { mode: string; command: string }) => UserConfig)({
    ...env,
    mode: 'pages',
  });
  return {
    define,
    plugins: [...plugins, requestWorker, story],
    resolve: {
      alias: {
        '@photostructure/sqlite': here('src/demo/platform/sqlite-adapter.ts'),
        'node:crypto': nodeParts,
        'node:fs': nodeParts,
        'node:path': nodeParts,
      },
    },
    worker: { format: 'es', plugins: () => [textsPlugin()] },
    build: {
      outDir: 'dist/pages',
      target: 'es2022',
      cssTarget: STYLED,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: { input: ['demo.html', 'simulate.html', 'inspect.html', 'replay.html'] },
    },
  };
});
