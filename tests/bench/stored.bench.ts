import { join } from 'node:path';
import { silentLog } from '../../src/ports/log.ts';
import { createServer, type ParleyServer } from '../../src/server/app.ts';
import { systemClock, systemIds, systemRandom } from '../../src/server/platform/system-adapter.ts';
import { createLocalBus } from '../../src/server/cluster/local-bus.ts';
import { groupAll, indexWords } from '../../src/server/features/search/index-words.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { SqliteConnection } from '../../src/server/storage/engine/sqlite-dialect.ts';
import { plainPasswords } from '../support/plain-passwords.ts';
import { load, median } from './server/contender.ts';
import { partnerOf, personAt, siteFolder } from './server/people.ts';

/** Bytes of a message in the embedded database, and what indexing its words and looking for words cost. */
const MUST_BYTES = 600;
const MUST_TIMES = 1.3;
const PEOPLE = 200;
const MESSAGES = Number(process.env['STORED_MESSAGES'] ?? 20_000);
const BULK = Number(process.env['STORED_BULK'] ?? 1_000_000);
const AT_ONCE = 10;
/** Messages between two rounds of indexing: those of 15 s at some 130 a second. */
const ROUND = 2_000;

/** Numbers from 0 to 1 that are the same in each run. */
function numbers(): () => number {
  let seed = 7;
  return () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

/** Words with the frequencies of a language: the second is half as frequent as the first, and so on. */
function language(random: () => number, count: number, word: (i: number) => string): () => string {
  const words = Array.from({ length: count }, (_, i) => word(i));
  return () => words[Math.floor(Math.exp(random() * Math.log(count)))] ?? words[0] ?? '';
}

/** Common words are short. */
const syllablesOf = (i: number): number => (i < 60 ? 1 : i < 600 ? 2 : 3);
const SYLLABLES =
  'an be co da el for gi ha in jo ke lo me no on pre qu re sta the un ver wi ex you zi ing tion er ly'.split(
    ' ',
  );

const LANGUAGES: Readonly<Record<string, () => () => string>> = {
  '18 English words': () => {
    const random = numbers();
    const syllable = () => SYLLABLES[Math.floor(random() * SYLLABLES.length)] ?? '';
    const next = language(random, 8_000, (i) => Array.from({ length: syllablesOf(i) }, syllable).join(''));
    return () => {
      let text = next();
      while (text.length < 92) text += ` ${next()}`;
      return text.slice(0, 95);
    };
  },
  '30 Chinese characters': () => {
    const random = numbers();
    const character = () => String.fromCharCode(0x4e00 + Math.floor(Math.exp(random() * Math.log(3_000))));
    const next = language(random, 6_000, () => character() + character());
    return () => {
      let text = '';
      while (text.length < 30) text += random() < 0.25 ? character() : next();
      return text.slice(0, 30);
    };
  },
};

async function started(path: string): Promise<ParleyServer> {
  const ports = { clock: systemClock, ids: systemIds, log: silentLog };
  return createServer(
    {
      ...ports,
      store: await openStore({ ...ports, path }),
      random: systemRandom,
      passwords: plainPasswords,
      bus: createLocalBus(),
      assets: null,
    },
    { registration: 'open', wireTime: 's' },
  );
}

async function requestAnswer(
  server: ParleyServer,
  path: string,
  from: number,
  body: object,
): Promise<unknown> {
  const headers = {
    'content-type': 'application/json',
    authorization: `bearer ${personAt(from).token}`,
  };
  const answer = await server.fetch(
    new Request(`http://parley.test${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
    { address: '10.0.0.1', userAgent: '' },
  );
  const { code, msg, data } = (await answer.json()) as {
    readonly code: number;
    readonly msg: string;
    readonly data: unknown;
  };
  if (code !== 0) throw new Error(msg);
  return data;
}

/** Processor time of the whole process in µs. */
async function processorUs(run: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(from);
  return user + system;
}

function bytesByTable(path: string): ReadonlyMap<string, number> {
  const db = new SqliteConnection(path, { readOnly: true });
  const rows = db.execute(
    `select coalesce(m.tbl_name, s.name) || case when m.type = 'index' then ' by ' || m.name else '' end as name,
       sum(s.pgsize) as bytes
     from dbstat as s left join sqlite_master as m on m.name = s.name
     where s.aggregate = true group by 1 order by 2 desc`,
  ) as readonly { readonly name: string; readonly bytes: number }[];
  db.close();
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

async function stored(name: string, text: () => string): Promise<readonly string[]> {
  const path = join(await siteFolder({ people: PEOPLE, groupMembers: 0 }), 'parley.db');
  const before = bytesByTable(path);
  const server = await started(path);
  let [indexing, size] = [0, 0];
  for (let sent = 0; sent < MESSAGES; sent += AT_ONCE) {
    const from = ((sent / AT_ONCE) % PEOPLE) + 1;
    const items = Array.from({ length: AT_ONCE }, () => {
      const content = text();
      size += Buffer.byteLength(content);
      return { id: systemIds.uuid(), toContactId: String(partnerOf(from)), type: 'text', content, at: [] };
    });
    await requestAnswer(server, '/enterprise/im/sendMessage', from, items);
    if ((sent + AT_ONCE) % ROUND === 0) indexing += await processorUs(() => indexWords(server.core));
  }
  await server.close();
  const parts = [...bytesByTable(path)]
    .map(([table, bytes]) => [table, (bytes - (before.get(table) ?? 0)) / MESSAGES] as const)
    .filter(([, bytes]) => bytes >= 1);
  const total = parts.reduce((sum, [, bytes]) => sum + bytes, 0);
  const [each, cost] = [(size / MESSAGES).toFixed(0), (indexing / MESSAGES).toFixed(1)];
  const line = `${name}, ${each} bytes: ${total.toFixed(0)} bytes stored (must ${MUST_BYTES}); indexing ${cost} µs CPU`;
  console.log(`  ${total <= MUST_BYTES ? '' : 'NOT MET  '}${line}; load ${load()}`);
  for (const [table, bytes] of parts) console.log(`    ${bytes.toFixed(0).padStart(5)}  ${table}`);
  return total <= MUST_BYTES ? [] : [line];
}

/** Searches in conversations of person 1 with six other users. Rare words are in one message of each. */
async function searches(messages: number): Promise<ReadonlyMap<string, number>> {
  const others = 6;
  const path = join(await siteFolder({ people: 2 * others, groupMembers: 0 }), 'parley.db');
  const text = LANGUAGES['18 English words']?.() ?? (() => '');
  const db = new SqliteConnection(path, { readOnly: false });
  const each = Math.floor(messages / others);
  db.execute('begin immediate');
  db.execute(`delete from members`);
  for (let other = 2; other < 2 + others; other += 1) {
    const stream = `1-${other}`;
    for (const user of [1, other])
      db.execute(
        `insert into members (stream, user_id, role, is_top, is_notice, from_seq, from_n, mark, own,
          mention_mark, hidden_to, muted_until_sec, joined_at_ms) values (?, ?, 3, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1)`,
        [stream, user],
      );
    db.execute(
      `insert or replace into streams (stream, head, count, floor, tx, last_at_ms) values (?, ?, ?, ?, 1, 1)`,
      [stream, each, each, each],
    );
  }
  // One after another, as they are said: the newest of all are of all conversations.
  for (let n = 1; n <= each; n += 1) {
    for (let other = 2; other < 2 + others; other += 1) {
      const content = n === 5 ? `${text()} xqvk` : text();
      db.execute(
        `insert into messages (id, stream, n, from_user, type, content, at, sent_at_ms, recalled)
         values (?, ?, ?, 1, 'text', ?, '[]', 1, 0)`,
        [`${n}-${other}`, `1-${other}`, n, content],
      );
    }
  }
  db.execute(`insert into unworded (stream, n) select stream, n from messages`);
  db.execute('commit');
  db.close();
  const server = await started(path);
  const indexing = await processorUs(async () => {
    await indexWords(server.core);
    for (let after: string | null = ''; after !== null;) after = await groupAll(server.core, after);
  });
  const times = new Map([['indexing, µs a message', indexing / messages]]);
  for (const keywords of ['the', 'in', 'no', 'e', 'xqvk']) {
    const took: number[] = [];
    for (let round = 0; round < 11; round += 1)
      took.push(
        await processorUs(() =>
          requestAnswer(server, '/enterprise/im/search', 1, { keywords, page: 1, limit: 30 }),
        ),
      );
    times.set(`"${keywords}"`, median(took) / 1_000);
  }
  await server.close();
  return times;
}

async function findMatches(): Promise<readonly string[]> {
  const [few, many] = [await searches(10_000), await searches(BULK)];
  const over: string[] = [];
  for (const [keywords, ms] of many) {
    const [small, times] = [few.get(keywords) ?? 0, ms / (few.get(keywords) ?? 1)];
    const both = `among ${BULK.toLocaleString('en')} messages ${ms.toFixed(2)}, among 10,000 ${small.toFixed(2)}`;
    const line = `${keywords} ${both}: ${times.toFixed(2)} times`;
    const counts = keywords.length === '"in"'.length;
    if (counts && times > MUST_TIMES) over.push(line);
    console.log(`  ${line}${counts ? ` (must ${MUST_TIMES})` : ''}; ms CPU of a search; load ${load()}`);
  }
  return over;
}

export async function run(): Promise<readonly string[]> {
  const over: string[] = [];
  for (const [name, make] of Object.entries(LANGUAGES)) over.push(...(await stored(name, make())));
  if (BULK > 0) over.push(...(await findMatches()));
  return over;
}
