import { defineConfig } from 'vite';

/** What is built to be run once: for this Node, readable in profiles. */
export default defineConfig({
  build: { target: 'node20', minify: false, emptyOutDir: true, copyPublicDir: false },
});
