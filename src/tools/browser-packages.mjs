import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { runCommand, stop } from './run-command.mjs';

/** What the browser tests need from the system, by Debian's names. */
const packages = ['chromium', 'fonts-noto-cjk', 'fonts-noto-color-emoji'];

const line = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`;

function missing() {
  if (!existsSync('/usr/bin/dpkg-query')) return existsSync('/usr/bin/chromium') ? [] : packages;
  return packages.filter((name) => {
    const { stdout } = spawnSync('dpkg-query', ['-W', '-f=${Status}', name], { encoding: 'utf8' });
    return !stdout.includes('install ok installed');
  });
}

/** Installs what is missing as root on Debian; otherwise ends with the exact line to type. */
export async function installBrowserPackages() {
  const lacking = missing();
  if (lacking.length === 0) return;
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) stop(`The browser tests need ${lacking.join(', ')}. Type as root: ${line}`);
  process.stderr.write(`Installing ${lacking.join(', ')} …\n`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const update = await runCommand('apt-get', ['update'], { env, quiet: true });
  const install = await runCommand('apt-get', ['install', '-y', '--no-install-recommends', ...lacking], { env, quiet: true });
  if (update.code !== 0 || install.code !== 0) stop(`The browser could not be installed. Type as root: ${line}`);
}
