import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVirtualClock } from '../../../simulator/time/virtual-clock.ts';
import { userId } from '../../../src/domain/ids.ts';
import { OUR_CLIENT } from '../../../src/wire/first-call.ts';
import { silentLog } from '../../../src/ports/log.ts';
import { createLocalBus } from '../../../src/server/cluster/local-bus.ts';
import { ownArchive } from '../../../src/server/features/exporting/archive.ts';
import { localTime } from '../../../src/server/features/exporting/local-time-adapter.ts';
import { firstLink } from '../../../src/domain/link-preview.ts';
import { payloadOf } from '../../../src/server/features/push/words.ts';
import { indexWords } from '../../../src/server/features/search/index-words.ts';
import { openPostgres } from '../../../src/server/storage/engine/open-postgres.ts';
import { openStore } from '../../../src/server/storage/engine/open.ts';
import type { MessageRow } from '../../../src/ports/store.ts';
import { countingIds, startWorld, type Person, type World } from '../../support/world.ts';
import { longestTurnMs, processorMs } from '../../support/turn-meter.ts';

/** Texts of the longest length that members can send; `words` is the one that others are compared with. */
const TEXTS = {
  words: { unit: 'the plan for this house we see you at ten tomorrow ', rich: false },
  links: { unit: 'http://a.io/b ', rich: false },
  bareLinks: { unit: 'a.com/b,', rich: false },
  mails: { unit: 'a@b.io ', rich: false },
  marks: { unit: '**a** _b_ ~~c~~ ', rich: true },
  richLinks: { unit: '[a](http://b.io/c) d.com ', rich: true },
  lists: { unit: '> - **a** b.com\n', rich: true },
} as const;
type TextKind = keyof typeof TEXTS;

export interface WorstReadsSize {
  /** Messages of each conversation that is read. */
  readonly messages: number;
  /** Groups of the list, each with such a message as its last. */
  readonly groups: number;
  readonly characters: number;
  readonly rounds: number;
}

/** One kind of read: its longest turn and its processor time, with plain words and with the worst text. */
export interface WorstRead {
  readonly name: string;
  readonly worst: string;
  readonly turnMs: number;
  readonly wordsTurnMs: number;
  readonly workMs: number;
  readonly wordsWorkMs: number;
  /** Rows that the read returned; a read of nothing costs nothing. */
  readonly rows: number;
}

/** A conversation full of one kind of text. */
interface Place {
  readonly world: World;
  readonly reader: Person;
  readonly author: Person;
  readonly group: string;
  readonly root: number;
  readonly rows: readonly MessageRow[];
  readonly size: WorstReadsSize;
  /** Cursor of the reader from before the messages. */
  readonly cursor: string;
}

/** Reads the number of rows in the answer, which is work of the client and not measured. */
type Count = () => number;
const nothing: Count = () => 0;

const OURS = { 'x-requested-with': OUR_CLIENT };

async function listed(place: Place, path: string, body: object, plain = false): Promise<Count> {
  const { text } = await place.world.answer(`/enterprise/${path}`, body, {
    'content-type': 'application/json',
    authorization: place.reader.token,
    ...(plain ? {} : OURS),
  });
  return () => {
    const answer = JSON.parse(text) as { code: number; msg: string; data: unknown };
    if (answer.code !== 0) throw new Error(`${path}: ${answer.code} ${answer.msg}`);
    if (Array.isArray(answer.data)) return answer.data.length;
    const { rows, pins, frames } = answer.data as Readonly<Record<string, readonly unknown[] | undefined>>;
    return (rows ?? pins ?? frames ?? []).length;
  };
}

const history = ({ group, size }: Place, more: object) => ({
  toContactId: group,
  page: 1,
  limit: Math.min(100, size.messages),
  ...more,
});

const MENTIONS = 'mentions, base protocol';

const READS: Readonly<Record<string, (place: Place) => Promise<Count>>> = {
  // First, and once: they are read then.
  [MENTIONS]: (at) => listed(at, 'im/getMessageList', history(at, { is_at: 1 }), true),
  history: (at) => listed(at, 'im/getMessageList', history(at, { peek: 1 })),
  'history, base protocol': (at) => listed(at, 'im/getMessageList', history(at, {}), true),
  'history by kind, base protocol': (at) =>
    listed(at, 'im/getMessageList', history(at, { type: 'text' }), true),
  'search in a chat': (at) =>
    listed(at, 'im/search', { keywords: 'everyrow', toContactId: at.group, page: 1, limit: 30 }),
  'search for links': (at) =>
    listed(at, 'im/search', { keywords: '', has: 'link', toContactId: at.group, page: 1, limit: 30 }),
  'search, words not indexed': (at) => listed(at, 'im/search', { keywords: 'everyrow', page: 1, limit: 30 }),
  pins: (at) => listed(at, 'im/getMessagePins', { toContactId: at.group }),
  thread: (at) =>
    listed(at, 'im/getThread', {
      toContactId: at.group,
      root: at.root,
      limit: Math.min(50, at.size.messages),
    }),
  'list of chats': (at) => listed(at, 'im/getContacts', {}),
  'catching up': (at) => listed(at, 'im/sync', { cursor: at.cursor }),
  export: async ({ world, reader }) => {
    const archive = ownArchive(
      world.server.core,
      { user: userId(reader.id), language: 'en', time: localTime('UTC', 'en') },
      () => Promise.resolve(true),
    );
    let parts = 0;
    for (const stream = archive.getReader(); ; parts += 1) if ((await stream.read()).done) return () => parts;
  },
  'notifications of 100 devices': ({ rows, reader }) => {
    const [row] = rows;
    if (!row) return Promise.resolve(nothing);
    const sub = { language: 'en', showsWords: true } as Parameters<typeof payloadOf>[2];
    for (let device = 0; device < 100; device += 1)
      payloadOf('message', { row, sender: 'Bela', group: 'Team' }, sub, userId(reader.id));
    return Promise.resolve(() => 100);
  },
  // Each in its own turn, as the product makes them.
  'link previews of 20 messages': async ({ rows, world }) => {
    const [row] = rows;
    for (let made = 0; made < 20; made += 1) {
      firstLink(row?.content ?? '', row?.extra ?? null);
      await world.server.core.store.turn?.();
    }
    return () => 20;
  },
};

export const READ_NAMES: readonly string[] = Object.keys(READS);

const textOf = (kind: TextKind, { characters }: WorstReadsSize): string => {
  const { unit } = TEXTS[kind];
  return `everyrow ${unit.repeat(Math.ceil(characters / unit.length))}`.slice(0, characters);
};

async function fill(
  world: World,
  kind: TextKind,
  size: WorstReadsSize,
  name = kind.toLowerCase(),
): Promise<Place> {
  const [reader, author] = [await world.person(`r${name}`), await world.person(`a${name}`)];
  await world.befriend(reader, author);
  const more = TEXTS[kind].rich ? { extends: { format: 'md' } } : {};
  const content = textOf(kind, size);
  const ids: string[] = [];
  const say = async (to: string, facts: object) => {
    // Limits of sending are not what is measured.
    await world.clock.advance(1_000);
    const data = await world.say(author, to, content, { ...more, ...facts });
    ids.push(data['id']);
    return data;
  };
  const group = await world.group(author, [reader]);
  const cursor = String((await world.call(reader, 'im/getContacts', {}, OURS)).cursor);
  const first = await say(group, {});
  for (let n = 1; n < size.messages; n += 1) await say(group, { at: [reader.id] });
  const chat = await world.group(author, [reader]);
  const pinned = Math.min(size.messages, 50);
  for (const id of ids.slice(0, pinned)) await world.call(author, 'im/pinMessage', { id, on: 1 });
  for (let n = 0; n < Math.min(size.messages, 50); n += 1)
    await world.say(author, group, content, { ...more, root: first['n'], pid: first['msg_id'] });
  await say(chat, {});
  for (let made = 1; made < size.groups; made += 1) await say(await world.group(author, [reader]), {});
  const rows = await world.server.core.store.read(
    async (tx) =>
      (
        await tx.messages.page({
          stream: group as never,
          viewer: userId(reader.id),
          fromN: 0,
          limit: 3,
          page: 1,
        })
      ).rows,
  );
  return { world, reader, author, group, root: first['n'], rows, size, cursor };
}

async function measured(read: (place: Place) => Promise<Count>, place: Place, rounds: number) {
  const [turns, work]: [number[], number[]] = [[], []];
  let count = nothing;
  for (let round = 0; round < rounds; round += 1) {
    await place.world.clock.advance(61_000);
    // Calls are refused while older work waits.
    while ((place.world.server.core.store.queueWaitMs?.() ?? 0) > 0) await new Promise(setImmediate);
    const from = processorMs();
    turns.push(await longestTurnMs(async () => void (count = await read(place))));
    work.push(processorMs() - from);
  }
  return { turnMs: Math.min(...turns), workMs: Math.min(...work), rows: count() };
}

/**
 * Reads the same conversations with each text; answers one row per kind of read, with its worst text.
 * `database`: an empty place in a PostgreSQL, instead of a file.
 */
export async function worstReads(
  size: WorstReadsSize,
  database: string | null = null,
): Promise<readonly WorstRead[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-reads-'));
  const began = performance.now();
  const virtual = createVirtualClock();
  // Steps of a search end by time.
  const clock = { ...virtual, elapsedMs: () => virtual.elapsedMs() + performance.now() - began };
  const ports = { clock, ids: countingIds(), log: silentLog };
  const store = await (database === null
    ? openStore({ ...ports, path: join(folder, 'parley.db') })
    : openPostgres({ ...ports, url: database }));
  const world = await startWorld({ beside: { clock, bus: createLocalBus(), name: 'bench', store } });
  try {
    const places = new Map<TextKind, Place>();
    for (const kind of Object.keys(TEXTS) as TextKind[]) places.set(kind, await fill(world, kind, size));
    const results: WorstRead[] = [];
    // Mentions are measured once: another chat runs their code for the first time.
    const first = await fill(world, 'lists', { ...size, groups: 1 }, 'first');
    await READS[MENTIONS]?.(first);
    for (const [name, read] of Object.entries(READS)) {
      if (name === 'search in a chat') await indexWords({ store });
      let words = { turnMs: 0, workMs: 0, rows: 0 };
      let worst = { text: '', turnMs: 0, workMs: 0, rows: 0 };
      for (const [kind, place] of places) {
        const one = await measured(read, place, name === MENTIONS ? 1 : size.rounds);
        if (kind === 'words') words = one;
        else if (worst.text === '' || one.turnMs > worst.turnMs) worst = { ...one, text: kind };
      }
      results.push({
        name,
        worst: worst.text,
        turnMs: worst.turnMs,
        wordsTurnMs: words.turnMs,
        workMs: worst.workMs,
        wordsWorkMs: words.workMs,
        rows: worst.rows,
      });
    }
    return results;
  } finally {
    await world.close();
    rmSync(folder, { recursive: true });
  }
}
