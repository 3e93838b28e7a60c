import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { streamId } from '../../src/domain/ids.ts';
import { silentLog } from '../../src/ports/log.ts';
import type { Store } from '../../src/ports/store.ts';
import { CopyCipher } from '../../src/server/copies/copy-cipher.ts';
import { Copier } from '../../src/server/copies/copier.ts';
import { restoreAt } from '../../src/server/copies/restore.ts';
import { Shelf } from '../../src/server/copies/shelf.ts';
import { FolderTarget } from '../../src/server/copies/target.ts';
import { systemClock, systemIds } from '../../src/server/platform/system-adapter.ts';
import { faultLine } from '../../src/server/start-fault.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { temporaryFolder } from './server.ts';
import { happen } from './store-rows.ts';

export const HERE = streamId('1-2');
export const KEY = 'a key that nobody guesses';
export const START = Date.parse('2026-11-24T03:00:00Z');
export const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** Closed after the test. */
export async function opened(path: string): Promise<Store> {
  const store = await openStore({ path, clock: systemClock, ids: systemIds, log: silentLog });
  ends.push(() => store.close());
  return store;
}

/** A target that can be away. */
export class Away extends FolderTarget {
  fault: Error | null = null;
  /** After so many pieces it takes none and says nothing. */
  stops: { left: number; readonly told: () => void } | null = null;
  override async put(name: string, bytes: Buffer): Promise<void> {
    if (this.fault) throw this.fault;
    if (this.stops && (this.stops.left -= 1) < 0) {
      this.stops.told();
      await new Promise(() => undefined);
    }
    await super.put(name, bytes);
  }
}

/** A database that is copied, with a clock that the test moves. */
export async function copiedPlace() {
  const folder = temporaryFolder();
  const path = join(folder, 'data', 'parley.db');
  const store = await opened(path);
  const target = new Away(join(folder, 'copies'));
  const shelf = new Shelf(target, new CopyCipher(KEY));
  const at = { ms: START };
  const newCopier = () => {
    const copier = new Copier({
      path,
      shelf,
      nowMs: () => at.ms,
      keptMs: 3 * 86_400_000,
      hex: (bytes) => systemIds.hex(bytes),
    });
    ends.push(() => copier.stop());
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
  const back = async (atMs: number, by = shelf) => {
    const to = join(folder, `back-${systemIds.hex(4)}`);
    return { ...(await restoreAt(by, { atMs, to, epoch: 'another' })), to };
  };
  const headAt = async (atMs: number) => {
    const { to } = await back(atMs);
    return (await (await opened(join(to, 'parley.db'))).read((tx) => tx.streams.get(HERE)))?.head;
  };
  const names = () => readdirSync(join(folder, 'copies'), { recursive: true }).map(String).toSorted();
  const of = (kind: string) =>
    names()
      .filter((name) => name.includes(`/${kind}-`))
      .map((name) => join(folder, 'copies', name));
  return { folder, path, store, target, shelf, at, copier, newCopier, second, say, back, headAt, names, of };
}

export async function faultOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return faultLine(error);
  }
  return '';
}
