import { describe, expect, it } from 'vitest';
import { emptyConversation } from '../../src/client/state/empty.ts';
import { windowLimits as limits } from '../../src/client/state/limits.ts';
import type { Conversation, PageKind, State } from '../../src/client/state/state.ts';
import {
  appended,
  chunked,
  hasPlace,
  merged,
  rewritten,
  trimmedNewest,
  trimmedOldest,
  withErased,
} from '../../src/client/state/windows.ts';
import { contactId, messageId, msgId } from '../../src/domain/ids.ts';
import type { Message } from '../../src/domain/message.ts';
import { aMessage, local, run, signedIn } from '../support/contacts.ts';
import { NINE, numbered, page, post, start } from '../support/one-chat.ts';

const CHUNK = limits.chunkMax;
const windowOf = (messages: readonly Message[], parts: Partial<Conversation> = {}): Conversation => ({
  ...emptyConversation(NINE),
  chunks: chunked(messages),
  size: messages.length,
  live: true,
  ...parts,
});
const ids = (window: Conversation | undefined) =>
  window?.chunks
    .flat()
    .map((one) => one.id.slice(1))
    .join(' ');
const spread = (from: number, to: number) =>
  numbered(from, to)
    .map((one) => one.id.slice(1))
    .join(' ');
const sizes = (window: Conversation | undefined) => window?.chunks.map((chunk) => chunk.length);
/** A line of a server that numbers nothing. */
const unnumbered = (number: number): Message => ({ ...aMessage(`m${number}`, 9), msgId: msgId(number) });
const erasedAs = (how: 'recalled' | 'deleted', n: number): Pick<Conversation, 'erased'> => ({
  erased: new Map([[messageId(`m${n}`), how]]),
});
/** Invariants of every window: no empty or oversized chunk, and the stated number of messages, each once. */
function expectSound(window: Conversation) {
  const all = window.chunks.flat();
  expect(window.size).toBe(all.length);
  expect(new Set(all.map((one) => one.id)).size).toBe(all.length);
  expect(window.chunks.every((chunk) => chunk.length > 0 && chunk.length <= CHUNK)).toBe(true);
}
const holdsAfter = (parts: Partial<Conversation>, after: number | null) =>
  hasPlace(windowOf(numbered(10, 20), { live: false, ...parts }), after);
const makeMessage = (message: Message) => ({ ...message, content: 'said' });
const pin = (n: number) => ({ id: messageId(`m${n}`), n });

describe('a window of messages', () => {
  it('STORE-8: a new message is at the end, in a new chunk after a full one', () => {
    let window = windowOf([]);
    for (const message of numbered(1, CHUNK)) window = appended(window, message);
    expect(sizes(window)).toEqual([CHUNK]);
    const [first] = window.chunks;
    for (const message of numbered(CHUNK + 1, CHUNK + 2)) window = appended(window, message);
    expect(sizes(window)).toEqual([CHUNK, 2]);
    expect(window.chunks[0]).toBe(first);
    expect(ids(window)).toBe(spread(1, CHUNK + 2));
    expectSound(window);
  });

  it('STORE-8: a late message goes to its place, a known one is not added twice', () => {
    const window = windowOf([...numbered(1, 2), ...numbered(4, 5)]);
    expect(ids(appended(window, numbered(3, 3)[0]!))).toBe('1 2 3 4 5');
    expect(appended(window, numbered(5, 5)[0]!)).toBe(window);
    const plain = windowOf([unnumbered(10), unnumbered(30)]);
    expect(ids(appended(plain, unnumbered(20)))).toBe('10 20 30');
    expect(ids(appended(plain, unnumbered(40)))).toBe('10 30 40');
    // One of the two has no number, so the server's own numbers decide.
    const half = windowOf([{ ...unnumbered(30), n: 3 }]);
    expect([ids(appended(half, unnumbered(20))), ids(appended(half, unnumbered(40)))]).toEqual([
      '20 30',
      '30 40',
    ]);
    const other = windowOf([unnumbered(30)]);
    expect(ids(appended(other, { ...unnumbered(20), n: 90 }))).toBe('20 30');
  });

  it('STORE-8: a window at its limit loses its oldest chunk and is no longer complete', () => {
    const full = windowOf(numbered(1, limits.messagesMax), { complete: true });
    const [last] = numbered(limits.messagesMax + 1, limits.messagesMax + 1);
    const grown = appended(full, last!);
    expect(ids(grown)).toBe(spread(CHUNK + 1, limits.messagesMax + 1));
    expect([grown.complete, grown.live]).toEqual([false, true]);
    expectSound(grown);
    const room = windowOf(numbered(1, limits.messagesMax - 1), { complete: true });
    expect(appended(room, numbered(limits.messagesMax, limits.messagesMax)[0]!)).toMatchObject({
      size: limits.messagesMax,
      complete: true,
    });
  });

  it.each([
    { of: trimmedOldest, kept: spread(CHUNK + 1, 3 * CHUNK), flags: [false, true] },
    { of: trimmedNewest, kept: spread(1, 2 * CHUNK), flags: [true, false] },
  ])('STORE-8: trimmed at one end, the other end stays (%#)', ({ of, kept, flags }) => {
    const window = windowOf(numbered(1, 3 * CHUNK), { complete: true });
    expect(of(window)).toBe(window);
    expect(of(window, 3 * CHUNK)).toBe(window);
    for (const max of [3 * CHUNK - 1, 2 * CHUNK]) {
      const next = of(window, max);
      expect([ids(next), next.complete, next.live]).toEqual([kept, ...flags]);
      expectSound(next);
    }
    expect(of(window, 0)).toMatchObject({ chunks: [], size: 0 });
    // Chunks of a page that came later are not full.
    const uneven = { ...window, chunks: [numbered(1, 3), numbered(4, 40), numbered(41, 45)], size: 45 };
    for (const max of [44, 42, 40, 9, 4]) expectSound(of(uneven, max));
  });

  it('STORE-8: a page goes where it belongs, however it is ordered, and nothing of it is there twice', () => {
    const window = windowOf(numbered(10, 12));
    const pages: readonly (readonly [readonly Message[], string])[] = [
      [numbered(7, 9), '7 8 9 10 11 12'],
      [numbered(7, 9).toReversed(), '7 8 9 10 11 12'],
      [[...numbered(8, 9), ...numbered(7, 7)], '7 8 9 10 11 12'],
      [numbered(9, 11), '9 10 11 12'],
      [numbered(13, 14), '10 11 12 13 14'],
      [[...numbered(9, 9), ...numbered(13, 13)], '9 10 11 12 13'],
      [[...numbered(13, 13), ...numbered(9, 9)], '9 10 11 12 13'],
      [[...numbered(9, 9), ...numbered(9, 9)], '9 10 11 12'],
    ];
    for (const [messages, expected] of pages) {
      const next = merged(window, messages);
      expect(ids(next)).toBe(expected);
      expectSound(next);
    }
    expect(merged(window, numbered(10, 12))).toBe(window);
    expect(merged(window, [])).toBe(window);
    expect(ids(merged(windowOf([]), numbered(2, 3).toReversed()))).toBe('2 3');
    const long = merged(window, numbered(1, 9));
    expect(long.chunks.at(-1)).toBe(window.chunks[0]);
  });

  it('STORE-8: a page between chunks makes new chunks, each at most full', () => {
    const window = windowOf([...numbered(1, CHUNK), ...numbered(200, 200 + CHUNK)]);
    const next = merged(window, numbered(100, 100 + CHUNK));
    expect(ids(next)).toBe([spread(1, CHUNK), spread(100, 100 + CHUNK), spread(200, 200 + CHUNK)].join(' '));
    expectSound(next);
    expect(chunked([])).toEqual([]);
    expect(chunked(numbered(1, 2 * CHUNK)).map((chunk) => chunk.length)).toEqual([CHUNK, CHUNK]);
  });

  it('RECALL-2, RECALL-3: a deleted message does not come back, and a recalled one has no text', () => {
    const deleted = windowOf(numbered(1, 1), erasedAs('deleted', 2));
    const recalled = windowOf(numbered(1, 1), erasedAs('recalled', 2));
    const [line] = numbered(2, 2);
    expect(appended(deleted, line!)).toBe(deleted);
    expect(ids(merged(deleted, numbered(2, 3)))).toBe('1 3');
    for (const next of [appended(recalled, line!), merged(recalled, [line!])])
      expect(next.chunks.flat()).toMatchObject([{ content: 'text m1' }, { content: '', recalled: true }]);
  });

  it('UI-94: a window holds the place after a message if it has that one or an older, and a newer', () => {
    expect([9, 10, 11, 19, 20].map((after) => holdsAfter({}, after))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    expect([9, 10, 20].map((after) => holdsAfter({ live: true }, after))).toEqual([false, true, true]);
    expect([0, 1].map((after) => hasPlace(windowOf(numbered(1, 3)), after))).toEqual([true, true]);
    expect([8, 20].map((after) => holdsAfter({ complete: true }, after))).toEqual([true, false]);
    expect([holdsAfter({}, null), holdsAfter({ live: true }, null)]).toEqual([false, true]);
    expect(hasPlace(windowOf(numbered(10, 10), { live: false, complete: true }), 9)).toBe(true);
    for (const live of [true, false]) {
      expect(hasPlace(windowOf([], { live }), 3)).toBe(live);
      const [first, last] = [
        [unnumbered(1), ...numbered(10, 12)],
        [...numbered(10, 12), unnumbered(20)],
      ];
      for (const lines of [first, last])
        expect(hasPlace(windowOf(lines, { live, complete: true }), 10)).toBe(live);
    }
  });

  it('STORE-8: a message is changed or removed in place, and an empty chunk is removed', () => {
    const window = windowOf(numbered(1, CHUNK + 1));
    for (const n of [1, CHUNK, CHUNK + 1]) {
      const next = rewritten(window, messageId(`m${n}`), makeMessage);
      expect(next.chunks.flat().flatMap((one) => (one.content === 'said' ? one.n : []))).toEqual([n]);
      expectSound(next);
      const without = rewritten(window, messageId(`m${n}`), () => null);
      expect(ids(without)).toBe(
        spread(1, CHUNK + 1)
          .split(' ')
          .filter((one) => one !== `${n}`)
          .join(' '),
      );
      expectSound(without);
    }
    expect(rewritten(window, messageId('m1'), (message) => message)).toBe(window);
    expect(rewritten(window, messageId('elsewhere'), makeMessage)).toBe(window);
  });

  it('STORE-8: the newest 256 that are gone are remembered, in the order in which they went', () => {
    let window = windowOf([]);
    const names = Array.from({ length: limits.erasedMax + 1 }, (_, i) => messageId(`e${i}`));
    for (const name of names.slice(0, -1)) window = withErased(window, name, 'recalled');
    expect(window.erased.size).toBe(limits.erasedMax);
    expect(withErased(window, names[0]!, 'recalled')).toBe(window);
    // A message that was deleted after its recall is removed last.
    const again = withErased(withErased(window, names[0]!, 'deleted'), names.at(-1)!, 'recalled');
    expect([...again.erased.keys()]).toEqual([...names.slice(2, -1), names[0], names.at(-1)]);
    expect(again.erased.get(names[0]!)).toBe('deleted');
  });

  it('PINS-1: a deleted message is not pinned; a list that was not requested stays absent', () => {
    const pinned = { ...windowOf([]), pins: { seq: 4, list: [pin(1), pin(2)] } } as unknown as Conversation;
    expect(withErased(pinned, messageId('m1'), 'deleted').pins).toEqual({ seq: 4, list: [pin(2)] });
    const unasked = windowOf([], { pins: { seq: 4, list: undefined } });
    expect(withErased(unasked, messageId('m1'), 'deleted').pins).toEqual({ seq: 4, list: undefined });
  });
});

const window = (state: State) => state.conversations.get(NINE);
const requested = (which: PageKind) => local({ type: 'pageRequested', conversation: NINE, which });
const stale = (state: State, parts: Partial<Conversation> = { live: false }): State => ({
  ...state,
  conversations: new Map([[NINE, { ...window(state)!, ...parts }]]),
});
const plain = (state: State): State => ({ ...state, sync: { ...state.sync, plain: true } });
const opened = (id: number) => local({ type: 'chatOpened', conversation: contactId(id) });
const makeRequest = (id: number) =>
  local({ type: 'pageRequested', conversation: contactId(id), which: 'first' });

describe('pages of a window', () => {
  it('STORE-8: while an older or a newer page is asked for there is room for it, at its other end', () => {
    const max = limits.messagesMax - limits.pageSize;
    const full = run(start(), page(numbered(1, limits.messagesMax), 'around')).state;
    const bounds = (which: PageKind) => {
      const request = window(run(full, requested(which)).state);
      return [request?.chunks[0]?.[0]?.n, request?.chunks.at(-1)?.at(-1)?.n, request?.loading];
    };
    expect(bounds('newer')).toEqual([CHUNK + 1, limits.messagesMax, 'newer']);
    expect(bounds('older')).toEqual([1, max - (max % CHUNK), 'older']);
    expect(bounds('first')).toEqual([1, limits.messagesMax, 'first']);
  });

  it('STORE-8: older pages say whether all is there, and a first one that joins keeps what was known', () => {
    const flags = (state: State) => [window(state)?.complete, window(state)?.live];
    const here = run(start(), page(numbered(10, 12))).state;
    expect(flags(run(here, page(numbered(7, 9), 'older')).state)).toEqual([false, true]);
    const whole = run(here, page(numbered(7, 9), 'older', true)).state;
    expect(flags(whole)).toEqual([true, true]);
    expect(flags(run(whole, page([], 'older')).state)).toEqual([true, true]);
    // It joins a window that reaches the newest, or one that holds a line of it; any other gives way to it.
    expect([
      ids(window(run(whole, page(numbered(13, 14))).state)),
      ...flags(run(whole, page(numbered(13, 14))).state),
    ]).toEqual(['7 8 9 10 11 12 13 14', true, true]);
    const old = stale(whole);
    expect(ids(window(run(old, page(numbered(12, 14))).state))).toBe('7 8 9 10 11 12 13 14');
    expect(flags(run(old, page(numbered(12, 14))).state)).toEqual([true, true]);
    const apart = run(old, page(numbered(14, 15))).state;
    expect([ids(window(apart)), window(apart)?.size, ...flags(apart)]).toEqual(['14 15', 2, false, true]);
    expect(flags(run(old, page(numbered(14, 15), 'first', true)).state)).toEqual([true, true]);
  });

  it('STORE-8: a page around a place is alone, and is live only if it reaches the end', () => {
    const here = run(start(), page(numbered(1, 3), 'first', true)).state;
    const around = run(here, page(numbered(50, 52), 'around')).state;
    expect([ids(window(around)), window(around)?.size]).toEqual(['50 51 52', 3]);
    expect(window(around)).toMatchObject({ complete: false, live: false });
    const loadingState = run(around, requested('around'), post(60)).state;
    expect(ids(window(run(loadingState, page(numbered(58, 59), 'around', false, true)).state))).toBe(
      '58 59 60',
    );
    expect(ids(window(run(loadingState, page(numbered(58, 59), 'around')).state))).toBe('58 59');
  });

  it('PLAIN-4: the page of a plain server goes before what is kept from its first line on', () => {
    const stored = stale(run(start(), page(numbered(1, CHUNK + 4), 'first', true)).state);
    const first = numbered(CHUNK + 1, CHUNK + 5).filter(({ n }) => n !== CHUNK + 2);
    const next = window(run(plain(stored), page(first)).state);
    expect(ids(next)).toBe(`${spread(1, CHUNK + 1)} ${spread(CHUNK + 3, CHUNK + 5)}`);
    expectSound(next!);
    expect(next).toMatchObject({ complete: true, live: true });
    const again = page(first.map((one) => ({ ...one, content: 'changed' })));
    const changed = window(run(plain(stored), again).state)?.chunks.flat() ?? [];
    expect(changed.flatMap((one) => (one.content === 'changed' ? one.n : []))).toEqual(
      first.map((one) => one.n),
    );
    const all = window(run(plain(stored), page(numbered(1, 3))).state);
    expect(ids(all)).toBe('1 2 3');
    expectSound(all!);
    // None of it is loaded here, so the stored part has a gap after it and is dropped.
    expect(ids(window(run(plain(stored), page(numbered(200, 201))).state))).toBe('200 201');
    expect(ids(window(run(plain(stale(stored, { live: true })), page(numbered(200, 201))).state))).toBe(
      `${spread(1, CHUNK + 4)} 200 201`,
    );
  });

  it('STREAM-17: a page names people as they are called now', () => {
    const nextState = run(
      start(),
      local({
        type: 'profilesLoaded',
        profiles: [{ user: 9, rev: 1, realname: 'Anew', avatar: '' }] as never,
      }),
      page(numbered(1, 1)),
    ).state;
    expect(window(nextState)?.chunks.flat()[0]?.from.realname).toBe('Anew');
  });

  it('STORE-8: a failed page leaves the window as it was, and none where there was none', () => {
    const failed = local({ type: 'pageFailed', conversation: NINE });
    const nowhere = start();
    expect(run(nowhere, failed).state).toBe(nowhere);
    const state = run(nowhere, page(numbered(1, 2)), requested('first'), failed).state;
    expect(window(state)).toMatchObject({ loading: 'failed', early: [], size: 2 });
  });

  it('STORE-8: of 21 conversations the least recently used one is dropped, never the open one', () => {
    const many = Array.from({ length: limits.conversationsMax }, (_, i) => opened(i + 1));
    const state = run(signedIn(), ...many, opened(1), opened(99)).state;
    expect([...state.conversations.keys()].slice(-2)).toEqual(['1', '99']);
    expect([state.conversations.has(contactId(2)), state.conversations.size]).toEqual([
      false,
      limits.conversationsMax,
    ]);
    const others = Array.from({ length: limits.conversationsMax }, (_, i) => makeRequest(i + 200));
    const later = run(state, ...others).state;
    expect([later.conversations.size, later.conversations.has(contactId(99))]).toEqual([
      limits.conversationsMax,
      true,
    ]);
  });

  it('SYNC-2: a dropped window goes; the one on screen stays, empty, until it loads again', () => {
    const drop = local({ type: 'conversationDropped', conversation: NINE });
    const here = run(start(), page(numbered(1, 2))).state;
    expect(run(here, drop).state.conversations.has(NINE)).toBe(false);
    const onScreen = run(here, local({ type: 'chatOpened', conversation: NINE })).state;
    expect(ids(window(onScreen))).toBe('1 2');
    expect(window(run(onScreen, drop).state)).toEqual(emptyConversation(NINE));
    const nowhere = start();
    expect(run(nowhere, drop).state).toBe(nowhere);
  });
});
