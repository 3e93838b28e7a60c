import { defineConfig } from 'vite';

/** A build for one run: for the local Node, readable in profiles. */
export default defineConfig({
  build: { target: 'node20', minify: false, emptyOutDir: true, copyPublicDir: false },
});
