import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** One file for the app, the server bundle (`--ssr`), development and the tests. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  build: isSsrBuild
    ? { outDir: 'dist/server', target: 'node20', sourcemap: true, emptyOutDir: true }
    : { outDir: 'dist/client', target: 'es2022', sourcemap: false, emptyOutDir: true, modulePreload: { polyfill: false } },
  server: {
    proxy: {
      '/common': 'http://127.0.0.1:8081',
      '/enterprise': 'http://127.0.0.1:8081',
      '/static/voice': 'http://127.0.0.1:8081',
      '/wss': { target: 'ws://127.0.0.1:8081', ws: true },
    },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/{rules,properties,model,contract,server,ui}/**/*.test.{ts,tsx}'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
}));
