import pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { groupId, groupStream, privateStream, userId } from '../../src/domain/ids.ts';
import type { StreamId, UserId } from '../../src/domain/ids.ts';
import type { EventFacts, EventRow } from '../../src/ports/store.ts';
import { serverLimits } from '../../src/server/kernel/limits.ts';
import { openPostgres } from '../../src/server/storage/engine/open-postgres.ts';
import { seeded } from '../support/mutations.ts';
import { startPostgres } from '../support/postgres.ts';
import { testStore } from '../support/test-store.ts';
import { PASSWORD, startWorld, type Person, type World } from '../support/world.ts';

/** Two nodes over one database, each with its own connections, and pauses at the worst moments. */
const postgres = await startPostgres();
afterAll(() => postgres.stop());

let nodes: readonly World[];
let url: string;
let random: () => number;
beforeEach(async () => {
  random = seeded(Number(process.env['RACE_SEED'] ?? 1));
  url = await postgres.place();
  const pause = async () => {
    for (let turns = Math.floor(random() * 6); turns > 0; turns -= 1) await new Promise(setImmediate);
  };
  testStore.open = (ports) => openPostgres({ ...ports, url, faults: { beforeCommit: pause } });
  nodes = [await startWorld(), await startWorld()];
  // Nodes make different ids; those of tests are counted.
  for (let n = 0; n < 5_000; n += 1) node(1).server.core.ids.uuid();
});
afterEach(() => Promise.all(nodes.map((world) => world.close())));

const node = (at: number): World => nodes[at % 2] as World;

/** Any call on either node; the answer's code, and never a fault. */
async function call(
  who: Person,
  path: string,
  body: object,
): Promise<{ readonly code: number; readonly data: Record<string, unknown> }> {
  const response = await node(Math.floor(random() * 2)).raw(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: who.token },
    body: JSON.stringify(body),
  });
  expect(response.status, `${path} ${JSON.stringify(nodes.flatMap((one) => one.log))}`).toBe(200);
  return (await response.json()) as { code: number; data: Record<string, unknown> };
}
const say = (who: Person, to: string, id: string) =>
  call(who, '/enterprise/im/sendMessage', { id, toContactId: to, type: 'text', content: id, at: [] });
const people = async (...names: readonly string[]): Promise<readonly Person[]> => {
  const made: Person[] = [];
  for (const name of names) made.push(await node(0).person(name));
  return made;
};
const events = (stream: StreamId): Promise<readonly EventRow[]> =>
  node(0).server.core.store.read((tx) => tx.streams.events(stream, 0, 100_000));

async function expectGapless(stream: StreamId): Promise<void> {
  const rows = await events(stream);
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, at) => at + 1));
  const listed = rows.flatMap(({ facts }) => (facts.kind === 'message' ? [facts.n] : []));
  expect(listed).toEqual(listed.map((_, at) => at + 1));
}

/** Ordinals of the user's messages, and the place where their permission ended. */
async function sendMessage(
  stream: StreamId,
  who: UserId,
  ended: (facts: EventFacts) => boolean,
): Promise<{ readonly end: number; readonly after: readonly number[] }> {
  const rows = await events(stream);
  const end = rows.find(({ facts }) => ended(facts))?.seq ?? 0;
  return {
    end,
    after: rows
      .filter(({ seq, facts }) => seq > end && facts.kind === 'message' && facts.from === who)
      .map(({ seq }) => seq),
  };
}

it('COMMIT-6: a removed, muted or dissolved member sends nothing after that', async () => {
  const [anna, ...others] = (await people('anna', 'bela', 'cleo', 'dora', 'emil')) as [Person, ...Person[]];
  for (const other of others) await node(0).befriend(anna, other);
  const group = await node(0).group(anna, others);
  const stream = groupStream(groupId(Number(group.slice(6))));
  const [bela, cleo, dora, emil] = others as [Person, Person, Person, Person];
  const talk = (who: Person, times: number) =>
    Promise.all(Array.from({ length: times }, (_, n) => say(who, group, `${who.account}-${n}`)));
  const talking = others.map((who) => talk(who, 25));
  await say(anna, group, 'first');
  const ends = [
    call(anna, '/enterprise/group/removeUser', { id: group, user_id: bela.id }),
    call(anna, '/enterprise/group/setNoSpeak', { id: group, user_id: cleo.id, noSpeakTimer: 4 }),
    call(dora, '/enterprise/group/removeUser', { id: group, user_id: dora.id }),
  ];
  expect((await Promise.all(ends)).map(({ code }) => code)).toEqual([0, 0, 0]);
  await Promise.all(talking);
  for (const [who, ended] of [
    [bela, (facts: EventFacts) => facts.kind === 'removed' && facts.user === bela.id],
    [cleo, (facts: EventFacts) => facts.kind === 'muted' && facts.user === cleo.id],
    [dora, (facts: EventFacts) => facts.kind === 'removed' && facts.user === dora.id],
  ] as const) {
    const { end, after } = await sendMessage(stream, userId(who.id), ended);
    expect(end).toBeGreaterThan(0);
    expect(after).toEqual([]);
  }
  const last = talk(emil, 10);
  expect((await call(anna, '/enterprise/group/removeGroup', { id: group })).code).toBe(0);
  await last;
  const kinds = (await events(stream)).map(({ facts }) => facts.kind);
  // Its messages and earlier events are deleted with it (GROUP-5).
  expect(kinds).toEqual(['dissolved', 'cleared']);
});

it('SEND-1: repeats of one send on both nodes at the same time make one message and one answer', async () => {
  const [anna, bela] = (await people('anna', 'bela')) as [Person, Person];
  await node(0).befriend(anna, bela);
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => say(anna, String(bela.id), `same-${round}`)),
    );
    expect(
      new Set(answers.map(({ code, data }) => `${code} ${String(data['msg_id'])} ${String(data['seq'])}`))
        .size,
    ).toBe(1);
    expect(answers[0]?.code).toBe(0);
  }
  const stream = privateStream(userId(anna.id), userId(bela.id));
  expect((await events(stream)).filter(({ facts }) => facts.kind === 'message')).toHaveLength(1 + 5);
  await expectGapless(stream);
});

it('SEND-1: repeats of one operation at the same time make one group', async () => {
  const [anna, bela] = (await people('anna', 'bela')) as [Person, Person];
  await node(0).befriend(anna, bela);
  const made = await Promise.all(
    Array.from({ length: 6 }, () =>
      call(anna, '/enterprise/group/add', { user_ids: [bela.id], name: 'Once', op: 'op-1' }),
    ),
  );
  expect(new Set(made.map(({ data }) => data['id'])).size).toBe(1);
  expect(
    (await node(0).rows(anna, '/enterprise/im/getContacts')).filter((row) => row.is_group === 1),
  ).toHaveLength(1);
});

it('SEND-6: the items of an array stay in order among other senders', async () => {
  const [anna, bela] = (await people('anna', 'bela')) as [Person, Person];
  await node(0).befriend(anna, bela);
  const items = Array.from({ length: 20 }, (_, n) => ({
    id: `item-${n}`,
    toContactId: String(bela.id),
    type: 'text',
    content: `${n}`,
    at: [],
  }));
  const noise = Promise.all(Array.from({ length: 20 }, (_, n) => say(bela, String(anna.id), `noise-${n}`)));
  const answer = await node(0).call<
    readonly { readonly code: number; readonly data: { readonly n: number } }[]
  >(anna, '/enterprise/im/sendMessage', items);
  await noise;
  const places = answer.data.map(({ data }) => data.n);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  await expectGapless(privateStream(userId(anna.id), userId(bela.id)));
});

it('COMMIT-6: first account, friendships and taken accounts are decided once', async () => {
  const register = (at: number, account: string) =>
    node(at).raw('/common/pub/register', {
      method: 'POST',
      body: JSON.stringify({ account, realname: 'Name', password: PASSWORD }),
    });
  const answers = await Promise.all(
    ['anna', 'bela', 'cleo', 'anna', 'anna', 'dora'].map((account, at) => register(at, account)),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const codes = await Promise.all(
    answers.map(async (answer) => ((await answer.json()) as { code: number }).code),
  );
  expect(codes.filter((code) => code === 0)).toHaveLength(4);
  const users = await node(0).server.core.store.read((tx) => tx.users.active(0, 100));
  expect(users.filter(({ role }) => role === 1)).toHaveLength(1);

  const [anna, bela] = [await node(0).login('anna'), await node(0).login('bela')];
  const applied = await Promise.all([
    call(anna, '/enterprise/friend/add', { user_id: bela.id, remark: 'hello' }),
    call(bela, '/enterprise/friend/add', { user_id: anna.id, remark: 'hello' }),
  ]);
  expect(applied.map(({ code }) => code)).toEqual([0, 0]);
  expect(
    await node(0).server.core.store.read((tx) => tx.friends.areFriends(userId(anna.id), userId(bela.id))),
  ).toBe(true);
});

it('RECALL-2: recalling twice at the same time is recalling once', async () => {
  const [anna, bela] = (await people('anna', 'bela')) as [Person, Person];
  await node(0).befriend(anna, bela);
  await say(anna, String(bela.id), 'm-1');
  await Promise.all(Array.from({ length: 6 }, () => call(anna, '/enterprise/im/undoMessage', { id: 'm-1' })));
  const kinds = (await events(privateStream(userId(anna.id), userId(bela.id)))).map(
    ({ facts }) => facts.kind,
  );
  expect(kinds.filter((kind) => kind === 'recall')).toHaveLength(1);
});

it('COMMIT-6: commands about the same people in every order all end, and counts agree with a recount', async () => {
  const crowd = await people('anna', 'bela', 'cleo', 'dora');
  const [anna, bela, cleo, dora] = crowd as [Person, Person, Person, Person];
  for (const [a, b] of [
    [anna, bela],
    [anna, cleo],
    [anna, dora],
    [bela, cleo],
    [bela, dora],
  ] as const)
    await node(0).befriend(a, b);
  const groups = [await node(0).group(anna, [bela, cleo]), await node(0).group(bela, [anna, dora])];
  const work: Promise<{ readonly code: number }>[] = [];
  const marks = new Set<Promise<unknown>>();
  const mark = (answer: Promise<{ readonly code: number }>): void => {
    marks.add(answer);
    work.push(answer.finally(() => marks.delete(answer)));
  };
  for (let n = 0; n < 120; n += 1) {
    const who = crowd[Math.floor(random() * 4)] as Person;
    const group = groups[Math.floor(random() * 2)] as string;
    const kind = Math.floor(random() * 6);
    if (kind < 3) work.push(say(who, group, `${who.account}-${n}`));
    else if (kind === 3)
      mark(
        call(who, '/enterprise/im/setMsgIsRead', {
          toContactId: group,
          messages: [{ n: Math.floor(random() * 40) }],
        }),
      );
    else if (kind === 4)
      work.push(call(who, '/enterprise/im/setChatTop', { id: group, is_top: random() < 0.5 ? 1 : 0 }));
    else
      work.push(
        call(who, '/enterprise/group/addGroupUser', {
          id: group,
          user_ids: [anna.id, bela.id, cleo.id, dora.id],
        }),
      );
  }
  // Marks that follow too soon are stored and answered a second later (COUNT-8).
  while (marks.size > 0) for (const { clock } of nodes) await clock.advance(1_000);
  await Promise.all(work);
  await Promise.all(nodes.map((world) => world.settle()));
  for (const group of groups) {
    const stream = groupStream(groupId(Number(group.slice(6))));
    await expectGapless(stream);
    await node(0).server.core.store.read(async (tx) => {
      for (const member of await tx.members.of(stream))
        expect(member.own, `${group} ${member.user}`).toBe(
          await tx.messages.ownAfter(stream, member.user, member.mark),
        );
    });
  }
});

/** The status of each node's look at its store. */
async function ready(): Promise<readonly number[]> {
  for (const { clock } of nodes) clock.pass(serverLimits.readyEveryMs);
  return Promise.all(nodes.map(async (world) => (await world.raw('/readyz')).status));
}

it('NODE-17: a node that is frozen while it tries its store leaves the others ready', async () => {
  expect(await ready()).toEqual([200, 200]);
  const frozen = new pg.Client({ connectionString: url });
  await frozen.connect();
  await frozen.query('begin');
  await frozen.query(`select key from meta for update`);
  expect(await ready()).toEqual([200, 200]);
  await frozen.end();
});
