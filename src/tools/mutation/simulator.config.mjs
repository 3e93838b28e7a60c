// The simulator's own build with one generated fault in it.
import { mergeConfig } from 'vite';
import simulator from '../simulator.vite.config.mjs';
import { mutated } from './operators.mjs';

const root = new URL('../../../', import.meta.url).pathname;
/** @type {import('./operators.mjs').Mutant | null} */
const mutant = JSON.parse(process.env['MUTANT'] ?? 'null');

export default mergeConfig(simulator, {
  plugins: [
    {
      name: 'generated-fault',
      enforce: 'pre',
      /** @param {string} code @param {string} id */
      transform: (code, id) => (mutant !== null && id === root + mutant.file ? { code: mutated(code, mutant), map: null } : null),
    },
  ],
});
