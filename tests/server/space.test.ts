import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { streamId } from '../../src/domain/ids.ts';
import { silentLog } from '../../src/ports/log.ts';
import type { Store } from '../../src/ports/store.ts';
import { systemClock, systemIds } from '../../src/server/platform/system-adapter.ts';
import { backUp } from '../../src/server/storage/engine/backup.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { temporaryFolder } from '../support/server.ts';
import { post } from '../support/store-rows.ts';

const HERE = streamId('group-1');
const CONTENT = 'words of this message '.repeat(40);
const folder = temporaryFolder();
const path = join(folder, 'parley.db');

/** One life of a server; closed, its file holds all of it. */
async function during(work: (store: Store) => Promise<void>): Promise<number> {
  const store = await openStore({ path, clock: systemClock, ids: systemIds, log: silentLog });
  try {
    await work(store);
  } finally {
    await store.close();
  }
  return statSync(path).size;
}

const say = (store: Store): Promise<void> =>
  store.write(async (tx) => {
    for (let at = 0; at < 400; at += 1) await post(tx, HERE, { content: CONTENT });
  });

async function clear(store: Store): Promise<void> {
  const upTo = (await store.read((tx) => tx.streams.get(HERE)))?.count ?? 0;
  while (await store.write((tx) => tx.messages.clear(HERE, upTo, 100)));
}

it('RETAIN-3: removed data makes room for new messages, and a copy has the present data alone', async () => {
  await during(() => Promise.resolve());
  const full = await during(say);
  const emptied = await during(clear);
  const copy = join(folder, 'copy.db');
  backUp(path, copy);
  expect(statSync(copy).size).toBeLessThan(emptied / 2);
  const again = await during(say);
  expect(again).toBeLessThan(full * 1.2);
});
