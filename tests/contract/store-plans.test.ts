import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Kysely } from 'kysely';
import { groupId, messageId, msgId, streamId, userId } from '../../src/domain/ids.ts';
import { readsOfBots, writesOfBots } from './store/bots.ts';
import { writesOfPasskeys } from './store/passkeys.ts';
import { MESSAGE_TYPES } from '../../src/domain/message.ts';
import { migrate } from '../../src/server/storage/schema/migrate.ts';
import { SqliteConnection, sqliteBuilder } from '../../src/server/storage/engine/sqlite-dialect.ts';
import { commandOver, readingOver } from '../../src/server/storage/repositories/index.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import {
  file,
  friend,
  group,
  groupLine,
  invite,
  ledger,
  member,
  message,
  reportOf,
  token,
  user,
} from '../support/store-rows.ts';

/** A connection that records its statements. */
class Watched extends SqliteConnection {
  readonly seen = new Set<string>();
  override execute(sql: string, parameters: readonly unknown[] = []): readonly unknown[] {
    this.seen.add(sql);
    return super.execute(sql, parameters);
  }
}

const connection = new Watched(':memory:', { readOnly: false });
const A = streamId('1-2');
const ME = userId(1);
const YOU = userId(2);

beforeAll(() =>
  migrate({
    engine: 'sqlite',
    builder: sqliteBuilder as unknown as Kysely<unknown>,
    run: (sql, parameters) => Promise.resolve(connection.execute(sql, parameters)),
  }),
);
afterAll(() => connection.close());

/** The query plans of all statements that a run executes. */
async function plansOf(run: () => Promise<unknown>): Promise<readonly string[]> {
  connection.seen.clear();
  await run();
  return [...connection.seen].flatMap((sql) => {
    const variables = Array.from({ length: sql.split('?').length - 1 }, () => null);
    const rows = connection.execute(`explain query plan ${sql}`, variables) as readonly {
      readonly detail: string;
    }[];
    return rows.map((row) => row.detail);
  });
}

/** `mine` are a user's conversations, found by an index; `notes` and `behind` read a limited number. */
const scans = (plans: readonly string[]) =>
  plans.filter(
    (plan) => /^SCAN \w/.test(plan) && !/CONSTANT ROW|json_each|^SCAN (?:mine|notes|behind)$/.test(plan),
  );

it('SYNC-6: no reading query goes through a whole table', async () => {
  const tx = readingOver(connection, createVirtualClock());
  const page = { stream: A, fromN: 0, limit: 10 };
  const plans = await plansOf(async () => {
    await Promise.all([tx.users.byId(ME), tx.users.byAccount('a'), tx.users.byIds([ME])]);
    await Promise.all([
      tx.tokens.byHash('h', 0),
      tx.tokens.ofUser(ME, 0),
      tx.secondSteps.get(ME),
      tx.secondSteps.recoveryLeft(ME),
      tx.reports.byId(1),
      tx.reports.isOpen(ME, 'person', '2'),
      tx.reports.countOf(ME, 0),
      tx.audit.page(0, 9),
      tx.audit.ends(),
      ...readsOfBots(tx),
      tx.passkeys.byId('k'),
      tx.passkeys.ofUser(ME),
      tx.openIds.of('i', 's'),
      tx.openIds.ofUser(ME),
      tx.invites.byCode('c'),
      tx.invites.live(1, 5),
      tx.config.get(),
    ]);
    await Promise.all([
      tx.friends.byId(1),
      tx.friends.between(ME, YOU),
      tx.friends.areFriends(ME, YOU),
      tx.friends.pending(ME),
    ]);
    await Promise.all([
      tx.friends.applications(ME, 'sent', 1, 9),
      tx.friends.applications(ME, 'received', 1, 9),
      tx.friends.nicknames(ME, [YOU]),
    ]);
    await Promise.all([
      tx.groups.byId(groupId(1)),
      tx.members.get(A, ME),
      tx.members.of(A),
      tx.members.of(A, { page: 1, limit: 9 }),
    ]);
    await Promise.all([tx.members.idsOf(A), tx.members.count(A), tx.members.streamsOf(ME)]);
    await Promise.all([
      tx.conversations.of(ME, [A, A, A]),
      tx.conversations.one(ME, A),
      tx.conversations.part(ME, null),
      tx.streams.get(A),
      tx.streams.events(A, 0, 9),
      tx.streams.now(),
    ]);
    await Promise.all([tx.streams.changedSince([A], 1), tx.streams.eventsSince(A, 1, 0, 9)]);
    await Promise.all([
      tx.messages.byId(messageId('m')),
      tx.messages.byMsgId(msgId(1)),
      tx.messages.byMsgIds([msgId(1)]),
      tx.messages.byN(A, 1),
    ]);
    await Promise.all([tx.messages.byNames([messageId('m')], [msgId(1)]), tx.clearings.get(A)]);
    await Promise.all([tx.dissolvings.get(A), tx.groupCalls.get(A), tx.groupCalls.streamsOf(ME)]);
    await tx.groupLines.between(A, 1, 9, 9);
    await Promise.all([tx.messagePins.list(A), tx.messagePins.has(msgId(1)), tx.messagePins.count(A)]);
    await Promise.all([
      tx.messages.page(page),
      tx.messages.page({ ...page, beforeMsgId: 5 }),
      tx.messages.last(A, 0),
      tx.messages.before(A, 9, 9),
      tx.messages.ownAfter(A, ME, 0),
    ]);
    const place = { stream: A, aboveN: 1, newest: { n: 9, msgId: msgId(9) }, waits: true };
    await Promise.all([
      tx.messages.places({ user: ME, open: [], words: 'ab c', before: msgId(9), after: '', limit: 9 }),
      tx.messages.place(A, 0, msgId(9)),
      tx.messages.search({ place, words: 'ab c', types: ['text'], limit: 9 }),
      tx.members.lateMemberships(ME),
    ]);
    const list = { user: ME, open: [], role: 'sent', cate: 2, keywords: 'x', page: 1, limit: 9 } as const;
    await Promise.all([
      tx.files.byId(1),
      tx.files.byIds([1]),
      tx.files.byKey('k'),
      tx.files.same('d', 'message'),
      tx.files.findBytes('k', A, 0),
      tx.files.isHeld(1, A, 0),
      tx.files.placesOf(1, ME),
      tx.files.list(list),
    ]);
    await Promise.all([
      tx.entrances.barred(A, [ME]),
      tx.members.cameAfter(A, 1, [ME]),
      tx.members.unreadWithOwn(A, 1),
      tx.profiles.since(1, 9),
      tx.profiles.of([ME]),
      tx.entrances.activeCode(ME, groupId(1)),
    ]);
    await Promise.all([tx.emoji.of(ME, 9), tx.emoji.count(ME)]);
    await tx.messages.page({ ...page, mentioning: { user: ME, afterN: 0 } });
    await Promise.all([
      tx.mentions.count(A, ME, 0),
      tx.mentions.after(A, 1),
      tx.sends.get(messageId('m')),
      tx.ops.get(ME, 'o'),
      tx.ledger.page(messageId('m'), 9),
    ]);
  });
  expect(plans.length).toBeGreaterThan(40);
  expect(scans(plans)).toEqual([]);
  // A full scan looks like this: users are counted before the first registration only.
  expect(scans(await plansOf(() => tx.users.count()))).toHaveLength(1);
});

it('SYNC-6: events since a number are found by that number, and pages come sorted', async () => {
  const tx = readingOver(connection, createVirtualClock());
  const since = await plansOf(() => tx.streams.eventsSince(A, 1, 0, 9));
  const inOrder = expect.stringContaining('USING PRIMARY KEY (stream=? AND seq>?');
  expect(since).toEqual([inOrder, expect.stringContaining('SUBQUERY'), inOrder]);
  const sorted = await plansOf(async () => {
    await Promise.all([
      tx.messages.page({ stream: A, fromN: 0, limit: 9 }),
      tx.messages.page({ stream: A, fromN: 0, limit: 9, beforeMsgId: 5 }),
    ]);
    await Promise.all([
      tx.members.of(A, { page: 1, limit: 9 }),
      tx.messages.last(A, 0),
      tx.streams.events(A, 0, 9),
    ]);
  });
  expect(sorted.filter((plan) => plan.includes('ORDER BY'))).toEqual([]);
});

it('LIMIT-20: a list of one kind reads only that kind, and a count of all reads only messages that are not texts', async () => {
  const tx = readingOver(connection, createVirtualClock());
  const page = { stream: A, fromN: 0, limit: 9, page: 3 };
  const kind = /USING (?:COVERING )?INDEX messages_by_kind \(stream=\? AND type=\? AND n>\?/;
  const pictures = await plansOf(() => tx.messages.page({ ...page, types: ['image'] }));
  expect(pictures).toEqual([expect.stringMatching(kind), expect.stringMatching(kind)]);
  const all = await plansOf(() =>
    tx.messages.page({ ...page, types: MESSAGE_TYPES.filter((type) => type !== 'event') }),
  );
  expect(all.filter((plan) => plan.includes('messages_by_kind')).every((plan) => kind.test(plan))).toBe(true);
  expect(all).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^SEARCH messages USING INDEX messages_by_n \(stream=\? AND n>\?/),
    ]),
  );
  expect(all.filter((plan) => plan.includes('ORDER BY'))).toEqual([]);
});

it('LIMIT-20: mentions are counted by mentions, also where an engine knows that a conversation has very many messages', async () => {
  connection.execute('analyze');
  const entry = [
    ['messages', 'messages_by_n', '101000 21 1 1'],
    ['mentions', 'mentions_by_message', '500 500 1'],
    ['mentions', 'mentions', '500 500 500 1'],
    ['members', 'members', '49600 10 1'],
    ['members', 'members_by_user', '49600 10 1'],
  ];
  for (const one of entry)
    connection.execute('insert into sqlite_stat1 (tbl, idx, stat) values (?, ?, ?)', one);
  connection.execute('analyze sqlite_schema');
  const tx = readingOver(connection, createVirtualClock());
  const plans = await plansOf(async () => {
    await Promise.all([
      tx.mentions.count(A, ME, 0),
      tx.conversations.one(ME, streamId('group-1')),
      tx.conversations.of(ME, [streamId('group-1'), A]),
    ]);
  });
  const authors = plans.filter((plan) => plan.startsWith('SEARCH x USING COVERING INDEX messages_by_n'));
  expect(authors.length).toBeGreaterThan(0);
  expect(authors.every((plan) => plan.includes('n=?'))).toBe(true);
});

it('SYNC-6: no writing query goes through a whole table', async () => {
  const tx = commandOver(
    connection,
    { nowMs: 1, tx: 1, hasMoved: false },
    readingOver(connection, createVirtualClock()),
  );
  const plans = await plansOf(async () => {
    for (const _ of [ME, YOU]) await tx.users.insert(user());
    await tx.users.update(ME, { realname: 'x' });
    await Promise.all([
      tx.tokens.insert(token({ user: ME, hash: 'h' })),
      tx.tokens.update('h', { cid: 'c' }),
      tx.tokens.noteUse('h', { place: '', minute: 1 }),
      tx.tokens.end('h'),
      tx.tokens.endOf(ME),
    ]);
    await Promise.all([
      tx.secondSteps.begin(ME, 's'),
      tx.secondSteps.turnOn(ME, 's', 1),
      tx.secondSteps.takeStep(ME, 2),
      tx.secondSteps.addRecovery(ME, ['x']),
      tx.secondSteps.takeRecovery(ME, 'x'),
      tx.secondSteps.end(ME),
      tx.reports.insert(reportOf(ME)),
      tx.reports.setLooks(1, []),
      tx.reports.decide(1, { what: 'dismissed', note: '', by: '', atMs: 1, eraseMs: 2 }),
    ]);
    const login = {
      issuer: 'i',
      subject: 's',
      user: ME,
      provider: 'p',
      email: '',
      createdAtMs: 1,
      usedAtMs: 1,
    };
    await Promise.all([
      tx.audit.next(),
      tx.audit.append({ n: 1, atMs: 1, by: '', what: '', about: '', facts: '', before: '', hash: '' }),
      tx.audit.prune({ n: 1, hash: '' }),
      tx.openIds.add(login),
      tx.openIds.noteUse('i', 's'),
      tx.openIds.remove(ME, 'i', 's'),
      tx.openIds.removeAll(ME),
      ...writesOfBots(tx),
      ...writesOfPasskeys(tx),
    ]);
    await Promise.all([
      tx.invites.insert(invite('c', 9)),
      tx.invites.end('none'),
      tx.invites.use('c', ME),
      tx.friends.insert(friend(ME, YOU)),
      tx.friends.update(1, { status: 1 }),
      tx.friends.end(1),
    ]);
    await Promise.all([
      tx.groups.insert(group()),
      tx.groups.update(groupId(1), { name: 'x' }),
      tx.groups.end(groupId(1)),
    ]);
    await Promise.all([
      tx.members.save(member(A, ME)),
      tx.members.update(A, ME, { mark: 1 }),
      tx.streams.advance(A, true),
    ]);
    await tx.messages.insert(message({ id: messageId('m') }));
    await Promise.all([
      tx.messages.update(msgId(1), { content: '' }),
      tx.mentions.insert(A, 1, [0, -1]),
      tx.mentions.delete(A, 1),
      tx.messages.delete(msgId(1)),
    ]);
    await Promise.all([
      tx.files.insert(file()),
      tx.emoji.save(ME, 1, 'x'),
      tx.emoji.move(ME, [1]),
      tx.emoji.delete(ME, [1]),
      tx.files.delete(1),
    ]);
    await Promise.all([
      tx.members.readAll(A, 1),
      tx.clearings.begin(A, { n: 1, by: ME }),
      tx.clearings.end(A),
      tx.dissolvings.begin(A, { seq: 1, by: ME }),
      tx.dissolvings.end(A),
      tx.members.endOf(A, [ME], 1),
      tx.messagePins.insert({ msgId: msgId(1), stream: A, n: 1, seq: 1, by: ME, atMs: 1, afterN: 1 }),
      tx.messagePins.delete(msgId(1)),
      tx.groupLines.insert(groupLine(1), 9),
      tx.groupLines.clear(A, 1),
    ]);
    await Promise.all([tx.sends.insert(ledger()), tx.ops.insert(ME, 'o', 'a')]);
    await Promise.all([
      tx.ledger.delete(messageId('a'), messageId('b'), 9),
      tx.upkeep.deleteExpired(9),
      tx.calls.addRinging(msgId(1)),
      tx.calls.endRinging(msgId(1)),
    ]);
    await Promise.all([
      tx.profiles.noteChange(ME),
      tx.entrances.bar(A, ME),
      tx.entrances.unbar(A, [ME]),
      tx.entrances.keepShown(ME, { group: groupId(1), inviter: YOU, untilMs: 1, link: null }, 9),
    ]);
    const link = { group: groupId(1), by: ME, createdAtMs: 1, untilMs: 9, max: 1, asks: false, guestDays: 0 };
    await Promise.all([
      tx.entrances.addLink(link),
      tx.entrances.useLink(1),
      tx.entrances.endLink(groupId(1), 1),
      tx.entrances.saveRequest({ group: groupId(1), user: ME, text: '', link: 1, atMs: 1, endsMs: 9 }),
      tx.entrances.dropRequests(groupId(1), [ME]),
      tx.entrances.close(groupId(1)),
    ]);
    await Promise.all([
      tx.readingMarks.insert(A, ME, 1),
      tx.readingMarks.deleteUpTo(A, ME, 1),
      tx.calls.addTalking(msgId(1)),
      tx.calls.refreshTalking(msgId(1)),
      tx.calls.endTalking(msgId(1)),
    ]);
  });
  expect(scans(plans)).toEqual([]);
});

it('SEARCH-1, SEARCH-10: blocks are found downwards and without sorting, also everywhere', async () => {
  const tx = readingOver(connection, createVirtualClock());
  const place = { stream: A, aboveN: 1, newest: { n: 9, msgId: msgId(9) }, waits: false };
  const one = await plansOf(() => tx.messages.search({ place, words: '世界 和平', types: [], limit: 9 }));
  expect(one.filter((plan) => plan.includes('word_blocks') || plan.includes(' b '))).toEqual([
    expect.stringMatching(/^SEARCH word_blocks USING INDEX \S+ \(stream=\? AND from_n>\? AND from_n<\?\)$/),
    expect.stringMatching(/^SEARCH b USING COVERING INDEX \S+ \(stream=\? AND from_n<\?\)$/),
  ]);
  expect(one.filter((plan) => plan.includes('ORDER BY'))).toEqual([]);
  const all = await plansOf(() =>
    tx.messages.places({ user: ME, open: [], words: '世', before: msgId(9), after: '', limit: 9 }),
  );
  expect(all).toEqual(expect.arrayContaining([expect.stringContaining('members_by_user')]));
});

it('SEARCH-8: words go in and out of a block by index', async () => {
  const tx = commandOver(
    connection,
    { nowMs: 1, tx: 1, hasMoved: false },
    readingOver(connection, createVirtualClock()),
  );
  connection.execute(
    `insert into messages (id, stream, n, from_user, type, content, at, sent_at_ms, recalled)
     values ('w', '${A}', 5, 1, 'text', 'x', '[]', 1, 0)`,
  );
  connection.execute(`insert into unworded (stream, n) values ('${A}', 5)`);
  const plans = await plansOf(async () => {
    await tx.words.index(A, 9);
    await tx.messages.clear(A, 9, 9);
  });
  expect(scans(plans)).toEqual([]);
  expect(plans.filter((plan) => plan.startsWith('SEARCH word_blocks'))).toEqual(
    expect.arrayContaining([expect.stringMatching(/\(stream=\? AND from_n>\? AND from_n<\?\)$/)]),
  );
});
