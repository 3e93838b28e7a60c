import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { silentLog } from '../../../src/ports/log.ts';
import { systemClock, systemIds } from '../../../src/server/platform/system-adapter.ts';
import { openStore } from '../../../src/server/storage/engine/open.ts';
import { SqliteConnection } from '../../../src/server/storage/engine/sqlite-dialect.ts';
import { temporaryFolder } from '../../support/server.ts';

/** Users who write: pairs of friends (1 and 2, 3 and 4 …), and the first users in one group. */
export interface Site {
  readonly people: number;
  readonly groupMembers: number;
}

export interface Person {
  readonly id: number;
  readonly token: string;
}

/** The partner of a pair. */
export const partnerOf = (id: number): number => (id % 2 === 1 ? id + 1 : id - 1);
export const personAt = (id: number): Person => ({ id, token: id.toString(16).padStart(64, '0') });

const SERIES = 'with recursive s(i) as (select 1 union all select i + 1 from s where i < ?)';
const SETTING = '{"manage":false,"invite":true,"profile":true,"history":true,"nospeak":0}';
const MEMBER =
  'stream, user_id, role, is_top, is_notice, from_seq, until_seq, from_n, mark, own, mention_mark, hidden_to, muted_until_sec, inviter, joined_at_ms';

/** A data folder with these signed-in users and no messages. Each server begins with a separate copy. */
export async function siteFolder({ people, groupMembers }: Site): Promise<string> {
  const folder = temporaryFolder();
  const path = join(folder, 'parley.db');
  await (await openStore({ path, clock: systemClock, ids: systemIds, log: silentLog })).close();
  const db = new SqliteConnection(path, { readOnly: false });
  const pairs = people / 2;
  db.execute('begin immediate');
  db.execute(
    `insert into users (id, account, realname, password_hash, avatar, email, motto, sex, role, is_auth, active, created_at_ms, last_login_at_ms, last_login_ip)
     ${SERIES} select i, 'person' || i, 'Person ' || i, '', '', '', '', 2, 0, 0, 1, 1, 0, '' from s`,
    [people],
  );
  for (const [creator, friend] of [
    ['2 * i - 1', '2 * i'],
    ['2 * i', '2 * i - 1'],
  ]) {
    db.execute(
      `insert into friends (creator, friend, nickname, remark, is_invite, status, created_at_ms, updated_at_ms) ${SERIES} select ${creator}, ${friend}, '', '', 0, 1, 1, 1 from s`,
      [pairs],
    );
    db.execute(
      `insert into members (${MEMBER}) ${SERIES} select (2 * i - 1) || '-' || (2 * i), ${creator}, 3, 0, 1, 0, null, 0, 0, 0, 0, 0, 0, null, 1 from s`,
      [pairs],
    );
  }
  db.execute(
    `insert into streams (stream, head, count, floor, tx, last_at_ms) ${SERIES} select (2 * i - 1) || '-' || (2 * i), 0, 0, 0, 1, 1 from s`,
    [pairs],
  );
  if (groupMembers > 0) {
    db.execute(
      `insert into groups (id, name, avatar, owner, notice, setting, created_at_ms, ended, members)
        values (1, 'Group', '', 1, '', ?, 1, 0, ?)`,
      [SETTING, groupMembers],
    );
    db.execute(
      `insert into streams (stream, head, count, floor, tx, last_at_ms) values ('group-1', 0, 0, 0, 1, 1)`,
    );
    db.execute(
      `insert into members (${MEMBER}) ${SERIES} select 'group-1', i, 3, 0, 1, 0, null, 0, 0, 0, 0, 0, 0, null, 1 from s`,
      [groupMembers],
    );
  }
  for (let id = 1; id <= people; id += 1) {
    const hash = createHash('sha256').update(personAt(id).token).digest('hex');
    db.execute(
      `insert into tokens (hash, user_id, terminal, is_mobile, cid, created_at_ms, expires_at_ms) values (?, ?, 'web', 0, '', 1, ?)`,
      [hash, id, Date.now() + 1e10],
    );
  }
  db.execute('commit');
  db.execute('pragma wal_checkpoint(truncate)');
  db.close();
  return folder;
}

/** The content of a server's store, by any author. Read after each run. */
export function storedMessages(folder: string): { readonly messages: number; readonly events: number } {
  const db = new SqliteConnection(join(folder, 'parley.db'), { readOnly: true });
  const count = (table: string) =>
    (db.execute(`select count(*) as total from ${table}`)[0] as { readonly total: number }).total;
  const counts = { messages: count('messages'), events: count('events') };
  db.close();
  return counts;
}

const LOOK_MS = 100;

/** Waits until the words of all messages are in the index. */
export async function withWords(folder: string): Promise<void> {
  const db = new SqliteConnection(join(folder, 'parley.db'), { readOnly: true });
  while (db.execute('select 1 from unworded union all select 1 from journal limit 1').length > 0)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  db.close();
}
