import { defineConfig } from 'vite';

/** Benches are built like the server, but never minified: profiles stay readable. */
export default defineConfig({
  build: { target: 'node20', minify: false, emptyOutDir: true, copyPublicDir: false },
});
