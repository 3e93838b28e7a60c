import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import { textsPlugin } from './texts-plugin.mjs';

/**
 * The simulator's own build. Only here are the bugs of `simulator/planted.json` written into the
 * sources, each behind a switch that a run turns on: no other build reads that file.
 *
 * @type {readonly {name: string, file: string, find: string, put: string}[]}
 */
const planted = JSON.parse(readFileSync('simulator/planted.json', 'utf8'));

const withPlanted = () => ({
  name: 'planted-bugs',
  enforce: /** @type {const} */ ('pre'),
  /** @param {string} code @param {string} id */
  transform(code, id) {
    let changed = code;
    for (const { name, file, find, put } of planted) {
      if (!id.endsWith(`/${file}`)) continue;
      if (changed.split(find).length !== 2)
        throw new Error(`planted bug ${name}: its place in ${file} is not there once`);
      changed = changed.replace(find, () =>
        put.replace(
          /PLANTED\(("[a-z-]+")\)/g,
          '(globalThis.reachedBugs?.add($1), globalThis.plantedBug === $1)',
        ),
      );
    }
    return changed === code ? null : { code: changed, map: null };
  },
});

/**
 * The library of machines stamps timers with the time and a random name that is never read. A World answers
 * it with constants, but must check the caller. This build removes the stamps.
 */
const withoutStamps = () => ({
  name: 'without-stamps',
  /** @param {string} code @param {string} id */
  transform(code, id) {
    if (!/node_modules[\\/]xstate[\\/]/.test(id)) return null;
    return { code: code.replaceAll('Math.random()', '0.5').replaceAll('Date.now()', '0'), map: null };
  },
});

export default defineConfig({
  plugins: [textsPlugin(), withPlanted(), withoutStamps()],
  // Bundled, so that calls between modules are plain calls.
  ssr: { noExternal: ['xstate', 'rxjs', 'valibot', 'hono'] },
  build: { target: 'node20', minify: false, emptyOutDir: true, copyPublicDir: false },
});
