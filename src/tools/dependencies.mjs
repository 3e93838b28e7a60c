import { readFileSync } from 'node:fs';
import { root, spawnCommand, stop } from './run-command.mjs';

/** @typedef {{ packages?: Record<string, { version?: string, optional?: boolean, devOptional?: boolean }> }} Lock */

/**
 * Compares the two lock files. npm writes its own at the end of an installation, so an interrupted one counts
 * as missing. Packages for other platforms are optional and may be absent.
 *
 * @param {Lock} lock package-lock.json
 * @param {Lock | null} installed node_modules/.package-lock.json
 */
export function dependenciesAreStale(lock, installed) {
  if (installed === null) return true;
  const have = installed.packages ?? {};
  const want = lock.packages ?? {};
  const missing = Object.entries(want).some(([path, entry]) => {
    if (path === '') return false;
    const installed = have[path];
    return installed === undefined ? entry.optional !== true : installed.version !== entry.version;
  });
  return missing || Object.keys(have).some((path) => want[path] === undefined);
}

/**
 * @param {string} path
 * @returns {Lock | null}
 */
function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Installs the packages of package-lock.json if they are missing or differ; prints one line while it does.
 */
export async function installDependencies() {
  const lock = readLock(`${root}package-lock.json`);
  if (lock === null) stop('package-lock.json is missing or broken; restore it from version control.');
  if (!dependenciesAreStale(lock, readLock(`${root}node_modules/.package-lock.json`))) return;
  process.stderr.write('Installing dependencies (once, about half a minute) …\n');
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env['npm_execpath'];
  const { code } =
    npm === undefined
      ? await spawnCommand('npm', args, { quiet: true })
      : await spawnCommand(process.execPath, [npm, ...args], { quiet: true });
  if (code !== 0) stop('The dependencies could not be installed; npm says why above.');
}
