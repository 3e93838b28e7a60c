import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fromCaller, textOfFile, withCallerPaths } from '../../src/server/caller-files-adapter.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'parley-caller-'))));
afterEach(() => rm(folder, { recursive: true }));

it('ADMIN-13: a relative name means the caller’s folder; a missing file names it', async () => {
  const env = { CALLER_FOLDER: folder };
  writeFileSync(join(folder, 'list.csv'), 'Anna');
  expect(await textOfFile(env, 'list.csv')).toBe('Anna');
  expect(fromCaller(env, '/tmp/list.csv')).toBe('/tmp/list.csv');
  expect(fromCaller({}, 'list.csv')).toBe(resolve('list.csv'));
  await expect(textOfFile(env, 'lst.csv')).rejects.toThrow(`The folder ${folder} contains no file lst.csv`);
  await expect(textOfFile(env, '.')).rejects.toThrow(`cannot read ${folder} (EISDIR): copy the list`);
});

it('ADMIN-13: backup, restore and copies use the folder of the caller as well', () => {
  const env = { CALLER_FOLDER: folder };
  expect(withCallerPaths(env, ['backup', 'a.db'])).toEqual(['backup', join(folder, 'a.db')]);
  expect(withCallerPaths(env, ['restore', '/b/a.db'])).toEqual(['restore', '/b/a.db']);
  const copies = withCallerPaths(env, ['copies', 'restore', '--at', 'x', '--to', 'new']);
  expect(copies.slice(3)).toEqual(['x', '--to', join(folder, 'new')]);
  expect(withCallerPaths({}, ['backup', 'a.db'])).toEqual(['backup', 'a.db']);
});

it('ADMIN-13: parley-admin passes the folder in which it was typed', () => {
  writeFileSync(join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}`, USER: 'root' };
  const script = resolve('docs/deploy/parley-admin');
  const passed = execFileSync('sh', [script, 'user', 'list'], { cwd: folder, env, encoding: 'utf8' });
  expect(passed.split('\n')).toEqual(
    expect.arrayContaining([`CALLER_FOLDER=${folder}`, 'DATA_DIR=/var/lib/parley']),
  );
  expect(passed).toMatch(/admin-main\.js\nuser\nlist\n$/);
});
