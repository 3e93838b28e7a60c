import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { spawnCommand, stop } from './run-command.mjs';

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
/** Firefox and WebKit, with a virtual screen and the codecs of voice messages. */
const enginePackages = [
  'firefox-esr',
  'webkit2gtk-driver',
  'xvfb',
  'xauth',
  'gstreamer1.0-plugins-base',
  'gstreamer1.0-plugins-good',
  'gstreamer1.0-plugins-bad',
  'gstreamer1.0-libav',
  'gstreamer1.0-gl',
];

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

export const installBrowserPackages = () => install('browser', browserPackages, '/usr/bin/chromium');
export const installServerPackages = () => install('server', serverPackages, '/usr/lib/postgresql');
/** Null: Firefox and WebKit are installed; otherwise what to do. */
export const installEnginePackages = () =>
  installPackages('engine', enginePackages, '/usr/bin/WebKitWebDriver');

/**
 * @param {string} kind
 * @param {readonly string[]} packages
 * @param {string} file
 */
async function install(kind, packages, file) {
  const problem = await installPackages(kind, packages, file);
  if (problem !== null) stop(problem);
}

/**
 * Installs what is missing as root on Debian.
 *
 * @param {string} kind
 * @param {readonly string[]} packages
 * @param {string} file
 * @returns {Promise<string | null>} null, or a sentence with the exact line to type
 */
async function installPackages(kind, packages, file) {
  const lacking = missing(packages, file);
  if (lacking.length === 0) return null;
  const line = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) return `The ${kind} tests need ${lacking.join(', ')}. Type as root: ${line}`;
  process.stderr.write(`Installing ${lacking.join(', ')} …\n`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const update = await spawnCommand('apt-get', ['update'], { env, quiet: true });
  const install = await spawnCommand('apt-get', ['install', '-y', '--no-install-recommends', ...lacking], {
    env,
    quiet: true,
  });
  if (update.code === 0 && install.code === 0) return null;
  return `What the ${kind} tests need could not be installed. Type as root: ${line}`;
}
