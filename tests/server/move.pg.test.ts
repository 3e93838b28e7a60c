import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { moveData } from '../../src/server/storage/engine/move.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { openPostgres } from '../../src/server/storage/engine/open-postgres.ts';
import { systemClock, systemIds } from '../../src/server/platform/system-adapter.ts';
import { silentLog } from '../../src/ports/log.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { startPostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/server.ts';
import { testStore } from '../support/test-store.ts';
import { countingIds, startWorld, type World } from '../support/world.ts';

const postgres = await startPostgres();
afterAll(() => postgres.stop());

async function worldIn(path: string): Promise<World> {
  testStore.open = (ports) => openStore({ ...ports, path });
  return startWorld();
}

it('KEEP-3: everything moves to PostgreSQL by one command: same people, same words, numbers that go on, another epoch', async () => {
  const path = join(temporaryFolder(), 'parley.db');
  const before = await worldIn(path);
  const [anna, bela] = [await before.person('anna'), await before.person('bela')];
  await before.befriend(anna, bela);
  const group = await before.group(anna, [bela]);
  const say = (world: World, to: string, id: string) => world.say(anna, to, `字 "${id}" \\ 🙂`, { id });
  for (let n = 0; n < 30; n += 1) await say(before, n % 2 ? group : String(bela.id), `word-${n}`);
  await before.ok(anna, '/enterprise/im/undoMessage', { id: 'word-29' });
  const epoch = await before.server.core.store.epoch();
  const read = (world: World) =>
    Promise.all([
      world.rows(bela, 'im/getMessageList', { toContactId: group, is_group: 1, peek: 1 }),
      world.rows(bela, 'im/getMessageList', { toContactId: anna.id, peek: 1 }),
    ]);
  const words = await read(before);
  const contacts = await before.rows(bela, '/enterprise/im/getContacts');
  await before.close();
  await collectGarbage();

  const url = await postgres.place();
  await (await openPostgres({ url, clock: systemClock, ids: systemIds, log: silentLog })).close();
  const moved = await moveData(path, url, 'moved epoch');
  expect(moved.rows).toBeGreaterThan(60);
  expect(moved.tables).toBeGreaterThan(20);

  testStore.open = (ports) => openPostgres({ ...ports, url });
  const after = await startWorld();
  for (let n = 0; n < 2_000; n += 1) after.server.core.ids.uuid();
  expect(await read(after)).toEqual(words);
  expect(await after.rows(bela, '/enterprise/im/getContacts')).toEqual(contacts);
  expect(await after.server.core.store.epoch()).toBe('moved epoch');
  expect(epoch).not.toBe('moved epoch');
  await say(after, group, 'word-30');
  const [last] = (await read(after))[0].slice(-1);
  expect(Number(last?.msg_id)).toBeGreaterThan(Math.max(...words.flat().map((row) => row.msg_id)));
  await after.close();
  await expect(moveData(path, url, 'again')).rejects.toThrow('holds people already');
}, 60_000);

it('KEEP-3: a copy that differs is rejected: nothing of it remains', async () => {
  const path = join(temporaryFolder(), 'parley.db');
  const before = await worldIn(path);
  await before.person('anna');
  await before.close();
  await collectGarbage();
  const url = await postgres.place();
  await (await openPostgres({ url, clock: systemClock, ids: countingIds(), log: silentLog })).close();
  const { default: pg } = await import('pg');
  const control = new pg.Client({ connectionString: url });
  await control.connect();
  // A trigger in the target database changes the written rows.
  await control.query(
    `create function spoil() returns trigger language plpgsql as $$ begin new.realname = 'x'; return new; end $$`,
  );
  await control.query(`create trigger spoil before insert on users for each row execute function spoil()`);
  await expect(moveData(path, url, 'x')).rejects.toThrow(/^the table users differs after the copy/);
  expect((await control.query('select count(*)::int as many from users')).rows).toEqual([{ many: 0 }]);
  await control.end();
}, 60_000);
