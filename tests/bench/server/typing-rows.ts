import { join } from 'node:path';
import { SqliteConnection } from '../../../src/server/storage/engine/sqlite-dialect.ts';
import { cpuOf, median, ours } from './contender.ts';
import { Crowd } from './crowd.ts';
import { range } from './cpu-rows.ts';
import { siteFolder } from './people.ts';
import { typingLimits } from '../../../src/domain/limits.ts';
import type { Rows } from './rows.ts';

/** Users in small chats, all online. Each writes now and then, and types before it. */
const PEOPLE = 1_000;
const CHATS = 200;
const EACH = PEOPLE / CHATS;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 20);
const MESSAGES_PER_SEC = 50;

/** Groups of five without common members. */
async function chatsFolder(): Promise<string> {
  const folder = await siteFolder({ people: PEOPLE, groupMembers: EACH });
  const db = new SqliteConnection(join(folder, 'parley.db'), { readOnly: false });
  db.execute('begin immediate');
  for (let chat = 2; chat <= CHATS; chat += 1) {
    for (const [table, name, value] of [
      ['groups', 'id', String(chat)],
      ['streams', 'stream', `'group-${chat}'`],
    ] as const) {
      const columns = (db.execute(`pragma table_info(${table})`) as readonly { readonly name: string }[])
        .map((one) => one.name)
        .filter((one) => one !== name);
      const first = table === 'groups' ? '1' : `'group-1'`;
      db.execute(
        `insert into ${table} (${name}, ${columns.join()})
           select ${value}, ${columns.join()} from ${table} where ${name} = ${first}`,
      );
    }
    const columns = (db.execute('pragma table_info(members)') as readonly { readonly name: string }[])
      .map((one) => one.name)
      .filter((one) => one !== 'stream' && one !== 'user_id');
    db.execute(
      `insert into members (stream, user_id, ${columns.join()})
         select 'group-${chat}', user_id + ${(chat - 1) * EACH}, ${columns.join()}
         from members where stream = 'group-1'`,
    );
  }
  db.execute('commit');
  db.close();
  return folder;
}

const chatOf = (person: number): string => `group-${Math.floor((person - 1) / EACH) + 1}`;

/**
 * A thousand users who type all the time, compared with the same messages without typing, in turns on one
 * server. The result is the added processor time.
 */
export async function typing(rows: Rows): Promise<void> {
  const at = await ours(await chatsFolder());
  const crowd = new Crowd(at.url);
  await crowd.join(range(PEOPLE));
  let turn = 0;
  const talk = async (types: boolean): Promise<number> => {
    const before = cpuOf(at.pid);
    const begun = performance.now();
    let sentCount = 0;
    const timer = setInterval(() => {
      const due = types ? ((performance.now() - begun) / typingLimits.againMs) * PEOPLE : 0;
      for (; sentCount < due; sentCount += 1) {
        const person = (sentCount % PEOPLE) + 1;
        crowd.says(person, { type: 'typing', toContactId: chatOf(person), what: 'text' });
      }
    }, 10);
    await crowd.atRate(MESSAGES_PER_SEC, SECONDS, () => {
      turn += 1;
      const from = ((turn * 7) % PEOPLE) + 1;
      return { from, to: chatOf(from), reaches: EACH };
    });
    clearInterval(timer);
    return (cpuOf(at.pid) - before) / ((performance.now() - begun) / 100);
  };
  await talk(true);
  const [without, beside]: [number[], number[]] = [[], []];
  const eventCount = crowd.moments;
  const begun = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) {
    without.push(await talk(false));
    beside.push(await talk(true));
  }
  const perSecond = ((crowd.moments - eventCount) * 2_000) / (performance.now() - begun);
  const [bare, whole] = [median(without), median(beside)];
  rows.ratio(
    `typing, ${PEOPLE} people in ${CHATS} chats who all type: % of a processor that it adds`,
    whole - bare,
    { must: 5 },
    [
      `${bare.toFixed(1)} % without and ${whole.toFixed(1)} % with it, ratio ${(whole / bare).toFixed(2)}`,
      `at ${MESSAGES_PER_SEC} messages a second`,
      `${perSecond.toFixed(0)} typing frames a second out; medians of ${ROUNDS} alternating rounds`,
    ].join(', '),
  );
  const { lost, doubled } = crowd.tally;
  rows.note(`lost ${lost}, doubled ${doubled}`);
  crowd.leave();
  await at.stop();
}
