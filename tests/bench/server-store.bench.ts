import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock, systemIds } from '../../src/server/platform/system-adapter.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { silentLog } from '../../src/ports/log.ts';
import { streamId } from '../../src/domain/ids.ts';
import { largeServer, type LargeServer } from '../support/large-store.ts';
import { post } from '../support/store-rows.ts';

const ROUNDS = 15;
const OPENINGS = 40;
const CHATS = 100;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** CPU of this process, in ms. */
async function cpuMs(run: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000;
}

/** Opens chats one after another, as a user does in the list. */
async function openings(at: LargeServer, round: number): Promise<void> {
  for (let n = 0; n < OPENINGS; n += 1) {
    const partner = ((round * OPENINGS + n * 7) % CHATS) + 2;
    await at.call('/enterprise/im/getMessageList', {
      toContactId: String(partner),
      page: 1,
      limit: 30,
      peek: 1,
    });
  }
}

async function opening(): Promise<number> {
  const size = { conversations: CHATS, groups: 0, groupMembers: 0 };
  const [small, large] = [
    await largeServer({ ...size, messages: 10_000 }),
    await largeServer({ ...size, messages: 1_000_000 }),
  ];
  for (const at of [small, large]) await openings(at, 0);
  const [few, many]: [number[], number[]] = [[], []];
  for (let round = 1; round <= ROUNDS; round += 1) {
    few.push(await cpuMs(() => openings(small, round)));
    many.push(await cpuMs(() => openings(large, round)));
  }
  await small.close();
  await large.close();
  const per = (values: readonly number[]) => (median(values) / OPENINGS).toFixed(3);
  console.log(`  opening a chat: ${per(few)} ms CPU among 10,000 messages, ${per(many)} among 1,000,000`);
  return median(many) / median(few);
}

async function contacts(): Promise<{ readonly cost: number; readonly text: number }> {
  const at = await largeServer({ conversations: 4_900, groups: 100, groupMembers: 50, messages: 49_000 });
  const { code, data } = (await (await at.call('/enterprise/im/getContacts', {})).json()) as {
    readonly code: number;
    readonly data: readonly unknown[];
  };
  if (code !== 0 || data.length < 5_000)
    throw new Error(`getContacts answered ${code} with ${data.length} rows`);
  for (let warm = 0; warm < 5; warm += 1) await at.call('/enterprise/im/getContacts', {});
  // Measures the serialisation of the answer as well, which every server needs. Both figures show how busy
  // the machine is.
  const [costs, texts]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    costs.push(await cpuMs(() => at.call('/enterprise/im/getContacts', {})));
    texts.push(await cpuMs(() => Promise.resolve(JSON.stringify(data))));
  }
  await at.close();
  return { cost: median(costs), text: median(texts) };
}

/** The same messages one after another, and as they come from a crowd. */
async function commits(): Promise<{ readonly alone: number; readonly together: number }> {
  const path = join(mkdtempSync(join(tmpdir(), 'parley-bench-')), 'parley.db');
  const store = await openStore({ path, clock: systemClock, ids: systemIds, log: silentLog });
  const stream = streamId('1-2');
  const COUNT = 640;
  const crowd = async () => {
    for (let n = 0; n < COUNT; n += 64)
      await Promise.all(Array.from({ length: 64 }, () => store.write((tx) => post(tx, stream))));
  };
  const queue = async () => {
    for (let n = 0; n < COUNT; n += 1) await store.write((tx) => post(tx, stream));
  };
  const [alone, together]: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round += 1) {
    const from = performance.now();
    await queue();
    const middle = performance.now();
    await crowd();
    alone.push(middle - from);
    together.push(performance.now() - middle);
  }
  await store.close();
  return { alone: (COUNT / median(alone)) * 1_000, together: (COUNT / median(together)) * 1_000 };
}

/** A sentence of usual length in both scripts, and one without searchable words. */
const [WORDS, SILENT] = [
  'We meet at ten tomorrow, 明天十点在门口见面',
  '… … … … … … … … … … … … … … …',
] as const;

/** The cost of the search index for a message: processor time of a whole send, with words and without. */
async function searched(): Promise<{ readonly words: number; readonly silent: number }> {
  const at = await largeServer({ conversations: 10, groups: 0, groupMembers: 0, messages: 10_000 });
  const COUNT = 256;
  let made = 0;
  const crowd = (content: string) =>
    cpuMs(async () => {
      for (let n = 0; n < COUNT; n += 64) {
        const sends = Array.from({ length: 64 }, () =>
          at.call('/enterprise/im/sendMessage', {
            id: `words-${(made += 1)}`,
            toContactId: '2',
            type: 'text',
            content,
          }),
        );
        for (const answer of await Promise.all(sends)) {
          const { code } = (await answer.json()) as { readonly code: number };
          if (code !== 0) throw new Error(`a send was answered ${code}`);
        }
      }
    });
  for (const content of [WORDS, SILENT]) await crowd(content);
  const [words, silent]: [number[], number[]] = [[], []];
  for (let round = 0; round < 7; round += 1) {
    words.push(await crowd(WORDS));
    silent.push(await crowd(SILENT));
  }
  await at.close();
  return { words: (median(words) / COUNT) * 1_000, silent: (median(silent) / COUNT) * 1_000 };
}

export async function run(): Promise<readonly string[]> {
  const over: string[] = [];
  const print = (line: string, holds: boolean): void => {
    console.log(`  ${line}`);
    if (!holds) over.push(line);
  };
  const ratio = await opening();
  print(
    `opening a chat among 1,000,000 messages against 10,000: ${ratio.toFixed(2)} (must 1.3, aim 1.1)`,
    ratio <= 1.3,
  );
  const { cost, text } = await contacts();
  print(
    `getContacts for 5,000 conversations: ${cost.toFixed(1)} ms CPU, of which the text alone ${text.toFixed(1)} (must 30, aim 15)`,
    cost <= 30,
  );
  const { alone, together } = await commits();
  print(
    `durable messages a second: ${Math.round(alone)} one after another, ${Math.round(together)} from a crowd of 64: ${(together / alone).toFixed(1)} times (must 2)`,
    together / alone >= 2,
  );
  const { words, silent } = await searched();
  print(
    `a send with the words it is found by: ${words.toFixed(0)} µs CPU, without ${silent.toFixed(0)}: ${(words / silent).toFixed(2)} times (must 2)`,
    words / silent <= 2,
  );
  return over;
}
