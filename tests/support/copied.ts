import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { streamId } from '../../src/domain/ids.ts';
import { silentLog } from '../../src/ports/log.ts';
import type { Store } from '../../src/ports/store.ts';
import { CopyCipher } from '../../src/server/copies/copy-cipher.ts';
import { Copier } from '../../src/server/copies/copier.ts';
import { restoreAt } from '../../src/server/copies/restore.ts';
import { CopyStore } from '../../src/server/copies/copy-store.ts';
import { S3Target } from '../../src/server/copies/s3-target.ts';
import { FolderTarget, type CopyTarget, type Listed } from '../../src/server/copies/target.ts';
import { systemClock, systemIds } from '../../src/server/platform/system-adapter.ts';
import { copyLimits } from '../../src/server/kernel/copy-limits.ts';
import { faultLine } from '../../src/server/start-fault.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { putMigratedFile } from './migrated-file.ts';
import { temporaryFolder } from './server.ts';
import { keys, startSignedStorage, type SignedStorage } from './signed-storage.ts';
import { happen } from './store-rows.ts';

export const HERE = streamId('1-2');
export const KEY = 'a key that nobody guesses';
/** One for all tests: deriving its keys takes a tenth of a second each time. */
export const CIPHER = new CopyCipher(KEY);
export const START = Date.parse('2026-11-24T03:00:00Z');
/** Done after the test that runs, last things first. */
export const atEnd = (end: () => unknown): void => onTestFinished(async () => void (await end()));

/** Pieces and logs of copies have this part of their real size, for the same steps with fewer bytes. */
export const SMALLER = 8;
export function smallerPieces(): () => void {
  const { partBytes, emptyPages, heldPages } = copyLimits;
  Object.assign(copyLimits, {
    partBytes: partBytes / SMALLER,
    emptyPages: emptyPages / SMALLER,
    heldPages: Math.floor(heldPages / SMALLER),
  });
  return () => void Object.assign(copyLimits, { partBytes, emptyPages, heldPages });
}

/** Closed after the test. */
export async function opened(path: string): Promise<Store> {
  const store = await openStore({ path, clock: systemClock, ids: systemIds, log: silentLog });
  atEnd(() => store.close());
  return store;
}

/** Somewhere to put copies, with what the target itself would never do to them. */
export interface Place {
  readonly target: CopyTarget;
  /** Names of all pieces, in order. */
  names(): readonly string[];
  read(name: string): Buffer;
  write(name: string, bytes: Buffer): void;
  remove(name: string): void;
}

export const inFolder = (): Promise<Place & { readonly folder: string }> => {
  const folder = join(temporaryFolder(), 'copies');
  const pathOf = (name: string) => join(folder, name);
  const names = () =>
    !existsSync(folder)
      ? []
      : readdirSync(folder, { recursive: true })
          .map(String)
          .filter((name) => statSync(pathOf(name)).isFile())
          .toSorted();
  return Promise.resolve({
    folder,
    target: new FolderTarget(folder),
    names,
    read: (name) => readFileSync(pathOf(name)),
    write: (name, bytes) => writeFileSync(pathOf(name), bytes),
    remove: (name) => rmSync(pathOf(name)),
  });
};

export async function inBucket(): Promise<Place & { readonly storage: SignedStorage }> {
  const storage = await startSignedStorage();
  atEnd(() => storage.stop());
  const { objects, endpoint } = storage;
  const start = '/bucket/parley/';
  return {
    storage,
    target: new S3Target({ ...keys, endpoint }, 'parley/'),
    names: () => [...objects.keys()].map((name) => name.slice(start.length)).toSorted(),
    read: (name) => objects.get(start + name)?.bytes ?? Buffer.alloc(0),
    write: (name, bytes) => void objects.set(start + name, { bytes, type: '' }),
    remove: (name) => void objects.delete(start + name),
  };
}

export const PLACES: readonly (readonly [name: string, make: () => Promise<Place>])[] = [
  ['a folder', inFolder],
  ['a bucket', inBucket],
];

/** A target that can be away. */
export class Away implements CopyTarget {
  fault: Error | null = null;
  /** Refuses to remove anything. */
  keepsAll = false;
  /** The target stops accepting pieces after this number, without an error. */
  stops: { left: number; readonly resolve: () => void } | null = null;

  constructor(private readonly inner: CopyTarget) {}

  list(start: string): Promise<readonly Listed[]> {
    return this.inner.list(start);
  }
  get(name: string): Promise<Buffer> {
    return this.inner.get(name);
  }
  delete(name: string): Promise<void> {
    return this.keepsAll ? Promise.reject(new Error('EACCES: not allowed')) : this.inner.delete(name);
  }
  async write(name: string, bytes: Buffer): Promise<void> {
    if (this.fault) throw this.fault;
    if (this.stops && (this.stops.left -= 1) < 0) {
      this.stops.resolve();
      await new Promise(() => undefined);
    }
    await this.inner.write(name, bytes);
  }
}

/** A database that is copied, with a clock that the test moves. */
export async function copiedPlace(make: () => Promise<Place> = inFolder) {
  const folder = temporaryFolder();
  const path = join(folder, 'data', 'parley.db');
  await putMigratedFile(path);
  const store = await opened(path);
  const place = await make();
  const target = new Away(place.target);
  const copyStore = new CopyStore(target, CIPHER);
  const at = { ms: START };
  const newCopier = (by = copyStore) => {
    const copier = new Copier({
      path,
      copyStore: by,
      nowMs: () => at.ms,
      retentionMs: 3 * 86_400_000,
      hex: (bytes) => systemIds.hex(bytes),
    });
    atEnd(() => copier.stop());
    return copier;
  };
  const copier = newCopier();
  const second = async (times = 1, by = copier) => {
    for (let n = 0; n < times; n += 1) {
      while (!(await by.turn()));
      at.ms += 1_000;
    }
  };
  const say = async (times = 1) => {
    for (let n = 0; n < times; n += 1) await store.write((tx) => happen(tx, HERE));
  };
  const back = async (atMs: number, by = copyStore) => {
    const to = join(folder, `back-${systemIds.hex(4)}`);
    return { ...(await restoreAt(by, { atMs, to, epoch: 'another', files: null })), to };
  };
  const headAt = async (atMs: number) => {
    const { to } = await back(atMs);
    return (await (await opened(join(to, 'parley.db'))).read((tx) => tx.streams.get(HERE)))?.head;
  };
  const of = (kind: string) => place.names().filter((name) => name.includes(`/${kind}-`));
  return {
    folder,
    path,
    store,
    place,
    target,
    copyStore,
    at,
    copier,
    newCopier,
    second,
    say,
    back,
    headAt,
    of,
  };
}

export async function faultOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return faultLine(error);
  }
  return '';
}
