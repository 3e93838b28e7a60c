import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './house/repository.ts';
import { temporaryFolder } from './server.ts';

const SOURCES = [
  'src',
  'machines',
  'public',
  'docs/rules',
  'index.html',
  'inspect.html',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'tests/support/longest-first.ts',
];

/**
 * The app built from the same sources with the next version number, for one host. Answers the folder of its
 * files.
 */
export function nextBuild(version: string, code: number, host: string): string {
  const copy = temporaryFolder();
  for (const part of SOURCES) cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const replaceIn = (name: string, from: RegExp, to: string) => {
    const path = join(copy, name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  };
  replaceIn(
    'src/domain/first-limits.ts',
    /version: '[\d.]+', build: \d+/,
    `version: '${version}', build: ${code}`,
  );
  replaceIn('package.json', /"version": "[\d.]+"/, `"version": "${version}"`);
  execFileSync(join(root, 'node_modules/.bin/vite'), ['build', '--outDir', 'built', '--logLevel', 'error'], {
    cwd: copy,
    env: { ...process.env, NODE_ENV: 'production', PARLEY_HOST: host },
  });
  return join(copy, 'built');
}

/** Client, pages of operators and server with more languages. Answers the script of the server. */
export async function builtWithLanguages(locales: string): Promise<string> {
  const folder = temporaryFolder();
  const env = { ...process.env, NODE_ENV: 'production', PARLEY_LOCALES: locales };
  const build = (part: 'client' | 'server', ...options: readonly string[]) =>
    promisify(execFile)(
      join(root, 'node_modules/.bin/vite'),
      ['build', ...options, '--outDir', join(folder, part), '--logLevel', 'error'],
      { cwd: root, env },
    );
  await Promise.all([
    build('client', '--emptyOutDir').then(() => build('client', '--mode', 'inspector')),
    build('server', '--ssr'),
  ]);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return join(folder, 'server/main.js');
}

/** Installs this client in a server's folder, with `server/main.js` next to `client`. */
export function installed(client: string): { readonly folder: string; replace(next: string): void } {
  const folder = temporaryFolder();
  cpSync(join(root, 'dist/server'), join(folder, 'server'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const replace = (next: string) => {
    rmSync(join(folder, 'client'), { recursive: true, force: true });
    mkdirSync(join(folder, 'client'));
    cpSync(next, join(folder, 'client'), { recursive: true });
  };
  replace(client);
  return { folder, replace };
}

/** Replaces a text in every script of a build. Returns the number of changed scripts. */
export function alter(client: string, from: string, to: string): number {
  const assets = join(client, 'assets');
  let matchCount = 0;
  for (const name of readdirSync(assets).filter((one) => one.endsWith('.js'))) {
    const text = readFileSync(join(assets, name), 'utf8');
    if (!text.includes(from)) continue;
    matchCount += 1;
    writeFileSync(join(assets, name), text.replaceAll(from, to));
  }
  return matchCount;
}
