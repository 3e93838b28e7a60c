import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BusNote } from '../../src/ports/bus.ts';
import { nodeLimits } from '../../src/server/kernel/limits.ts';
import type { FakeSocket } from '../support/fake-socket.ts';
import { twoNodes, type TwoNodes } from '../support/two-nodes.ts';
import type { Person, World } from '../support/world.ts';

let nodes: TwoNodes;
let [anna, bela]: Person[] = [];
let there: FakeSocket;
/** Reads of the second node for delivery. */
let requests: string[];
let ids = 0;
beforeEach(async () => {
  nodes = await twoNodes();
  [anna, bela] = [await nodes.one.person('anna'), await nodes.one.person('bela')];
  await nodes.one.befriend(anna, bela);
  there = await nodes.two.online(bela);
  await nodes.pass(3_000);
  there.frames.length = 0;
  requests = requestsOf(nodes.two);
});
afterEach(() => nodes.close());

function requestsOf({ server }: World): string[] {
  const list: string[] = [];
  const { store } = server.core;
  const read = store.read.bind(store);
  store.read = (work) =>
    read((tx) =>
      work({
        ...tx,
        streams: { ...tx.streams, events: (...on) => (list.push('events'), tx.streams.events(...on)) },
        messages: {
          ...tx.messages,
          byMsgIds: (...on) => (list.push('messages'), tx.messages.byMsgIds(...on)),
        },
      }),
    );
  return list;
}

const say = (content: string) =>
  nodes.one.send(anna as Person, String(bela?.id), content, { id: `said-${(ids += 1)}` });
const words = () => there.of('simple').map(({ data }) => data.content as unknown);
/** Holds notes of messages back instead of delivering them. */
function listHeld(): Extract<BusNote, { kind: 'stream' }>[] {
  const list: Extract<BusNote, { kind: 'stream' }>[] = [];
  nodes.bus.loses = (note) =>
    note.kind === 'stream' && note.row?.facts.kind === 'message' && list.push(note) > 0;
  return list;
}

describe('NODE-15: rows that another node wrote', () => {
  it('comes with its note, and the store is not asked for it', async () => {
    await say('one');
    await say('two');
    await nodes.pass(0);
    expect([words(), requests]).toEqual([['one', 'two'], []]);
  });

  it('is asked for where a note before it was lost, and goes out in its order', async () => {
    const lost = listHeld();
    await say('one');
    nodes.bus.loses = () => false;
    await say('two');
    await nodes.pass(0);
    expect([words(), lost.length, requests]).toEqual([['one', 'two'], 1, ['events', 'messages']]);
  });

  it('goes out once, also when it is heard twice', async () => {
    const notes = listHeld();
    await say('one');
    nodes.bus.loses = () => false;
    const again = nodes.bus.join();
    for (const note of [...notes, ...notes]) again.publish(note);
    await nodes.pass(0);
    expect([words(), requests]).toEqual([['one'], []]);
  });

  it('is asked for where it waited on its way: it may have been taken back since', async () => {
    const notes = listHeld();
    await say('one');
    nodes.bus.loses = () => false;
    for (const { row, ...note } of notes)
      if (row?.message)
        nodes.bus.join().publish({
          ...note,
          row: {
            ...row,
            atMs: row.atMs - nodeLimits.skewMaxMs,
            message: { ...row.message, content: 'older' },
          },
        });
    await nodes.pass(0);
    expect([words(), requests]).toEqual([['one'], ['events', 'messages']]);
  });

  it('STREAM-4: names no words but of a message that was just said', async () => {
    const notes: BusNote[] = [];
    nodes.bus.loses = (note) => (notes.push(note), false);
    await say('one');
    await nodes.one.call(anna as Person, 'im/undoMessage', { id: `said-${ids}` });
    await nodes.pass(0);
    const rows = notes.flatMap((note) => (note.kind === 'stream' && note.row ? [note.row] : []));
    expect(rows.filter(({ message }) => message).map(({ facts }) => facts.kind)).toEqual(['message']);
    expect(rows.some(({ facts }) => facts.kind === 'recall')).toBe(true);
  });
});
