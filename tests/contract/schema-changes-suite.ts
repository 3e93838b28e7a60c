import { expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { streamId, userId } from '../../src/domain/ids.ts';
import { schemaLimits as limits } from '../../src/server/kernel/store-limits.ts';
import type { Store } from '../../src/ports/store.ts';
import { findMessages } from '../../src/server/features/search/find.ts';
import { takeOverWords } from '../../src/server/features/search/index-words.ts';
import { StoreTooNewError } from '../../src/server/kernel/store-errors.ts';
import type { Migration } from '../../src/server/storage/schema/change-kinds.ts';
import { MIGRATIONS, SCHEMA_VERSION } from '../../src/server/storage/schema/migrations.ts';
import { faultLine } from '../../src/server/start-fault.ts';
import { NEXT, TOO_NEW } from '../support/next-schema.ts';
import { file, post } from '../support/store-rows.ts';

/** A database of one engine, in which nothing is yet. */
export interface SchemaSite {
  /** Opens the store with a program of this version. Its clock lets each step use all its time. */
  open(migrations: readonly Migration[], program: string): Promise<Store>;
  run(sql: string): Promise<readonly unknown[]>;
  /** Ends the store as a power cut does: nothing that it does from now on counts. */
  kill(store: Store): Promise<void>;
  isComplete(version: number): Promise<boolean>;
  close(): Promise<void>;
}

const A = streamId('1-2');
/** Rows for three steps, of which the last is not full. */
const ROWS = limits.fillRows * 2 + 30;

/** Messages of long ago, each with another time and length; one of three answers another. */
const old = (rows: number): string => `
  with recursive s(i) as (select 1 union all select i + 1 from s where i < ${rows})
  insert into messages (id, stream, n, from_user, type, content, "at", pid, sent_at_ms, recalled)
  select 'old' || i, 'old', i, 1, 'text', substr('${'x'.repeat(500)}', 1, i), '[]',
    case when i % 3 = 0 then i end, 1000000 - i, false from s`;
const members = (rows: number): string => `
  with recursive s(i) as (select 1 union all select i + 1 from s where i < ${rows})
  insert into members (stream, user_id, role, is_top, is_notice, from_seq, from_n, mark, own, mention_mark,
    hidden_to, muted_until_sec, joined_at_ms)
  select 'group-' || (i / 7), i, 1, false, false, 0, 0, 0, 0, 0, 0, 0, 1 from s`;

export async function filledUp(store: Store): Promise<number> {
  for (let steps = 1; ; steps += 1) {
    const left = await store.fillStep?.();
    if (left === 'nothing') return steps;
    // A separate connection builds an index.
    if (left === 'later') await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const count = async (site: SchemaSite, what: string): Promise<number> =>
  Number(((await site.run(`select count(*) as many from ${what}`))[0] as { readonly many: unknown }).many);

async function withOldRows(site: SchemaSite): Promise<void> {
  const store = await site.open(MIGRATIONS, '6.1.0');
  await filledUp(store);
  await store.close();
  await site.run(old(ROWS));
  await site.run(members(ROWS));
}

/** A message of a program from before names were folded; today's writes a column that came later. */
async function saidBefore(site: SchemaSite, content: string): Promise<void> {
  const older = await site.open(
    MIGRATIONS.filter(({ version }) => version < 66),
    '6.0.0',
  );
  await site.run('alter table messages add column digest bigint');
  await older.write((tx) => post(tx, A, { content }));
  await older.close();
  await site.run('alter table messages drop column digest');
}

const WRONG_SIZES = 'messages where size is null or size <> length(content)';
const WRONG_LETTERS = 'members where letters is null or letters <> length(stream) + user_id';
/** Rows that are only in the index, or only in the table. */
const UNLIKE = `(
  select * from (select sent_at_ms, pid, msg_id from messages where pid is not null
    except select sent_at_ms, pid, msg_id from messages_by_time) as a
  union all
  select * from (select sent_at_ms, pid, msg_id from messages_by_time
    except select sent_at_ms, pid, msg_id from messages where pid is not null) as b) as c`;

export function schemaChangesSuite(name: string, make: () => Promise<SchemaSite>): void {
  const on = (title: string, work: (site: SchemaSite) => Promise<void>): void =>
    it(`${title} (${name})`, async () => {
      const site = await make();
      try {
        await work(site);
      } finally {
        await site.close();
      }
    });

  on('START-15: what is to be filled in is filled in by short steps while others write', async (site) => {
    await withOldRows(site);
    const store = await site.open(NEXT, '6.2.0');
    expect(await count(site, 'messages where tone = 7')).toBe(ROWS);
    expect(await site.isComplete(1_002)).toBe(false);
    expect(await store.fillStep?.()).toBe('more');
    expect(await count(site, WRONG_SIZES)).toBe(ROWS - limits.fillRows);
    await store.write((tx) => post(tx, A, { content: 'said meanwhile' }));
    await filledUp(store);
    expect([await count(site, WRONG_SIZES), await count(site, WRONG_LETTERS)]).toEqual([0, 0]);
    for (const version of [1_002, 1_003, 1_004]) expect(await site.isComplete(version)).toBe(true);
    await store.close();
  });

  on('START-15: an index over old rows is as the table, whatever is written meanwhile', async (site) => {
    await withOldRows(site);
    const store = await site.open(NEXT, '6.2.0');
    const change = async (from: number) => {
      await site.run(`delete from messages where n = ${from}`);
      await site.run(`update messages set pid = 5, sent_at_ms = 77 where n = ${from + 1}`);
      await site.run(`update messages set pid = null where n = ${from + 2}`);
      await store.write((tx) => post(tx, A, { content: `after ${from}` }));
      await site.run(`update messages set pid = 9 where content = 'after ${from}'`);
    };
    await change(1);
    for (let step = 0; step < 4; step += 1) await store.fillStep?.();
    await change(limits.fillRows + 1);
    await filledUp(store);
    await change(2 * limits.fillRows + 1);
    expect(await count(site, 'messages_by_time')).toBeGreaterThan(ROWS / 4);
    expect(await count(site, UNLIKE)).toBe(0);
    await store.close();
  });

  on(
    'SEARCH-17: words of before are found without accents, read as they are until they are taken over',
    async (site) => {
      await saidBefore(site, 'Réunion');
      await site.run(`delete from unworded`);
      await site.run(
        `insert into word_blocks (stream, from_n, words) values ('${A}', 1, '1\u001fréunion\n')`,
      );
      const store = await site.open(MIGRATIONS, '6.1.0');
      await filledUp(store);
      const find = async (words: string) =>
        (
          await findMessages(
            { store, clock: createVirtualClock() },
            { user: userId(1), keywords: words, at: { stream: A, aboveN: 0 }, skip: 0, take: 9 },
          )
        ).rows.length;
      expect([await find('reunion'), await find('RÉUNION')]).toEqual([1, 1]);
      expect(await takeOverWords({ store })).toBe(false);
      expect(await count(site, 'word_backlog')).toBe(0);
      expect(await count(site, `word_blocks where words like '%reunion%'`)).toBe(1);
      expect([await find('reunion'), await find('RÉUNION')]).toEqual([1, 1]);
      await store.close();
    },
  );

  on('SEARCH-17: words and files of before are found by the letters of Korean syllables', async (site) => {
    const older = await site.open(
      MIGRATIONS.filter(({ version }) => version < 87),
      '6.1.0',
    );
    await older.write((tx) => post(tx, A, { content: '한국' }));
    const id = await older.write((tx) => tx.files.insert(file({ name: '한국.pdf' })));
    await older.close();
    await site.run('delete from unworded');
    await site.run(`insert into word_blocks (stream, from_n, words) values ('${A}', 1, '한국\n')`);
    await site.run(`update files set folded = '한국.pdf' where id = ${id}`);
    const store = await site.open(MIGRATIONS, '6.2.0');
    await filledUp(store);
    expect(await takeOverWords({ store })).toBe(false);
    expect(await count(site, `word_blocks where words like '%ㅎㅏㄴㄱㅜㄱ%'`)).toBe(1);
    expect(await count(site, `files where folded = 'ㅎㅏㄴㄱㅜㄱ.pdf'`)).toBe(1);
    await store.close();
  });

  on('SEARCH-14: addresses without a scheme that were indexed before are found as links', async (site) => {
    await saidBefore(site, 'see www.example.org/a');
    await site.run(`delete from unworded`);
    await site.run(
      `insert into word_blocks (stream, from_n, words) values ('${A}', 1, '1\u001fsee www.example.org/a\n')`,
    );
    const store = await site.open(MIGRATIONS, '6.1.0');
    await filledUp(store);
    const find = async () =>
      (
        await findMessages(
          { store, clock: createVirtualClock() },
          {
            user: userId(1),
            keywords: '',
            filter: { has: 'link' },
            at: { stream: A, aboveN: 0 },
            skip: 0,
            take: 9,
          },
        )
      ).rows.length;
    expect(await find()).toBe(1);
    expect(await takeOverWords({ store })).toBe(false);
    expect(await find()).toBe(1);
    expect(await count(site, `word_blocks where words like '%http://www.example.org/a%'`)).toBe(1);
    await store.close();
  });

  on('START-15: killed amid it, it goes on where it was', async (site) => {
    await withOldRows(site);
    const first = await site.open(NEXT, '6.2.0');
    await first.fillStep?.();
    await first.fillStep?.();
    await site.kill(first);
    // A step from the beginning would make it right.
    await site.run('update messages set size = -1 where n = 1');
    const second = await site.open(NEXT, '6.2.0');
    expect(await site.isComplete(1_002)).toBe(false);
    await filledUp(second);
    expect(await count(site, 'messages where size = -1')).toBe(1);
    expect([await count(site, WRONG_SIZES), await count(site, WRONG_LETTERS)]).toEqual([1, 0]);
    expect(await count(site, UNLIKE)).toBe(0);
    await second.close();
  });

  on('START-15: an empty database is complete after a look at each table', async (site) => {
    const store = await site.open(NEXT, '6.2.0');
    await filledUp(store);
    await store.write((tx) => post(tx, A, { content: 'first' }));
    expect(await site.isComplete(1_004)).toBe(true);
    await store.close();
  });

  on('START-16: the version before goes on, and what it wrote is filled in afterwards', async (site) => {
    await withOldRows(site);
    const newest = await site.open(NEXT, '6.2.0');
    await filledUp(newest);
    await newest.close();
    const before = await site.open(MIGRATIONS, '6.1.0');
    expect(await site.isComplete(1_002)).toBe(false);
    await before.write((tx) => post(tx, A, { content: 'by the version before' }));
    expect(await before.read((tx) => tx.messages.byN(A, 1))).toMatchObject({
      content: 'by the version before',
    });
    await before.close();
    const again = await site.open(NEXT, '6.2.0');
    expect(await count(site, WRONG_SIZES)).toBe(1);
    await filledUp(again);
    expect([await count(site, WRONG_SIZES), await count(site, UNLIKE)]).toEqual([0, 0]);
    await again.close();
    expect(await site.run(`select value from meta where key = 'schema'`)).toEqual([{ value: '1004' }]);
  });

  on('START-16: one that cannot go on is refused by the version that can', async (site) => {
    await (await site.open(TOO_NEW, '7.0.0')).close();
    for (const [migrations, known] of [
      [MIGRATIONS, SCHEMA_VERSION],
      [NEXT, 1_004],
    ] as const) {
      const error: unknown = await site.open(migrations, '6.2.0').catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(StoreTooNewError);
      expect(faultLine(error)).toBe(
        'The data is newer than this program: the database has version 1005 and can be used from Parley ' +
          `7.0.0 on, this program knows up to ${known}; install 7.0.0, or restore a copy from before the ` +
          'upgrade (docs/operations/upgrade.md, Going back)',
      );
    }
    await (await site.open(TOO_NEW, '7.0.1')).close();
  });
}
