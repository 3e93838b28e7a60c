import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import react from '@vitejs/plugin-react';
import type { BuildOptions, Plugin } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';

/** Tests that people at work do not wait for (`npm run check`); `npm test` runs all. */
const slowTests = process.env['PARLEY_TESTS'] === 'quick' ? ['tests/{properties,contract,model}/**', 'tests/**/*.pg.test.ts'] : [];

const developmentServer = 'http://127.0.0.1:8081';

/** Names and search words of emoji, served by ourselves: a page of ours asks nobody else for them. */
const emojiFiles = ['zh', 'en'].flatMap((locale) => ['data', 'messages'].map((name) => `${locale}/${name}.json`));
const emojiFile = (name: string) => readFileSync(createRequire(import.meta.url).resolve(`emojibase-data/${name}`), 'utf8');

const emojiData: Plugin = {
  name: 'emoji-data',
  generateBundle() {
    for (const name of emojiFiles) this.emitFile({ type: 'asset', fileName: `emoji/${name}`, source: emojiFile(name) });
  },
  configureServer({ middlewares }) {
    middlewares.use('/emoji', (request, response, next) => {
      const name = emojiFiles.find((one) => request.url === `/${one}`);
      if (name === undefined) return next();
      response.setHeader('content-type', 'application/json');
      response.end(emojiFile(name));
    });
  },
};

/** A page of its own beside the app (`--mode inspector`): its parts must not shape the app's. */
const inspector: BuildOptions = {
  outDir: 'dist/client',
  target: 'es2022',
  sourcemap: false,
  emptyOutDir: false,
  copyPublicDir: false,
  modulePreload: { polyfill: false },
  chunkSizeWarningLimit: 2_000,
  rolldownOptions: { input: ['inspect.html'] },
};

/** One file for the app, the server bundle (`--ssr`), development and the tests. */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [react(), ...(isSsrBuild || mode === 'inspector' ? [] : [emojiData])],
  build: mode === 'inspector' ? inspector : isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node20',
        sourcemap: true,
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: ['src/server/main.ts', 'src/server/admin-main.ts'] },
      }
    : {
        outDir: 'dist/client',
        target: 'es2022',
        sourcemap: false,
        emptyOutDir: true,
        modulePreload: { polyfill: false },
        // Parts that many pages need come as two files, not as thirty; what a few need comes with those.
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'kit', test: /src[\\/](?:app[\\/](?:kit[\\/](?!overlays)|platform|paths)|domain)/, minShareCount: 6 },
                { name: 'icons', test: /lucide-react/, minShareCount: 6 },
              ],
            },
          },
        },
      },
  server: {
    proxy: {
      '/common': developmentServer,
      '/enterprise': developmentServer,
      '/files': developmentServer,
      '/pictures': developmentServer,
      '/avatar': developmentServer,
      // The server refuses foreign origins (GATE-5), so the proxy speaks as the server's own page.
      '/wss': { target: developmentServer, ws: true, changeOrigin: true, rewriteWsOrigin: true },
    },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/{rules,properties,model,contract,server,security,ui}/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...slowTests],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/support/built.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'crash',
          include: ['tests/crash/**/*.test.ts'],
          globalSetup: ['tests/support/built.ts'],
          testTimeout: 900_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
}));
