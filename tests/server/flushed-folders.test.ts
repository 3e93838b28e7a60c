import { join } from 'node:path';
import type * as Promises from 'node:fs/promises';
import { beforeEach, expect, it, vi } from 'vitest';
import { FolderTarget } from '../../src/server/copies/target.ts';
import { createLocalFiles } from '../../src/server/files/open-files-adapter.ts';
import { temporaryFolder } from '../support/server.ts';

/** The order of these operations decides what survives a power cut. */
const done: string[] = [];
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof Promises>();
  return {
    ...real,
    rename: async (from: string, to: string) => {
      await real.rename(from, to);
      done.push(`name ${to}`);
    },
    open: async (path: string, ...more: readonly [string]) => {
      const handle = await real.open(path, ...more);
      const sync = handle.sync.bind(handle);
      handle.sync = async () => {
        await sync();
        done.push(`flush ${path}`);
      };
      return handle;
    },
  };
});
beforeEach(() => void done.splice(0));

it('FILE-14: an upload is acknowledged when its name and the folder made for it are flushed', async () => {
  const folder = join(temporaryFolder(), 'files');
  const files = await createLocalFiles(folder);
  for (const name of ['one-aa', 'two-aa']) {
    done.length = 0;
    const incoming = await files.receive();
    await incoming.write(new TextEncoder().encode('bytes'));
    await incoming.end();
    await incoming.keep(name, 'text/plain');
    const place = join(folder, 'aa');
    const flushed = [`flush ${incoming.scratch}`, `name ${join(place, name)}`, `flush ${place}`];
    expect(done).toEqual(name === 'one-aa' ? [...flushed, `flush ${folder}`] : flushed);
  }
});

it('FILE-14, COPY-1: so is a piece of a copy, with all folders that were made for it', async () => {
  const folder = temporaryFolder();
  await new FolderTarget(folder).write('series/deep/piece', Buffer.from('bytes'));
  const after = done.slice(done.findIndex((one) => one.startsWith('name ')) + 1);
  expect(after).toEqual(
    [join(folder, 'series/deep'), join(folder, 'series'), folder].map((one) => `flush ${one}`),
  );
});
