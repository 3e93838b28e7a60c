import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { messageId, msgId, streamId, userId, type UserId } from '../../src/domain/ids.ts';
import { storeLimits as limits } from '../../src/server/kernel/limits.ts';
import { silentLog } from '../../src/ports/log.ts';
import type { MessageRow, Store, WriteTx } from '../../src/ports/store.ts';
import { backUp } from '../../src/server/storage/engine/backup.ts';
import { StoreConflictError, StoreFullError } from '../../src/server/kernel/store-errors.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { isSameRequest } from '../../src/server/features/messages/post.ts';
import { SqliteConnection } from '../../src/server/storage/engine/sqlite-dialect.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { counterIds } from '../support/counter-ids.ts';
import { putMigratedFile } from '../support/migrated-file.ts';
import { ledger, member, message, user } from '../support/store-rows.ts';

const real = Reflect.get(SqliteConnection.prototype, 'execute');
const A = streamId('1-2');
const ME = userId(1);
let folder: string;
let store: Store;
let beforeCommit = (): void => undefined;

const path = (name = 'parley.db') => join(folder, name);
const open = (name?: string) =>
  openStore({
    path: path(name),
    clock: createVirtualClock(),
    ids: counterIds(),
    log: silentLog,
    faults: { beforeCommit: () => beforeCommit() },
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-journal-'));
  beforeCommit = () => undefined;
  await putMigratedFile(path());
  store = await open();
  await store.write(async (tx) => {
    await tx.users.insert(user());
    await tx.members.save(member(A, ME));
  });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** Writes all rows of a send: place, message, ledger, count of the author and event. */
async function say(tx: WriteTx, id: string, from: UserId = ME): Promise<MessageRow> {
  const { own } = (await tx.members.get(A, from)) ?? { own: 0 };
  const { seq, n, atMs } = await tx.streams.advance(A, true);
  const [row] = await tx.messages.insertAll([
    message({ id: messageId(id), stream: A, n, from, content: `words of ${id}`, sentAtMs: atMs }),
  ]);
  if (!row) throw new Error('no message');
  await tx.sends.insert(
    ledger({ id: row.id, sender: from, msgId: row.msgId, stream: A, seq, createdAtMs: atMs }),
  );
  await tx.members.update(A, from, { own: own + 1 });
  await tx.streams.append({
    stream: A,
    seq,
    atMs,
    facts: { kind: 'message', msgId: row.msgId, id: row.id, n, from },
  });
  return row;
}

const refused = (id: string) => async (tx: WriteTx) => {
  await say(tx, id);
  // Asks for rows, which are written for it.
  await tx.messages.last(A, 0);
  await say(tx, `${id} too`);
  await tx.members.update(A, ME, { isTop: true });
  await say(tx, `${id} again`);
  throw new Error('refused');
};

/** Counts the rows of a table in the file, without the journal. */
function lying(table: string): number {
  const db = new SqliteConnection(path(), { readOnly: true });
  try {
    return (db.execute(`select count(*) as total from ${table}`)[0] as { readonly total: number }).total;
  } finally {
    db.close();
  }
}

/** All that is known of the conversation. */
const listKnown = (from: Store) =>
  from.read(async (tx) => {
    const rows = (await tx.messages.page({ stream: A, fromN: 0, limit: 1_000 })).rows.toReversed();
    const events = await tx.streams.events(A, 0, 1_000);
    const stream = await tx.streams.get(A);
    const sends = await tx.sends.getAll(rows.map(({ id }) => id));
    return {
      ids: rows.map(({ id }) => id),
      numbers: rows.map((row) => Number(row.msgId)),
      places: events.map(({ seq, facts }) => [seq, facts.kind === 'message' ? facts.id : facts.kind]),
      head: stream?.head,
      count: stream?.count,
      ledger: rows.filter(({ id, msgId: number }) => sends.get(id)?.msgId === number).length,
      own: (await tx.members.get(A, ME))?.own,
      wait: await tx.words.waiting('', 9),
      now: await tx.streams.now(),
    };
  });
const whole = (ids: readonly string[], commits: number) => ({
  ids,
  numbers: ids.map((_, at) => at + 1),
  places: ids.map((id, at) => [at + 1, id]),
  head: ids.length,
  count: ids.length,
  ledger: ids.length,
  own: ids.length,
  wait: ids.length === 0 ? [] : [A],
  now: commits + 1,
});

it('COMMIT-10: a message is committed by one row, and every reader finds all of it', async () => {
  await store.write((tx) => say(tx, 'a'));
  await Promise.all([store.write((tx) => say(tx, 'b')), store.write((tx) => say(tx, 'c'))]);
  expect(['journal', 'messages', 'events', 'sends', 'unworded', 'streams'].map(lying)).toEqual([
    2, 0, 0, 0, 0, 0,
  ]);
  expect(await listKnown(store)).toEqual(whole(['a', 'b', 'c'], 2));
  expect(['journal', 'messages', 'events', 'sends', 'unworded', 'streams'].map(lying)).toEqual([
    0, 3, 3, 3, 3, 1,
  ]);
});

it('COMMIT-10, SEND-1: an event of a message and the digest of its request are stored short', async () => {
  const digest = 'ab12'.repeat(16);
  const before = { kind: 'message', msgId: msgId(1), id: messageId('a'), n: 1, from: ME } as const;
  await store.write(async (tx) => {
    await say(tx, 'a');
    await tx.sends.insert(ledger({ id: messageId('b'), hash: digest }));
  });
  const [event] = await store.read((tx) => tx.streams.events(A, 0, 9));
  expect(event?.facts).toEqual(before);
  const stored = await store.read((tx) => tx.sends.get(messageId('b')));
  expect(stored?.hash).toHaveLength(limits.hashKept);
  const db = new SqliteConnection(path(), { readOnly: true });
  expect(db.execute('select facts from events')).toEqual([{ facts: '[1,"a",1,1]' }]);
  db.close();
  expect([
    isSameRequest(stored?.hash ?? '', digest),
    isSameRequest(stored?.hash ?? '', 'cd34'.repeat(16)),
  ]).toEqual([true, false]);
  // The ledger stores an empty request for a discarded message (SEND-13).
  expect(isSameRequest('', digest)).toBe(false);
});

it('COMMIT-10: data that every message needs is read without writing its rows', async () => {
  await store.write((tx) => say(tx, 'a'));
  const observations = await store.write(async (tx) => {
    const matches = [
      (await tx.members.get(A, ME))?.own,
      (await tx.sends.get(messageId('a')))?.seq,
      await tx.sends.get(messageId('b')),
    ];
    await say(tx, 'b');
    return [...matches, (await tx.members.get(A, ME))?.own];
  });
  expect([
    observations,
    await store.read((tx) => tx.members.get(A, ME).then((row) => row?.own)),
    lying('messages'),
  ]).toEqual([[1, 1, null, 2], 2, 0]);
});

it('COMMIT-10: jobs that read no waiting column leave the rows in the journal', async () => {
  await store.write(async (tx) => {
    await tx.members.update(A, ME, { quietUntilMs: 5 });
    await tx.streams.advance(A, true);
  });
  await listKnown(store);
  await store.write((tx) => say(tx, 'a'));
  const found = await store.read(async (tx) => [
    await tx.members.quietOver(9, 9),
    await tx.files.released(9),
  ]);
  expect(found).toEqual([[{ stream: A, user: ME }], []]);
  expect([lying('journal'), lying('messages')]).toEqual([1, 0]);
});

it('COMMIT-10, SEND-1: an id that waits is taken, of a message and in the ledger', async () => {
  await store.write((tx) => say(tx, 'a'));
  await expect(store.write((tx) => say(tx, 'a'))).rejects.toThrow(StoreConflictError);
  expect(await store.write((tx) => tx.sends.insert(ledger({ id: messageId('a') })))).toBe(false);
  expect(lying('messages')).toBe(0);
  await listKnown(store);
  await expect(store.write((tx) => say(tx, 'a'))).rejects.toThrow(StoreConflictError);
  expect(await store.write((tx) => tx.sends.insert(ledger({ id: messageId('a') })))).toBe(false);
  expect(await listKnown(store)).toEqual(whole(['a'], 1));
});

it('COMMIT-10: the number of waiting lines is limited', async () => {
  const ids = Array.from({ length: Math.ceil(limits.journalMax / 5) + limits.groupMax }, (_, at) => `m${at}`);
  await Promise.all(ids.map((id) => store.write((tx) => say(tx, id))));
  expect([lying('messages') > 0, lying('messages') < ids.length]).toEqual([true, true]);
  expect((await listKnown(store)).ids).toEqual(ids);
});

it('COMMIT-10, COMMIT-4: a process that is killed leaves the journal, and the next start writes the rows', async () => {
  for (const id of ['a', 'b']) await store.write((tx) => say(tx, id));
  for (const end of ['', '-wal', '.count'])
    if (existsSync(path(`parley.db${end}`))) copyFileSync(path(`parley.db${end}`), path(`copy.db${end}`));
  const copy = await open('copy.db');
  expect(await listKnown(copy)).toEqual(whole(['a', 'b'], 2));
  await copy.write((tx) => say(tx, 'c'));
  expect(await listKnown(copy)).toEqual(whole(['a', 'b', 'c'], 3));
  await copy.close();
});

it('COMMIT-10, ADMIN-1: two processes write by turns, and both see everything', async () => {
  const other = await open();
  const ids: string[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    const id = `m${turn}`;
    await (turn % 3 === 2 ? other : store).write((tx) => say(tx, id));
    ids.push(id);
    if (turn % 4 === 3)
      expect(await listKnown(turn % 8 === 3 ? other : store)).toEqual(whole(ids, ids.length));
  }
  expect(await listKnown(other)).toEqual(whole(ids, ids.length));
  expect(await listKnown(store)).toEqual(whole(ids, ids.length));
  await other.close();
});

it('COMMIT-10, COMMIT-2: rows that a refused command wrote out of the journal are still written', async () => {
  const ids: string[] = [];
  const take = async (id: string) => {
    await store.write((tx) => say(tx, id));
    ids.push(id);
  };
  await take('a');
  await expect(store.write(refused('no'))).rejects.toThrow('refused');
  await take('b');
  await Promise.all([take('c'), expect(store.write(refused('nor'))).rejects.toThrow('refused'), take('d')]);
  expect(await listKnown(store)).toEqual(whole(ids, 3));
  expect(await store.read(async (tx) => (await tx.members.get(A, ME))?.isTop)).toBe(false);
});

it('COMMIT-10, COMMIT-3: a failed commit leaves nothing behind and loses nothing of the other commands', async () => {
  await store.write((tx) => say(tx, 'a'));
  for (const look of [false, true]) {
    beforeCommit = () => {
      throw new Error('no commit');
    };
    await expect(
      store.write(async (tx) => (await say(tx, 'lost'), look && (await tx.messages.last(A, 0)))),
    ).rejects.toThrow();
    beforeCommit = () => undefined;
    // The first command after it, alone in its transaction, is refused.
    await expect(store.write(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  }
  await store.write((tx) => say(tx, 'b'));
  expect(await listKnown(store)).toEqual(whole(['a', 'b'], 2));
});

it('COMMIT-10, OPS-5: reads see rows that cannot be written yet, and they are written later', async () => {
  await store.write((tx) => say(tx, 'a'));
  const run = vi.spyOn(SqliteConnection.prototype, 'execute');
  run.mockImplementation(function full(this: SqliteConnection, sql, parameters) {
    if (sql === 'commit' && this.journal) throw new StoreFullError('the disk is full');
    return real.call(this, sql, parameters);
  });
  expect(await listKnown(store)).toEqual(whole(['a'], 1));
  await expect(store.write((tx) => say(tx, 'lost'))).rejects.toThrow(StoreFullError);
  expect([await listKnown(store), lying('messages')]).toEqual([whole(['a'], 1), 0]);
  run.mockRestore();
  await store.write((tx) => say(tx, 'b'));
  expect([await listKnown(store), lying('messages')]).toEqual([whole(['a', 'b'], 2), 2]);
});

it('COMMIT-10, RECALL-1: erased text is no longer in the journal', async () => {
  await store.write((tx) => say(tx, 'secret'));
  await store.write((tx) => tx.messages.delete(msgId(1)));
  expect([lying('journal'), lying('messages'), lying('unworded'), lying('dropped')]).toEqual([0, 0, 0, 1]);
});

it('COMMIT-10, KEEP-1: a copy has the rows of everything that was committed', async () => {
  for (const id of ['a', 'b']) await store.write((tx) => say(tx, id));
  expect(backUp(path(), path('copy.db')).messages).toBe(2);
  expect(readFileSync(path('copy.db')).includes('words of b')).toBe(true);
  const copy = await open('copy.db');
  expect(await listKnown(copy)).toEqual(whole(['a', 'b'], 2));
  await copy.close();
});

it('COMMIT-10: a read that asks for what seldom changes first sees one moment of what moves', async () => {
  const observations = await store.read(async (tx) => {
    await tx.users.count();
    await store.write((command) => say(command, 'a'));
    const first = (await tx.messages.last(A, 0))?.id;
    await store.write((command) => say(command, 'b'));
    return [
      first,
      (await tx.messages.last(A, 0))?.id,
      (await tx.members.get(A, ME))?.own,
      await tx.streams.now(),
    ];
  });
  expect(observations).toEqual(['a', 'a', 1, 2]);
  expect(await listKnown(store)).toEqual(whole(['a', 'b'], 2));
});
