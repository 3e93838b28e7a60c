import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Readiness } from '../../src/server/operation/readiness.ts';
import { openPostgres } from '../../src/server/storage/engine/open-postgres.ts';
import { postgresFaults } from '../../src/server/storage/engine/postgres-faults.ts';
import { startPostgres } from '../support/postgres.ts';
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
  expect((await history(anna, dina)).code).toBe(502);

  const { ready: isReady, reasons, warnings } = await ready();
  expect([isReady, reasons]).toEqual([true, []]);
  expect(warnings).toEqual([
    'a part of the database cannot be read: block 0 of messages; run "npm run admin -- check"',
  ]);
  expect(reports()).toHaveLength(1);
  expect(reports()[0]?.facts).toMatchObject({ place: 'block 0 of messages' });
});

it('CHECK-3: `check` names each damaged block of a table, and reads the others', async () => {
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  for (let no = 0; no < 120; no += 1) await say(anna, bela, `${no} ${'long '.repeat(100)}`);
  for (const block of [1, 4]) await postgres.damage(`${schema}.messages`, block);
  const found = await postgresFaults(url);
  expect(found.filter((fault) => fault.includes('block'))).toEqual([
    expect.stringMatching(/\.messages: block 1: invalid page in block 1 /),
    expect.stringMatching(/\.messages: block 4: invalid page in block 4 /),
  ]);
});
