import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { runCommand, stop } from './run-command.mjs';

/** Debian packages that the tests need. */
const browserPackages = [
  'chromium',
  'chromium-headless-shell',
  'coturn',
  'fonts-noto-cjk',
  'fonts-noto-color-emoji',
  'openssl',
  'pebble',
];
const serverPackages = ['postgresql', 'redis-server', 'slapd'];

/**
 * @param {readonly string[]} packages
 * @param {string} file there when they are
 */
function missing(packages, file) {
  if (!existsSync('/usr/bin/dpkg-query')) return existsSync(file) ? [] : packages;
  return packages.filter((name) => {
    const { stdout } = spawnSync('dpkg-query', ['-W', '-f=${Status}', name], { encoding: 'utf8' });
    return !stdout.includes('install ok installed');
  });
}

export const installBrowserPackages = () => installPackages('browser', browserPackages, '/usr/bin/chromium');
export const installServerPackages = () => installPackages('server', serverPackages, '/usr/lib/postgresql');

/**
 * Installs what is missing as root on Debian; otherwise ends with the exact line to type.
 * @param {string} kind
 * @param {readonly string[]} packages
 * @param {string} file
 */
async function installPackages(kind, packages, file) {
  const lacking = missing(packages, file);
  if (lacking.length === 0) return;
  const line = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) stop(`The ${kind} tests need ${lacking.join(', ')}. Type as root: ${line}`);
  process.stderr.write(`Installing ${lacking.join(', ')} …\n`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const update = await runCommand('apt-get', ['update'], { env, quiet: true });
  const install = await runCommand('apt-get', ['install', '-y', '--no-install-recommends', ...lacking], {
    env,
    quiet: true,
  });
  if (update.code !== 0 || install.code !== 0)
    stop(`What the ${kind} tests need could not be installed. Type as root: ${line}`);
}
