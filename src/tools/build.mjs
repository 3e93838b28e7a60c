import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, spawnInstalled, stop } from './run-command.mjs';

/** `pages`: the demo and the simulator to watch; never shipped. @typedef {'client' | 'server' | 'pages'} Part */

const shared = [
  'src/domain',
  'src/ports',
  'src/wire',
  'src/locales',
  'machines',
  'package-lock.json',
  'vite.config.ts',
  'src/tools/locales.mjs',
  'src/tools/login-plugin.mjs',
  'src/tools/shell-plugin.mjs',
  'src/tools/texts-plugin.mjs',
];

/** Sources of each build; a change in any of them makes the build stale. */
const sources = {
  client: [
    ...shared,
    'src/app',
    'src/client',
    'src/inspector',
    'src/replay',
    'src/console',
    'docs/rules',
    'docs/openapi.json',
    'public',
    'index.html',
    'inspect.html',
    'replay.html',
    'admin.html',
    'api.html',
  ],
  server: [...shared, 'src/server'],
  pages: [
    ...shared,
    'src/app',
    'src/client',
    'src/server',
    'src/inspector',
    'src/replay',
    'src/demo',
    'simulator',
    'docs/rules',
    'public',
    'demo.html',
    'simulate.html',
    'inspect.html',
    'replay.html',
    'vite.pages.config.ts',
  ],
};

const products = {
  client: [
    'dist/client/index.html',
    'dist/client/login.zh-CN.html',
    'dist/client/login.en.html',
    'dist/client/inspect.html',
    'dist/client/replay.html',
    'dist/client/admin.html',
    'dist/client/api.html',
    'dist/client/sw.js',
  ],
  server: ['dist/server/main.js', 'dist/server/admin-main.js'],
  pages: [
    'dist/pages/demo.html',
    'dist/pages/simulate.html',
    'dist/pages/inspect.html',
    'dist/pages/replay.html',
  ],
};

/** One after the other into one folder: the pages of the inspector and the console beside the app. */
const commands = {
  client: [
    ['build', '--emptyOutDir', '--logLevel', 'warn'],
    ['build', '--mode', 'inspector', '--logLevel', 'warn'],
  ],
  server: [['build', '--ssr', '--emptyOutDir', '--logLevel', 'warn']],
  pages: [['build', '--config', 'vite.pages.config.ts', '--emptyOutDir', '--logLevel', 'warn']],
};

/**
 * @param {string} path relative to the root
 * @returns {string[]} every file at or below it, in order of name
 */
function filesBelow(path) {
  try {
    return readdirSync(join(root, path), { withFileTypes: true })
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) =>
        entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)],
      );
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOTDIR' ? [path] : [];
  }
}

/**
 * Contents, not dates: a clone, a checkout or a copy changes all dates and nothing else.
 *
 * @param {Part} part
 */
export function fingerprint(part) {
  const hash = createHash('sha1');
  for (const file of sources[part].flatMap(filesBelow)) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** @param {Part} part */
function stampOf(part) {
  return join(root, `dist/.${part}-built-from`);
}

/** @param {string} path */
function readOrNull(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** @param {Part} part */
function isBuilt(part, now = fingerprint(part)) {
  return (
    readOrNull(stampOf(part)) === now && products[part].every((file) => readOrNull(join(root, file)) !== null)
  );
}

/**
 * Builds beside what is there and then takes its place, so that an interrupted build leaves the last
 * one whole and a server that is starting never sees half of one.
 *
 * @param {Part} part
 */
async function build(part) {
  const output = join(root, `dist/.${part}-${process.pid}`);
  const place = join(root, 'dist', part);
  const old = `${output}-old`;
  for (const command of commands[part]) {
    const { code } = await spawnInstalled('vite', [...command, '--outDir', output], {
      quiet: true,
      env: { NODE_ENV: 'production' },
    });
    if (code === 0) continue;
    rmSync(output, { recursive: true, force: true });
    stop(`The ${part} could not be built; the reason is above.`);
  }
  try {
    renameSync(place, old);
  } catch {
    // The folder did not exist.
  }
  renameSync(output, place);
  rmSync(old, { recursive: true, force: true });
}

/**
 * Builds stale parts; prints one line while it does.
 *
 * @param {readonly Part[]} [parts]
 */
export async function buildWhenStale(parts = ['client', 'server']) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  for (const part of parts) {
    const now = fingerprint(part);
    if (isBuilt(part, now)) continue;
    process.stderr.write(`Building the ${part} …\n`);
    await build(part);
    writeFileSync(stampOf(part), now);
  }
}
