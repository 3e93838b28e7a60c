import { root } from '../run-command.mjs';
import { faultsOf, isJudged } from './faults.mjs';
import { withAll } from './schemata.mjs';

/**
 * Writes faults into the sources as they are built.
 *
 * @param {Readonly<Record<string, number>>} numbers by key
 * @returns {import('vite').Plugin}
 */
export function withFaults(numbers) {
  return {
    name: 'generated-faults',
    enforce: 'pre',
    transform(code, id) {
      const file = id.replace(root, '').replace(/\?.*$/, '');
      if (id.includes('?raw') || !file.endsWith('.ts') || !isJudged(file)) return null;
      const here = new Map(
        faultsOf(file).flatMap((fault) => {
          const no = numbers[fault.key];
          return no === undefined ? [] : [[fault, no]];
        }),
      );
      return here.size === 0 ? null : { code: withAll(file, code, here), map: null };
    },
  };
}
