// The score of each folder and of all: the share of judged faults that were found, and its distance from the
// score of judging all faults.
import { FOLDERS } from './faults.mjs';

/** @typedef {{ found: number, judged: number, all: number }} Count */

/** Quantile of the normal distribution for 95 %. */
const Z = 1.96;

/**
 * Wilson's interval for a share, narrower as fewer are left out.
 *
 * @param {Count} count
 * @returns {readonly [number, number]}
 */
export function interval({ found, judged, all }) {
  if (judged === 0) return [0, 1];
  const share = found / judged;
  const left = all > 1 ? Math.max(0, (all - judged) / (all - 1)) : 0;
  const z2 = Z * Z * left;
  const middle = (share + z2 / (2 * judged)) / (1 + z2 / judged);
  const half =
    (Math.sqrt(z2) / (1 + z2 / judged)) *
    Math.sqrt((share * (1 - share)) / judged + z2 / (4 * judged * judged));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/**
 * Weights each folder by its number of possible faults, not by its sample.
 *
 * @param {readonly Count[]} folders
 * @returns {{ share: number, from: number, to: number, judged: number } | null}
 */
export function overall(folders) {
  const tested = folders.filter(({ judged }) => judged > 0);
  const total = tested.reduce((sum, { all }) => sum + all, 0);
  if (total === 0) return null;
  let [share, variance] = [0, 0];
  for (const { found, judged, all } of tested) {
    const weight = all / total;
    // One more of each, so that a few found ones do not seem certain.
    const careful = (found + 1) / (judged + 2);
    share += weight * (found / judged);
    variance +=
      weight *
      weight *
      ((careful * (1 - careful)) / judged) *
      Math.max(0, (all - judged) / Math.max(1, all - 1));
  }
  const half = Z * Math.sqrt(variance);
  return {
    share,
    from: Math.max(0, share - half),
    to: Math.min(1, share + half),
    judged: tested.reduce((sum, { judged }) => sum + judged, 0),
  };
}

/** @param {number} share */
const percent = (share) => (100 * share).toFixed(0);

/**
 * @param {readonly { readonly folder: string }[]} faults all that can be made
 * @param {(folder: string, judge: import('./results.mjs').Judge) => { found: number, judged: number }} judged of those drawn
 * @returns {readonly string[]}
 */
export function table(faults, judged) {
  const judges = /** @type {const} */ (['tests', 'simulator']);
  const count = (/** @type {string} */ folder, /** @type {import('./results.mjs').Judge} */ judge) => ({
    ...judged(folder, judge),
    all: faults.filter((one) => one.folder === folder).length,
  });
  const rows = FOLDERS.map((folder) => {
    const cells = judges.map((judge) => {
      const one = count(folder, judge);
      const [from, to] = interval(one);
      return one.judged === 0
        ? '–'
        : `${percent(one.found / one.judged)} % (${percent(from)}–${percent(to)}) of ${one.judged}`;
    });
    return `| \`${folder}\` | ${count(folder, 'tests').all} | ${cells.join(' | ')} |`;
  });
  const sums = judges.map((judge) => {
    const all = overall(FOLDERS.map((folder) => count(folder, judge)));
    return all === null
      ? '–'
      : `**${percent(all.share)} %** (${percent(all.from)}–${percent(all.to)}) of ${all.judged}`;
  });
  return [
    '| Folder | Faults | Quick tests | Simulator alone |',
    '|---|---|---|---|',
    ...rows,
    `| all | ${faults.length} | ${sums.join(' | ')} |`,
  ];
}
