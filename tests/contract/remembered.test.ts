import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UserId } from '../../src/domain/ids.ts';
import { storeLimits as limits } from '../../src/server/kernel/limits.ts';
import { silentLog } from '../../src/ports/log.ts';
import type { Store, TokenRow } from '../../src/ports/store.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { RowMemory } from '../../src/server/storage/engine/row-memory.ts';
import { SqliteConnection } from '../../src/server/storage/engine/sqlite-dialect.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { counterIds } from '../support/counter-ids.ts';
import { putMigratedFile } from '../support/migrated-file.ts';
import { user } from '../support/store-rows.ts';

const HASH = 'f'.repeat(64);
let folder: string;
let store: Store;
let other: Store;
let [me, you]: UserId[] = [];

/** Two stores over one file are what a server and the admin command are. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-remembered-'));
  const open = () =>
    openStore({
      path: join(folder, 'parley.db'),
      clock: createVirtualClock(),
      ids: counterIds(),
      log: silentLog,
    });
  await putMigratedFile(join(folder, 'parley.db'));
  [store, other] = [await open(), await open()];
  await store.write(async (tx) => {
    [me, you] = [
      await tx.users.insert(user({ account: 'a' })),
      await tx.users.insert(user({ account: 'b' })),
    ];
    for (const [creator, friend] of [
      [me, you],
      [you, me],
    ] as const) {
      await tx.friends.insert({
        creator,
        friend,
        nickname: '',
        remark: '',
        isInvite: false,
        status: 1,
        createdAtMs: 1,
        updatedAtMs: 1,
      });
    }
    await tx.tokens.insert(token(HASH, me));
  });
  expect(await requestAnswer(store)).toEqual({
    signedIn: true,
    name: 'Somebody',
    friends: true,
    remark: undefined,
  });
});
afterEach(async () => {
  await store.close();
  await other.close();
  rmSync(folder, { recursive: true });
});

const id = (one: UserId | undefined): UserId => one as UserId;

const token = (hash: string, owner: UserId) => ({
  hash,
  user: owner,
  terminal: 'web' as const,
  isMobile: false,
  cid: '',
  createdAtMs: 1,
  expiresAtMs: 1_000,
  device: '',
  lastUse: { place: '', minute: 0 },
  elsewhere: { provider: '', session: '' },
  provedAtMs: 0,
});

/** Reads the rows that every call needs and that the store caches. */
const requestAnswer = (from: Store, nowMs = 1) =>
  from.read(async (tx) => ({
    signedIn: (await tx.tokens.byHash(HASH, nowMs)) !== null,
    name: (await tx.users.byIds([id(me)])).get(id(me))?.realname,
    friends: await tx.friends.areFriends(id(me), id(you)),
    remark: (await tx.friends.nicknames(id(me), [id(you)])).get(id(you)),
  }));

const remark =
  (nickname: string) =>
  async (tx: Parameters<Parameters<Store['write']>[0]>[0]): Promise<void> => {
    const row = await tx.friends.between(id(me), id(you));
    await tx.friends.update(row?.id ?? 0, { nickname });
  };

it('OPS-14: a login is remembered once, by its digest; nothing of its person', async () => {
  // The write of another process empties the cache.
  await other.write((tx) => tx.users.update(you as UserId, { motto: 'new' }));
  const keep = vi.spyOn(RowMemory.prototype, 'keep');
  await store.read(async (tx) => {
    expect(await tx.tokens.byHash(HASH, 1)).toMatchObject({ hash: HASH });
    await tx.users.privacy(me as UserId);
    await tx.users.activeAmong([me as UserId, you as UserId]);
  });
  expect(keep.mock.calls.map(([, values]) => values)).toEqual([[HASH]]);
  keep.mockRestore();
});

it('COMMIT-8: a row that a command changed is read again, inside the command and after it', async () => {
  await store.write(async (tx) => {
    await tx.users.update(id(me), { realname: 'Other' });
    expect((await tx.users.byId(id(me)))?.realname).toBe('Other');
    // Outside the command nothing has happened yet.
    expect((await requestAnswer(store)).name).toBe('Somebody');
  });
  expect((await requestAnswer(store)).name).toBe('Other');
  await store.write((tx) => tx.users.update(id(me), { active: false }));
  expect((await requestAnswer(store)).signedIn).toBe(false);
});

it('COMMIT-8: friendships, remarks and tokens that ended are gone with the commit', async () => {
  await store.write(remark('Near'));
  expect((await requestAnswer(store)).remark).toBe('Near');
  await store.write(async (tx) => {
    await tx.friends.end((await tx.friends.between(id(you), id(me)))?.id ?? 0);
    await tx.tokens.end(HASH);
  });
  expect(await requestAnswer(store)).toMatchObject({ signedIn: false, friends: false });
});

it('COMMIT-8: a row that a refused command wrote is not cached', async () => {
  const refused = store.write(async (tx) => {
    await tx.users.update(id(me), { realname: 'Never' });
    expect((await tx.users.byId(id(me)))?.realname).toBe('Never');
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect((await requestAnswer(store)).name).toBe('Somebody');
  expect(await store.write(async (tx) => (await tx.users.byId(id(me)))?.realname)).toBe('Somebody');
});

it('COMMIT-8: another process is seen with the next read and the next command', async () => {
  await other.write((tx) => tx.users.update(id(me), { realname: 'Theirs' }));
  expect((await requestAnswer(store)).name).toBe('Theirs');
  await other.write((tx) => tx.tokens.endOf(id(me)));
  expect((await requestAnswer(store)).signedIn).toBe(false);
  await other.write(remark('Far'));
  expect(await store.write(async (tx) => (await tx.friends.nicknames(id(me), [id(you)])).get(id(you)))).toBe(
    'Far',
  );
});

it('COMMIT-8: a read that began before a commit gives its own moment, and leaves nothing behind', async () => {
  await store.write((tx) => tx.users.update(id(you), { realname: 'Begin' }));
  const view = await store.read(async (tx) => {
    // Its snapshot is taken here.
    await tx.users.count();
    await store.write((command) => command.users.update(id(you), { realname: 'Later' }));
    return (await tx.users.byId(id(you)))?.realname;
  });
  expect(view).toBe('Begin');
  expect(await store.read(async (tx) => (await tx.users.byId(id(you)))?.realname)).toBe('Later');
});

it('COMMIT-8: sessions and changes of other users leave the rest cached', async () => {
  const connection = new SqliteConnection(':memory:', { readOnly: false });
  const alone = await openStore({
    path: ':memory:',
    connection,
    clock: createVirtualClock(),
    ids: counterIds(),
    log: silentLog,
  });
  const [first, second] = await alone.write(async (tx) => [
    await tx.users.insert(user({ account: 'a' })),
    await tx.users.insert(user({ account: 'b' })),
  ]);
  await alone.write((tx) => tx.tokens.insert(token(HASH, id(first))));
  const run = vi.spyOn(connection, 'execute');
  const countChecks = async (): Promise<number> => {
    run.mockClear();
    await alone.read(async (tx) => {
      expect((await tx.tokens.byHash(HASH, 1))?.user).toBe(first);
      expect(await tx.users.byId(id(first))).not.toBeNull();
    });
    return run.mock.calls.filter(([sql]) => sql.startsWith('select')).length;
  };
  expect([await countChecks(), await countChecks()]).toEqual([2, 0]);
  await alone.write(async (tx) => {
    await tx.tokens.insert(token('e'.repeat(64), id(second)));
    await tx.users.update(id(second), { lastLoginAtMs: 5, lastLoginIp: '127.0.0.1' });
    await tx.users.insert(user({ account: 'c' }));
  });
  expect(await countChecks()).toBe(0);
  // A cached token includes changes of its owner.
  await alone.write((tx) => tx.users.update(id(first), { lastLoginAtMs: 5 }));
  expect([await countChecks(), await countChecks()]).toEqual([2, 0]);
  await alone.write((tx) => tx.tokens.update(HASH, { cid: 'socket' }));
  expect(await countChecks()).toBe(1);
  await alone.close();
  connection.close();
});

it('COMMIT-8: a row that a refused command added is not cached, whichever read it first', async () => {
  const hash = 'd'.repeat(64);
  const refused = store.write(async (tx) => {
    const match = await tx.tokens.byHash(HASH, 1);
    await tx.tokens.insert({ ...(match as TokenRow), hash });
    const made = await tx.users.insert(user({ account: 'never' }));
    expect(await tx.tokens.byHash(hash, 1)).not.toBeNull();
    expect(await tx.users.byId(made)).not.toBeNull();
    throw Object.assign(new Error('refused'), { made });
  });
  const { made } = await refused.catch((error: unknown) => error as { readonly made: UserId });
  expect(await store.read((tx) => tx.tokens.byHash(hash, 1))).toBeNull();
  expect(await store.write((tx) => tx.users.byId(made))).toBeNull();
});

it('COMMIT-8: a query that is asked for the first time in a group that wrote there remembers nothing', () => {
  const memory = new RowMemory();
  const sql = 'select * from "users" where "id" = ?';
  memory.noteWrite('users', 'added');
  memory.keep(sql, [1], [{ id: 1 }], { users: 'id' });
  expect(memory.get(sql, [1])).toBeUndefined();
  memory.settle();
  memory.keep(sql, [1], [{ id: 1 }], { users: 'id' });
  expect(memory.get(sql, [1])).toEqual([{ id: 1 }]);
});

it('COMMIT-8: a token that was remembered ends at its time', async () => {
  expect((await requestAnswer(store, 999)).signedIn).toBe(true);
  expect((await requestAnswer(store, 1_000)).signedIn).toBe(false);
});

it('COMMIT-8: the cache has a limit, drops the oldest answer, and stores no empty one', () => {
  const memory = new RowMemory();
  const sql = 'select * from "users" where "id" = ?';
  for (let at = 0; at <= limits.rememberedMax; at += 1) memory.keep(sql, [at], [{ id: at }]);
  expect([memory.get(sql, [0]), memory.get(sql, [1])]).toEqual([undefined, [{ id: 1 }]]);
  memory.keep(sql, ['guessed'], []);
  expect(memory.get(sql, ['guessed'])).toBeUndefined();
});

it('OPS-15: a quiet store drops its cached rows, and later queries still return the truth', async () => {
  const run = vi.spyOn(SqliteConnection.prototype, 'execute');
  const countLooks = async () => {
    run.mockClear();
    await requestAnswer(store);
    return run.mock.calls.filter(([sql]) => sql.includes('from "users"')).length;
  };
  try {
    expect(await countLooks()).toBe(0);
    store.rest?.();
    expect(await countLooks()).toBe(1);
    expect(await countLooks()).toBe(0);
  } finally {
    run.mockRestore();
  }
  await store.write(async (tx) => {
    await tx.users.update(id(me), { realname: 'Other' });
    store.rest?.();
    expect((await requestAnswer(store)).name).toBe('Somebody');
    expect((await tx.users.byId(id(me)))?.realname).toBe('Other');
  });
  expect((await requestAnswer(store)).name).toBe('Other');
});
