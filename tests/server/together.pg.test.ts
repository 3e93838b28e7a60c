import pg from 'pg';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { groupId, groupStream, privateStream, userId, type StreamId } from '../../src/domain/ids.ts';
import { openPostgres } from '../../src/server/storage/engine/open-postgres.ts';
import { startPostgres } from '../support/postgres.ts';
import { testStore } from '../support/test-store.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const postgres = await startPostgres();
afterAll(() => postgres.stop());

let url: string;
let beforeCommit: () => void | Promise<void>;
/** Commands of each commit. */
let commits: number[];
beforeEach(async () => {
  url = await postgres.place();
  [beforeCommit, commits] = [() => undefined, []];
  testStore.open = (ports) =>
    openPostgres({
      ...ports,
      url,
      faults: { beforeCommit: () => beforeCommit() },
      committed: (commands) => commits.push(commands),
    });
});
const { world } = setUpWorld();

interface Answer {
  readonly code: number;
  readonly data: { readonly n: number; readonly seq: number; readonly msg_id: number };
}

async function say(who: Person, to: string, id: string): Promise<Answer> {
  const response = await world.raw('/enterprise/im/sendMessage', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: who.token },
    body: JSON.stringify({ id, toContactId: to, type: 'text', content: id, at: [] }),
  });
  return (await response.json()) as Answer;
}

async function three(): Promise<readonly [Person, Person, Person, string]> {
  const [anna, bela, cleo] = [
    await world.person('anna'),
    await world.person('bela'),
    await world.person('cleo'),
  ];
  await world.befriend(anna, bela);
  await world.befriend(anna, cleo);
  return [anna, bela, cleo, await world.group(anna, [bela, cleo])];
}
const eventsOf = (stream: StreamId) =>
  world.server.core.store.read((tx) => tx.streams.events(stream, 0, 1_000));
const streamOfGroup = (group: string): StreamId => groupStream(groupId(Number(group.slice(6))));

it('COMMIT-12: messages that come together commit together, in one order without a gap', async () => {
  const [anna, bela, cleo, group] = await three();
  commits = [];
  const people = [anna, bela, cleo];
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, at) => say(people[at % 3] as Person, group, `m-${at}`)),
  );
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 0));
  expect(commits.reduce((sum, count) => sum + count, 0)).toBe(30);
  expect(commits.length).toBeLessThan(15);
  const rows = await eventsOf(streamOfGroup(group));
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, at) => at + 1));
  const sentMessage = rows.flatMap(({ facts }) => (facts.kind === 'message' ? [facts] : []));
  expect(sentMessage.map(({ n }) => n)).toEqual(sentMessage.map((_, at) => at + 1));
  expect(sentMessage.map(({ msgId }) => msgId)).toEqual(
    sentMessage.map(({ msgId }) => msgId).toSorted((a, b) => a - b),
  );
  for (const [at, { data }] of answers.entries())
    expect(sentMessage.find(({ n }) => n === data.n)).toMatchObject({ id: `m-${at}`, msgId: data.msg_id });
  const counted = await world.server.core.store.read((tx) =>
    Promise.all(people.map(({ id }) => tx.members.get(streamOfGroup(group), userId(id)))),
  );
  expect(counted.map((member) => member?.own)).toEqual([10, 10, 10]);
});

it('COMMIT-12: a refused message leaves no trace, and the others of its group are kept', async () => {
  const [anna, bela, cleo, group] = await three();
  await world.call(anna, 'group/removeUser', { id: group, user_id: cleo.id });
  const before = (await eventsOf(streamOfGroup(group))).length;
  const answers = await Promise.all([
    say(anna, group, 'm-1'),
    say(cleo, group, 'm-2'),
    say(bela, group, 'm-3'),
    say(bela, String(cleo.id), 'm-4'),
  ]);
  expect(answers.map(({ code }) => code === 0)).toEqual([true, false, true, false]);
  expect((await eventsOf(streamOfGroup(group))).slice(before)).toHaveLength(2);
  const ledger = await world.server.core.store.read((tx) => tx.sends.get('m-2' as never));
  expect(ledger).toBeNull();
});

it('COMMIT-12, SEND-1: the same message twice in a group is one', async () => {
  const [anna, , , group] = await three();
  const answers = await Promise.all([say(anna, group, 'same'), say(anna, group, 'same')]);
  expect(answers.map(({ code }) => code)).toEqual([0, 0]);
  expect(new Set(answers.map(({ data }) => data.msg_id)).size).toBe(1);
});

it('COMMIT-12: a conversation that another transaction has locked delays no other', async () => {
  const [anna, bela, cleo] = await three();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const held = privateStream(userId(anna.id), userId(bela.id));
    await client.query('begin');
    await client.query('select from streams where stream = $1 for update', [held]);
    let isHeld = true;
    const waiting = say(anna, String(bela.id), 'm-1').finally(() => (isHeld = false));
    expect((await say(anna, String(cleo.id), 'm-2')).code).toBe(0);
    expect((await say(cleo, String(anna.id), 'm-3')).code).toBe(0);
    expect(isHeld).toBe(true);
    await client.query('commit');
    expect((await waiting).code).toBe(0);
  } finally {
    await client.end();
  }
});

it('COMMIT-3, COMMIT-12: when their commit fails none is written, and the next ones are', async () => {
  const [anna, bela, , group] = await three();
  const before = (await eventsOf(streamOfGroup(group))).length;
  beforeCommit = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const others = `from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`;
    await client.query(`select pg_terminate_backend(pid) ${others}`);
    while ((await client.query(`select ${others}`)).rowCount !== 0) await new Promise(setImmediate);
    await client.end();
  };
  const lost = await Promise.all([say(anna, group, 'm-1'), say(bela, group, 'm-2')]);
  expect(lost.map(({ code }) => code)).toEqual([502, 502]);
  beforeCommit = () => undefined;
  expect(await eventsOf(streamOfGroup(group))).toHaveLength(before);
  expect((await say(anna, group, 'm-1')).code).toBe(0);
});

it('COMMIT-12: a message alone asks the database twice, its session among it', async () => {
  const [anna, , , group] = await three();
  await say(anna, group, 'first');
  const makeRequest = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await say(anna, group, 'second');
    expect(makeRequest).toHaveBeenCalledTimes(2);
  } finally {
    makeRequest.mockRestore();
  }
});

it('COMMIT-12: a session that was ended elsewhere sends nothing more, in any form', async () => {
  const [anna, , , group] = await three();
  expect((await say(anna, group, 'first')).code).toBe(0);
  const before = (await eventsOf(streamOfGroup(group))).length;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const end = () => client.query('delete from tokens where user_id = $1', [anna.id]);
  const body = { id: 'm-1', toContactId: group, type: 'text', content: 'late', at: [] };
  try {
    const storedRows = (await client.query('select * from tokens where user_id = $1', [anna.id]))
      .rows as object[];
    const again = async () => {
      await end();
      for (const row of storedRows)
        await client.query(`insert into tokens select * from json_populate_record(null::tokens, $1)`, [
          JSON.stringify(row),
        ]);
      await world.call(anna, 'im/getContacts', {});
    };
    for (const late of [body, [body], { ...body, pid: 1 }, { ...body, toContactId: 'nobody' }]) {
      await again();
      await end();
      const response = await world.raw('/enterprise/im/sendMessage', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: anna.token },
        body: JSON.stringify(late),
      });
      expect(await response.json()).toMatchObject({ code: -1 });
    }
  } finally {
    await client.end();
  }
  expect(await eventsOf(streamOfGroup(group))).toHaveLength(before);
});
