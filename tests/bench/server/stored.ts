import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '../../../src/ports/log.ts';
import { systemClock, systemIds } from '../../../src/server/platform/system-adapter.ts';
import { openStore } from '../../../src/server/storage/engine/open.ts';
import { fillStore } from '../../support/fill-store.ts';
import { temporaryFolder } from '../../support/server.ts';

/** A data folder with this number of messages in a thousand conversations. */
export async function filledFolder(messages: number): Promise<string> {
  const folder = temporaryFolder();
  const path = join(folder, 'parley.db');
  await (await openStore({ path, clock: systemClock, ids: systemIds, log: silentLog })).close();
  fillStore(path, { conversations: 1_000, groups: 0, groupMembers: 0, messages });
  return folder;
}

export function copyOf(folder: string): string {
  const copy = temporaryFolder();
  copyFileSync(join(folder, 'parley.db'), join(copy, 'parley.db'));
  return copy;
}
