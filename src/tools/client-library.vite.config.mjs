import { defineConfig } from 'vite';

/** One file with all that the client imports; code for folders is apart, because pages have none. */
export default defineConfig({
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: 'es2022',
    outDir: 'dist/client-library',
    emptyOutDir: true,
    copyPublicDir: false,
    minify: false,
    lib: { entry: 'src/library/index.ts', formats: ['es'], fileName: 'index' },
    rolldownOptions: { external: [/^node:/, 'ws'] },
  },
});
