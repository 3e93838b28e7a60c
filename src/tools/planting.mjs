// Plants faults into copies of the tree, and runs tests there.
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { plant } from './plant.mjs';
import { root, spawnCommand } from './run-command.mjs';

const copied = [
  'machines',
  'src',
  'simulator',
  'tests',
  'docs',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/**
 * Makes a separate tree, so that a fault can never reach the real one.
 *
 * @param {string} place
 */
export function copyTree(place) {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  for (const name of copied) cpSync(`${root}${name}`, `${place}/${name}`, { recursive: true });
  symlinkSync(`${root}node_modules`, `${place}/node_modules`);
  return place;
}

/**
 * Returns the failed tests; null if the run did not end.
 *
 * @param {string} place
 * @param {string} tests
 * @param {number} timeoutMs
 * @returns {Promise<readonly { readonly title: string, readonly file: string }[] | null>}
 */
export async function failing(place, tests, timeoutMs) {
  const report = `${place}/report.json`;
  rmSync(report, { force: true });
  const script = `cd '${place}' && exec '${root}node_modules/.bin/vitest' run ${tests} --reporter=json --outputFile='${report}'`;
  await spawnCommand('/bin/sh', ['-c', script], { quiet: true, timeoutMs, silent: true });
  try {
    /** @type {{ testResults: { name: string, assertionResults: { status: string, title: string, failureMessages?: string[] }[] }[] }} */
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    // A slow machine finds nothing: a test that ran out of time does not count.
    return testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter((test) => test.status === 'failed' && !test.failureMessages?.join(' ').includes('timed out'))
        .map(({ title }) => ({ title, file: name.replace(`${place}/`, '') })),
    );
  } catch {
    return null;
  }
}

/**
 * Runs `work` in the tree with the fault; null unless its place is there exactly once.
 *
 * @template T
 * @param {string} place
 * @param {{ readonly file: string, readonly find: string, readonly replace: string }} fault
 * @param {() => Promise<T>} work
 */
export async function withFault(place, { file, ...fault }, work) {
  const path = `${place}/${file}`;
  const text = readFileSync(path, 'utf8');
  const faulty = plant(text, fault);
  if (faulty === null) return null;
  writeFileSync(path, faulty);
  try {
    return await work();
  } finally {
    writeFileSync(path, text);
  }
}
