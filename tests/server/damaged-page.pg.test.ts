import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Readiness } from '../../src/server/operation/readiness.ts';
import { openPostgres } from '../../src/server/storage/engine/open-postgres.ts';
import { postgresFaults } from '../../src/server/storage/engine/postgres-faults.ts';
import { indexWords } from '../../src/server/features/search/index-words.ts';
import { startPostgres } from '../support/postgres.ts';
import { localUploads, sendFile, textFile } from '../support/uploads.ts';
import { testStore } from '../support/test-store.ts';
import { startWorld, type Person, type World } from '../support/world.ts';

const postgres = await startPostgres();
afterAll(() => postgres.stop());

let [world, schema, url]: [World, string, string] = [undefined as never, '', ''];
beforeEach(async () => {
  url = await postgres.place();
  schema = /search_path%3D(\w+)/.exec(url)?.[1] ?? '';
  const place = url;
  testStore.open = (ports) => openPostgres({ ...ports, url: place });
  world = await startWorld();
});
afterEach(() => world.close());

const say = (who: Person, to: Person, content: string) =>
  world.send(who, String(to.id), content, { id: randomUUID() });
const history = (who: Person, of: Person) =>
  world.call<readonly { readonly content: string }[]>(who, 'im/getMessageList', {
    toContactId: String(of.id),
    is_group: 0,
    page: 1,
    limit: 1,
  });
const ready = async (): Promise<Readiness> => (await (await world.raw('/readyz')).json()) as Readiness;
const reports = () => world.log.filter(({ what }) => what === 'a part of the database cannot be read');

it('OPS-20: beside a damaged page the chat list works, and /readyz and the log name the page', async () => {
  const [anna, bela, cleo, dina] = [
    await world.person('anna'),
    await world.person('bela'),
    await world.person('cleo'),
    await world.person('dina'),
  ];
  for (const other of [bela, cleo, dina]) await world.befriend(anna, other);
  // The last message of this chat is in the first page, those of the others are in later ones.
  await say(anna, dina, 'in the first page');
  for (let no = 0; no < 60; no += 1) await say(anna, bela, `${no} ${'long '.repeat(100)}`);
  await say(anna, cleo, 'in the last page');
  await postgres.damage(`${schema}.messages`, 0);
  await vi.waitUntil(async () => (await world.code(anna, 'im/getContacts')) === 0, { timeout: 8_000 });

  expect(await world.contact(anna, cleo.id)).toMatchObject({ lastContent: 'in the last page' });
  expect(await world.contact(anna, dina.id)).toMatchObject({ lastContent: '' });
  expect((await history(anna, cleo)).data.map(({ content }) => content)).toContain('in the last page');
  expect((await say(cleo, anna, 'goes on')).code).toBe(0);
  const [line] = (await history(anna, dina)).data;
  expect(line).toMatchObject({ type: 'event', content: expect.stringContaining('无法读取') });

  const { ready: isReady, reasons, warnings } = await ready();
  expect([isReady, reasons]).toEqual([true, []]);
  expect(warnings).toEqual([
    'a part of the database cannot be read: block 0 of messages; run "npm run admin -- check"',
    expect.stringMatching(/^damaged messages in the database: \d+, such as row \d+ of [\d-]+ in messages:/),
  ]);
  expect(reports()).toHaveLength(1);
  expect(reports()[0]?.facts).toMatchObject({ place: 'block 0 of messages' });
});

it('OPS-20: pages of a history are read around a damaged one, both ways, each row once', async () => {
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  for (let no = 0; no < 120; no += 1) await say(anna, bela, `${no} ${'long '.repeat(100)}`);
  await postgres.damage(`${schema}.messages`, 3);
  const page = (more: object) =>
    world.call<readonly Line[]>(bela, 'im/getMessageList', { toContactId: anna.id, limit: 25, ...more });
  const back: Line[] = [];
  for (let before = 0; ;) {
    const { code, data } = await page({ peek: 1, page: 1, ...(before > 0 && { last_id: before }) });
    expect(code).toBe(0);
    if (data.length === 0) break;
    back.unshift(...data);
    before = data[0]?.msg_id ?? 0;
  }
  const forth: Line[] = [];
  for (let more = true; more;) {
    const { data } = await page({ peek: 1, page: 1, after_n: forth.at(-1)?.n ?? 0 });
    forth.push(...data);
    more = data.length > 0;
  }
  const all = Array.from({ length: 121 }, (_, at) => at + 1);
  expect([back.map(({ n }) => n), forth.map(({ n }) => n)]).toEqual([all, all]);
  const lines = back.filter(({ content }) => content.includes('无法读取'));
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.length).toBeLessThan(30);
  expect(new Set(back.map(({ msg_id: id }) => id)).size).toBe(121);
  for (let number = 1; number <= 5; number += 1) expect((await page({ page: number })).code).toBe(0);
  const logged = world.log.filter(({ what }) => what === 'a message cannot be read');
  expect(logged.map(({ facts }) => (facts as Line).n).toSorted((a, b) => a - b)).toEqual(
    lines.map(({ n }) => n),
  );
});

interface Line {
  readonly n: number;
  readonly msg_id: number;
  readonly content: string;
}

it('CHECK-3: `check` names each damaged block of a table, and reads the others', async () => {
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  for (let no = 0; no < 120; no += 1) await say(anna, bela, `${no} ${'long '.repeat(100)}`);
  for (const block of [1, 4]) await postgres.damage(`${schema}.messages`, block);
  const matches = await postgresFaults(url);
  expect(matches.filter((fault) => fault.includes('block'))).toEqual([
    expect.stringMatching(/\.messages: block 1: invalid page in block 1 /),
    expect.stringMatching(/\.messages: block 4: invalid page in block 4 /),
  ]);
});

it('OPS-20: a thread, its pins, a search and the list of files are read around a damaged page', async () => {
  await world.close();
  testStore.open = (ports) => openPostgres({ ...ports, url });
  world = await startWorld({ uploads: await localUploads() });
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  const group = await world.group(anna, [bela]);
  const root = await world.say(anna, group, 'root');
  for (let no = 0; no < 40; no += 1) {
    const answer = await world.say(anna, group, `needle ${no} ${'long '.repeat(100)}`, { pid: root.msg_id });
    if (no % 4 !== 0) continue;
    await world.ok(anna, 'im/pinMessage', { id: answer.id, on: 1 });
    await sendFile(world, anna, group, textFile(`file${no}.txt`, `bytes ${no}`));
  }
  await indexWords(world.server.core);
  const thread = async () => {
    const body = { toContactId: group, root: root.n, limit: 50 };
    const newest = await world.ok<{ rows: readonly Line[] }>(bela, 'im/getThread', body);
    const oldest = await world.ok<{ rows: readonly Line[] }>(bela, 'im/getThread', { ...body, after_n: 0 });
    return [...new Set([...newest.rows, ...oldest.rows].map(({ n }) => n))];
  };
  const pins = async () =>
    (await world.ok<{ pins: readonly unknown[] }>(bela, 'im/getMessagePins', { toContactId: group })).pins;
  const list = () => world.rows(bela, 'files/index', { limit: 50 });
  const match = { toContactId: group, type: 'all', keywords: 'needle', limit: 100 };
  const here = () => world.rows(bela, 'im/getMessageList', match);
  const everywhere = () => world.rows(bela, 'im/search', { keywords: 'needle', limit: 50 });
  const reads = { thread, pins, list, here, everywhere };
  const sizes = async () => {
    const counts: Record<string, number> = {};
    for (const [name, read] of Object.entries(reads)) counts[name] = (await read()).length;
    return counts;
  };
  const before = await sizes();
  await postgres.damage(`${schema}.messages`, 2);
  const after = await sizes();
  for (const [name, count] of Object.entries(before)) {
    expect(after[name], name).toBeLessThan(count);
    expect(after[name], name).toBeGreaterThan(count / 2);
  }
}, 120_000);

it('OPS-20: a search limited by days is answered around a damaged page', async () => {
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  const times: number[] = [];
  for (let no = 0; no < 80; no += 1) {
    world.clock.pass(60 * 60_000);
    times.push(Math.floor(world.clock.nowMs() / 1_000));
    await say(anna, bela, `needle ${no} ${'long '.repeat(100)}`);
  }
  await indexWords(world.server.core);
  const counts = async () => {
    const all: number[] = [];
    for (const at of times.filter((_, no) => no % 10 === 5))
      for (const days of [{ since: at }, { until: at }]) {
        const { code, data } = await world.call<readonly unknown[]>(bela, 'im/search', {
          keywords: 'needle',
          limit: 100,
          ...days,
        });
        expect([days, code]).toEqual([days, 0]);
        all.push(data.length);
      }
    return all;
  };
  const before = await counts();
  await postgres.damage(`${schema}.messages`, 2);
  for (const [i, count] of (await counts()).entries()) {
    expect(count, String(i)).toBeLessThanOrEqual(before[i] ?? 0);
    expect(count, String(i)).toBeGreaterThan((before[i] ?? 0) - 25);
  }
}, 120_000);

it('OPS-20: a thread whose first message is in a damaged page says so, and keeps its answers', async () => {
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  const group = await world.group(anna, [bela]);
  const root = await world.say(anna, group, 'root');
  for (let no = 0; no < 40; no += 1) await world.say(anna, group, `${no} ${'long '.repeat(100)}`);
  const answer = await world.say(anna, group, 'an answer', { pid: root.msg_id });
  await postgres.damage(`${schema}.messages`, 0);
  const { first, rows } = await world.ok<{ first: Line | null; rows: readonly Line[] }>(
    bela,
    'im/getThread',
    {
      toContactId: group,
      root: root.n,
      limit: 20,
    },
  );
  expect(first).toMatchObject({ n: root.n, type: 'event', content: expect.stringContaining('无法读取') });
  expect(rows.map(({ n }) => n)).toEqual([answer.n]);
}, 120_000);
