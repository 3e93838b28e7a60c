import { root } from '../run-command.mjs';
import { allFaults } from './faults.mjs';
import { withAll } from './schemata.mjs';

/**
 * Writes faults into the sources as they are built.
 *
 * @param {Readonly<Record<string, number>>} numbers by key
 * @returns {import('vite').Plugin}
 */
export function withFaults(numbers) {
  /** @type {Map<string, Map<import('./operators.mjs').Mutant, number>>} */
  const byFile = new Map();
  for (const fault of allFaults()) {
    const no = numbers[fault.key];
    if (no === undefined) continue;
    const here = byFile.get(fault.file) ?? new Map();
    byFile.set(fault.file, here.set(fault, no));
  }
  return {
    name: 'generated-faults',
    enforce: 'pre',
    transform(code, id) {
      const file = id.replace(root, '').replace(/\?.*$/, '');
      const here = byFile.get(file);
      return here === undefined || id.includes('?raw')
        ? null
        : { code: withAll(file, code, here), map: null };
    },
  };
}
