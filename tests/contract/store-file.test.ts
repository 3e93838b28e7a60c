import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { groupId, streamId, userId } from '../../src/domain/ids.ts';
import { silentLog } from '../../src/ports/log.ts';
import type { Store } from '../../src/ports/store.ts';
import { systemIds } from '../../src/server/platform/system-adapter.ts';
import {
  StoreBusyError,
  StoreHeldError,
  StoreTooNewError,
  StoreUnavailableError,
} from '../../src/server/kernel/store-errors.ts';
import { migrate } from '../../src/server/storage/schema/migrate.ts';
import { SCHEMA_VERSION } from '../../src/server/storage/schema/migrations.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { counterIds } from '../support/counter-ids.ts';
import { checkOlderLogins } from '../support/older-logins.ts';
import { checkOlderAnswers } from '../support/older-answers.ts';
import { putMigratedFile } from '../support/migrated-file.ts';
import { olderStore } from '../support/older-store.ts';
import { happen, post, user } from '../support/store-rows.ts';
import { storeSuite } from './store-suite.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'parley-store-'));

const commit = (store: Store) => store.write((tx) => happen(tx, streamId('1-2')));
const open = (path: string) =>
  openStore({ path, clock: createVirtualClock(), ids: counterIds(), log: silentLog });

storeSuite('store in a file', () => {
  const folder = newFolder();
  return {
    durable: true,
    open: async ({ clock, beforeCommit }) => {
      const path = join(folder, 'data', 'parley.db');
      if (!existsSync(path)) await putMigratedFile(path);
      return openStore({ path, clock, ids: counterIds(), log: silentLog, faults: { beforeCommit } });
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
});

describe('the file of a store', () => {
  let folder: string;
  beforeEach(() => void (folder = newFolder()));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('START-23: one server at a time holds the folder, and commands open it beside the server', async () => {
    const options = { path: join(folder, 'parley.db'), clock: createVirtualClock(), ids: counterIds() };
    const asServer = () => openStore({ ...options, log: silentLog, alone: true });
    const first = await asServer();
    await expect(asServer()).rejects.toThrow(new StoreHeldError(folder));
    const beside = await open(options.path);
    await commit(beside);
    await beside.close();
    await expect(asServer()).rejects.toThrow(StoreHeldError);
    await first.close();
    await (await asServer()).close();
  });

  const at = (...names: string[]) => join(folder, ...names);

  it('START-2: a database newer than the code is refused and left as it is', async () => {
    await (await open(at('parley.db'))).close();
    const newer = new DatabaseSync(at('parley.db'));
    newer.exec(`update meta set value = '${SCHEMA_VERSION + 1}' where key in ('schema', 'readable')`);
    newer.close();
    await expect(open(at('parley.db'))).rejects.toThrow(StoreTooNewError);
    const after = new DatabaseSync(at('parley.db'));
    expect(after.prepare(`select value from meta where key = 'schema'`).get()).toEqual({
      value: String(SCHEMA_VERSION + 1),
    });
    after.close();
  });

  it('START-2: a folder in place of the file, one that cannot be made, and no database say so', async () => {
    writeFileSync(at('taken'), 'text, not a folder');
    await expect(open(at('taken', 'parley.db'))).rejects.toThrow(StoreUnavailableError);
    await expect(open(folder)).rejects.toThrow(StoreUnavailableError);
    writeFileSync(at('other'), 'x'.repeat(4_096));
    await expect(open(at('other'))).rejects.toThrow(StoreUnavailableError);
  });

  it('COMMIT-1: an acknowledged commit is on the disk while the store is still open', async () => {
    const store = await open(at('parley.db'));
    await store.write((tx) => post(tx, streamId('1-2'), { content: 'kept' }));
    // The state of the files at this moment is what a killed process leaves.
    for (const end of ['', '-wal']) copyFileSync(at(`parley.db${end}`), at(`copy.db${end}`));
    const copy = await open(at('copy.db'));
    const match = await copy.read((tx) => tx.messages.last(streamId('1-2'), 0));
    expect(match?.content).toBe('kept');
    await copy.close();
    await store.close();
  });

  it('COMMIT-5: while another process holds it a command is refused and nothing is written', async () => {
    const store = await open(at('parley.db'));
    const other = new DatabaseSync(at('parley.db'));
    other.exec('begin immediate');
    await expect(store.write((tx) => tx.users.insert(user()))).rejects.toThrow(StoreBusyError);
    other.exec('rollback');
    other.close();
    expect(await store.read((tx) => tx.users.count())).toBe(0);
    await store.write((tx) => tx.users.insert(user()));
    await store.close();
  });

  it('GROUP-16: a member removed before an update stays barred, a member who left does not', async () => {
    const store = olderStore();
    await store.to(8);
    const facts = [
      { kind: 'removed', by: 1, user: 2, members: 2 },
      { kind: 'removed', by: 3, user: 3, members: 1 },
      { kind: 'dissolved', by: 1 },
    ];
    for (const [at, one] of facts.entries()) {
      store.run(`insert into events (stream, seq, tx, at_ms, facts) values ('group-1', ?, 1, 1, ?)`, [
        at + 1,
        JSON.stringify(one),
      ]);
      store.run(`insert into members values ('group-1', ?, 3, 0, 1, 0, ?, 0, 0, 0, 0, 0, 0, null, 0)`, [
        at + 2,
        at + 1,
      ]);
    }
    await store.to(9);
    const { entrances } = store.rows();
    expect([...(await entrances.barred(streamId('group-1'), [2, 3, 4].map(userId)))]).toEqual([2]);
    store.close();
  });

  it('LOGINS-1, SECOND-1, PASSKEY-1, OIDC-1, INVITE-1: an update keeps what lets people in', async () => {
    const store = olderStore();
    await checkOlderLogins(
      (version) => store.to(version),
      (sql) => Promise.resolve(store.run(sql)),
      (work) => work(store.rows()),
    );
    store.close();
  });

  it('GROUP-24: after an update shown codes go on, and groups have no links', async () => {
    const store = olderStore();
    await store.to(36);
    store.run('insert into shown_codes values (1, 2, 3, 9999999999999)');
    await store.to(44);
    const { entrances } = store.rows();
    expect(await entrances.activeCode(userId(1), groupId(2))).toMatchObject({ inviter: 3, link: null });
    expect(await entrances.linksOf(groupId(2))).toEqual([]);
    store.close();
  });

  it('ALERT-1, ALERT-3: after an update, chats alert as previously, and none has an end time', async () => {
    const store = olderStore();
    await store.to(44);
    for (const [user, isNotice] of [
      [1, 1],
      [2, 0],
    ])
      store.run(
        `insert into members (stream, user_id, role, is_top, is_notice, from_seq, from_n, mark, told, own,
            mention_mark, hidden_to, is_marked, muted_until_sec, joined_at_ms)
          values ('group-1', ?, 3, 0, ?, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1)`,
        [user, isNotice],
      );
    await store.to(SCHEMA_VERSION);
    const { members } = store.rows();
    const rows = await members.of(streamId('group-1'));
    expect(rows.map(({ isNotice, atOnly, quietUntilMs }) => [isNotice, atOnly, quietUntilMs])).toEqual([
      [true, false, null],
      [false, false, null],
    ]);
    expect(await members.quietOver(Number.MAX_SAFE_INTEGER, 9)).toEqual([]);
    store.close();
  });

  it('MOMENT-7: after an update, replies from earlier versions are news', async () => {
    const store = olderStore();
    await store.to(49);
    store.run(`insert into moments values (1, 2, 'hello', '[]', 5)`);
    store.run(`insert into comments values (1, 1, 3, 1, 'hello', 7)`);
    await store.to(51);
    await store.to(SCHEMA_VERSION);
    expect(await store.rows().moments.newsAt(userId(1), true)).toBe(7);
    store.close();
  });

  it('GROUP-27: after an update, the log of a group has no lines about earlier actions', async () => {
    const store = olderStore();
    await store.to(51);
    await store.to(53);
    const { groupLines } = store.rows();
    expect(await groupLines.between(streamId('group-1'), 0, 9, 9)).toEqual([]);
    store.close();
  });

  it('GROUP-31: after an update groups know how many are in them', async () => {
    const store = olderStore();
    await store.to(56);
    for (const id of [1, 2])
      store.run(
        `insert into groups (id, name, avatar, owner, notice, setting, created_at_ms, ended)
          values (?, 'Group', '', 1, '', '{}', 1, 0)`,
        [id],
      );
    for (const [user, until] of [
      [1, null],
      [2, null],
      [3, 5],
    ])
      store.run(
        `insert into members (stream, user_id, role, is_top, is_notice, from_seq, until_seq, from_n, mark,
            told, own, mention_mark, hidden_to, is_marked, muted_until_sec, joined_at_ms)
          values ('group-1', ?, 3, 0, 1, 1, ?, 0, 0, 0, 0, 0, 0, 0, 0, 1)`,
        [user, until],
      );
    await store.to(57);
    const { members } = store.rows();
    expect([await members.count(streamId('group-1')), await members.count(streamId('group-2'))]).toEqual([
      2, 0,
    ]);
    store.close();
  });

  it('RETAIN-1: after an update, messages in each group follow the general time', async () => {
    const store = olderStore();
    await store.to(57);
    store.run(
      `insert into groups (id, name, avatar, owner, notice, setting, created_at_ms, ended)
        values (1, 'Group', '', 1, '', '{}', 1, 0)`,
      [],
    );
    store.say('group-1');
    await store.to(59);
    const { groups, messages } = store.rows();
    expect(await groups.retained()).toEqual(new Map());
    expect(await messages.oldest(streamId('group-1'), 5)).toHaveLength(1);
    store.close();
  });

  it('THREAD-1: replies from before the update belong to their threads', async () => {
    const store = olderStore();
    await migrate(store.target);
    await checkOlderAnswers(store.target);
    store.close();
  });

  it('VANISH-3: after an update chats have no timer, and what was said stays', async () => {
    const store = olderStore();
    await store.to(29);
    store.say('group-1');
    await store.to(30);
    const { timers, messages } = store.rows();
    expect(await timers.of(streamId('group-1'))).toEqual([]);
    expect(await timers.listDue(Number.MAX_SAFE_INTEGER, 1)).toEqual([]);
    expect((await messages.oldest(streamId('group-1'), 5)).map(({ content }) => content)).toEqual(['words']);
    store.close();
  });

  it('BLOCK-2: after an update no user is blocked, and all messages stay readable for all', async () => {
    const store = olderStore();
    await store.to(36);
    store.say('1-2');
    await store.to(39);
    const { blocked, messages } = store.rows();
    expect(await blocked.has(userId(1), userId(2))).toBe(false);
    expect((await messages.oldest(streamId('1-2'), 5)).map(({ only }) => only)).toEqual([null]);
    store.close();
  });

  const copyTo = (name: string) => {
    for (const end of ['', '-wal'])
      if (existsSync(at(`parley.db${end}`))) copyFileSync(at(`parley.db${end}`), at(`${name}${end}`));
  };
  const restore = (name: string) => {
    for (const end of ['-wal', '-shm']) rmSync(at(`parley.db${end}`), { force: true });
    for (const end of ['', '-wal'])
      if (existsSync(at(`${name}${end}`))) copyFileSync(at(`${name}${end}`), at(`parley.db${end}`));
  };

  it('KEEP-5: an older database file is detected once, at the start, and clients reload', async () => {
    const ids = systemIds;
    const opened = () =>
      openStore({ path: at('parley.db'), clock: createVirtualClock(), ids, log: silentLog });
    const first = await opened();
    const epoch = await first.epoch();
    await commit(first);
    await first.close();
    copyTo('old.db');
    const second = await opened();
    expect(await second.epoch()).toBe(epoch);
    await commit(second);
    await commit(second);
    await second.close();
    restore('old.db');
    const back = await opened();
    const renewed = await back.epoch();
    expect([renewed === epoch, (await back.read((tx) => tx.streams.get(streamId('1-2'))))?.head]).toEqual([
      false,
      1,
    ]);
    await commit(back);
    await back.close();
    const later = await opened();
    expect(await later.epoch()).toBe(renewed);
    await later.close();
  });

  it('KEEP-5: without its counter, or with that of another database, the database is believed', async () => {
    const first = await open(at('parley.db'));
    const epoch = await first.epoch();
    for (let n = 0; n < 3; n += 1) await commit(first);
    await first.close();
    for (const spoil of [
      () => rmSync(at('parley.db.count')),
      () => writeFileSync(at('parley.db.count'), `${'f'.repeat(32)} 1000\n`),
      () => writeFileSync(at('parley.db.count'), 'x'),
      () => truncateSync(at('parley.db.count')),
    ]) {
      spoil();
      const again = await open(at('parley.db'));
      expect(await again.epoch()).toBe(epoch);
      await again.close();
      expect(readFileSync(at('parley.db.count'), 'utf8')).toMatch(new RegExp(`^${epoch} 3 *\n`));
    }
  });

  const modes = () =>
    readdirSync(folder)
      .filter((name) => name.startsWith('parley'))
      .map((name) => [name, (statSync(at(name)).mode & 0o777).toString(8)]);

  it('KEEP-6: only the server’s user can read it, for any umask and any earlier mode', async () => {
    const umask = process.umask(0);
    try {
      const first = await open(at('parley.db'));
      await commit(first);
      expect(modes()).toEqual(
        ['parley.db', 'parley.db-shm', 'parley.db-wal', 'parley.db.count'].map((name) => [name, '600']),
      );
      await first.close();
      chmodSync(at('parley.db'), 0o644);
      const second = await open(at('parley.db'));
      await commit(second);
      expect(new Set(modes().map(([, mode]) => mode))).toEqual(new Set(['600']));
      await second.close();
    } finally {
      process.umask(umask);
    }
  });

  it('START-4: closing leaves everything in the one file', async () => {
    const store = await open(at('parley.db'));
    await store.write((tx) => tx.users.insert(user()));
    await store.close();
    copyFileSync(at('parley.db'), at('alone.db'));
    const copy = await open(at('alone.db'));
    expect(await copy.read((tx) => tx.users.count())).toBe(1);
    await copy.close();
  });
});
