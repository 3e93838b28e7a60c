import { defineConfig } from 'vite';
import { textsPlugin } from './texts-plugin.mjs';

const catalogues = new URL('locales.mjs', import.meta.url).href;

/** A build for one run: for the local Node, readable in profiles. */
export default defineConfig({
  plugins: [
    textsPlugin(),
    {
      name: 'catalogues',
      enforce: 'pre',
      // It reads the catalogues beside its folder.
      resolveId: (id) => (id.endsWith('/locales.mjs') ? { id: catalogues, external: true } : null),
    },
  ],
  build: { target: 'node20', minify: false, emptyOutDir: true, copyPublicDir: false },
});
