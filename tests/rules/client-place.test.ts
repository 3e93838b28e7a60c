import { expect, it } from 'vitest';
import { frameLimits } from '../../src/domain/list-limits.ts';
import { windowLimits as limits } from '../../src/client/state/limits.ts';
import { hasPlace } from '../../src/client/state/windows.ts';
import { contactId, msgId } from '../../src/domain/ids.ts';
import { gate } from '../support/gate.ts';
import { messageOf, PARTNER, type Reply, scripted, type Scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);
/** Numbers of messages are this much above their ordinals. */
const NUMBERS = 1_000;

interface Asked {
  readonly limit: number;
  readonly last_id?: number;
  readonly after_n?: number;
}

/**
 * A client whose friend has written this number of messages, of which it has read the first ones. Pages are
 * answered as by the server, with a limit of rows.
 */
async function behind(
  count: number,
  mark: number,
  weight = Number.MAX_SAFE_INTEGER,
  chat: object = {},
  waits: readonly Promise<unknown>[] = [],
): Promise<{
  readonly on: Scripted;
  readonly pages: readonly Asked[];
  readonly held: () => readonly number[];
}> {
  const on = await scripted();
  const pages: Asked[] = [];
  on.answer('/getContacts', {
    code: 0,
    data: [
      {
        ...PARTNER,
        ...chat,
        unread: count - mark,
        seq: count,
        count,
        mark,
      },
    ],
    cursor: 'c0',
    epoch: 'e1',
    seq: 0,
  });
  const replyTo = (request: Asked): Reply => {
    const { limit, last_id: before, after_n: after } = request;
    const to =
      after === undefined
        ? Math.min(count, before === undefined ? count : before - 1 - NUMBERS)
        : Math.min(count, after + limit);
    const from = after === undefined ? Math.max(1, to - limit + 1) : after + 1;
    const rows = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) =>
      messageOf(from + at, `line ${from + at}`),
    );
    if (rows.length <= weight) return { code: 0, data: rows };
    return { code: 0, more: 1, data: after === undefined ? rows.slice(-weight) : rows.slice(0, weight) };
  };
  on.answer('/getMessageList', ({ body }) => {
    const request = body as Asked;
    pages.push(request);
    const wait = waits[pages.length - 1];
    return wait === undefined ? replyTo(request) : wait.then(() => replyTo(request));
  });
  await on.client.start();
  await on.login();
  return {
    on,
    pages,
    held: () => (on.client.core.get().conversations.get(BERT)?.chunks.flat() ?? []).map((one) => one.n ?? 0),
  };
}

const window = ({ client }: Scripted) => client.core.get().conversations.get(BERT);

it('UI-94: few unread messages come with the newest page, in one request', async () => {
  const { on, pages, held } = await behind(200, 140);
  on.client.actions.openChat(BERT);
  await on.settle();
  expect(pages.map(({ limit }) => limit)).toEqual([60 + limits.contextRows]);
  expect([held()[0], held().at(-1), window(on)?.live]).toEqual([140 - limits.contextRows + 1, 200, true]);
});

it('UI-94: of 5,000 messages only those around the first unread one load, the rest while reading', async () => {
  const { on, pages, held } = await behind(5_100, 100);
  on.client.actions.openChat(BERT);
  await on.settle();
  expect(pages).toHaveLength(1);
  expect(pages[0]?.limit ?? 0).toBeLessThanOrEqual(frameLimits.pageLimitMax);
  expect([held()[0], held().includes(101), window(on)?.live]).toEqual([
    100 - limits.contextRows + 1,
    true,
    false,
  ]);
  const last = held().at(-1) ?? 0;
  await on.client.actions.loadNewer(BERT);
  await on.client.actions.loadOlder(BERT);
  expect([held()[0], held().at(-1)]).toEqual([
    100 - limits.contextRows + 1 - limits.pageSize,
    last + limits.pageSize,
  ]);
  expect(held()).toEqual(Array.from(held(), (_, at) => (held()[0] ?? 0) + at));
  // A second opening needs nothing.
  on.client.actions.openChat(null);
  on.client.actions.openChat(BERT);
  await on.settle();
  expect(pages).toHaveLength(3);
  await on.client.actions.loadNewest(BERT);
  expect([held()[0], held().at(-1), window(on)?.live]).toEqual([5_100 - limits.pageSize + 1, 5_100, true]);
});

it('UI-94: a chat with hardly a read message opens at the first one', async () => {
  const { on, pages, held } = await behind(5_100, 2);
  on.client.actions.openChat(BERT);
  await on.settle();
  expect([pages.map((page) => page.after_n), held()[0]]).toEqual([[0], 1]);
});

it('UI-94: a distant message is fetched with its surroundings; a missing one does not scroll', async () => {
  const { on, pages, held } = await behind(5_100, 100);
  on.client.actions.openChat(BERT);
  await on.settle();
  expect(await on.client.actions.loadUntil(BERT, msgId(NUMBERS + 4_000))).toEqual({ ok: true, value: true });
  expect([held().includes(4_000), held().at(-1), window(on)?.live]).toEqual([
    true,
    4_000 + limits.pageSize,
    false,
  ]);
  expect(pages.length).toBeLessThan(10);
  const before = held();
  expect(await on.client.actions.loadUntil(BERT, msgId(NUMBERS + 9_999))).toEqual({ ok: true, value: false });
  expect(held()).toEqual(before);
});

it('EDIT-2: an edit during a jump shows its text, and nothing moves before the jump', async () => {
  const { on, held } = await behind(5_100, 100);
  on.client.actions.openChat(BERT);
  await on.settle();
  const before = held();
  const edit = (n: number) =>
    on.push(
      'updateMessage',
      {
        ...messageOf(n, `present ${n}`, { id: `far-${n}` }),
        toContactId: 9,
        rev: 1,
        from_user: 9,
        was: [],
        at: [],
      },
      { stream: '7-9', seq: 5_101 },
    );
  on.answer('/getMessageList', ({ body }) => {
    const { last_id: last } = body as Asked;
    if (last !== NUMBERS + 4_001) return { code: 0, data: [] };
    edit(4_000);
    expect(held()).toEqual(before);
    return { code: 0, data: [messageOf(4_000, 'former', { id: 'far-4000' })] };
  });
  expect(await on.client.actions.loadUntil(BERT, msgId(NUMBERS + 4_000))).toEqual({ ok: true, value: true });
  expect(
    window(on)
      ?.chunks.flat()
      .map((one) => one.content),
  ).toEqual(['present 4000']);
});

it('GROUP-13: a jump that was on its way during a clearing brings nothing back', async () => {
  const group = contactId('group-3');
  const { on } = await behind(5_100, 100, undefined, { id: group, is_group: 1, stream: group });
  on.client.actions.openChat(group);
  await on.settle();
  let requestCount = 0;
  on.answer('/getMessageList', () => {
    requestCount += 1;
    if (requestCount > 1) return { code: 0, data: [] };
    on.push('clearMessage', { group_id: group, n: 5_100, mentions: 0 }, { stream: group, seq: 5_101 });
    return { code: 0, data: [messageOf(4_000, 'long since')] };
  });
  expect(await on.client.actions.loadUntil(group, msgId(NUMBERS + 4_000))).toEqual({
    ok: true,
    value: false,
  });
  expect(on.client.core.get().conversations.get(group)?.chunks).toEqual([]);
  expect(requestCount).toBeGreaterThan(1);
});

it('STORE-17: a message wanted while the first page loads is found from there; older pages wait', async () => {
  const { on, pages, held } = await behind(200, 200);
  on.client.actions.openChat(BERT);
  const [found, more] = await Promise.all([
    on.client.actions.loadUntil(BERT, msgId(NUMBERS + 140)),
    on.client.actions.loadOlder(BERT),
  ]);
  expect([found, more]).toEqual([
    { ok: true, value: true },
    { ok: true, value: { more: true } },
  ]);
  expect(pages.map(({ last_id: before }) => before)).toEqual([
    undefined,
    200 - limits.pageSize + 1 + NUMBERS,
    200 - 2 * limits.pageSize + 1 + NUMBERS,
  ]);
  expect([held().includes(140), held().at(-1), window(on)?.live]).toEqual([true, 200, true]);
});

it('STORE-17, UI-94: the end, wanted while the chat loads, follows its place', async () => {
  const [first, second] = [gate(), gate()];
  const { on, held } = await behind(80, 0, undefined, {}, [first.passed, second.passed]);
  on.client.actions.openChat(BERT);
  await on.settle();
  const newest = on.client.actions.loadNewest(BERT);
  first.open();
  await on.settle();
  second.open();
  await newest;
  const conversation = window(on) ?? expect.fail('no window');
  expect([conversation.live, conversation.loading, held().at(-1)]).toEqual([true, 'no', 80]);
  expect(hasPlace(conversation, 0)).toBe(true);
});

it('LIMIT-15: pages that the server cut short are followed to the place, without a hole or a false end', async () => {
  const { on, pages, held } = await behind(300, 240, 7);
  on.client.actions.openChat(BERT);
  await on.settle();
  expect(pages.length).toBeGreaterThan(5);
  expect([held().includes(240), held().at(-1), window(on)?.live, window(on)?.complete]).toEqual([
    true,
    300,
    true,
    false,
  ]);
  expect(held()).toEqual(Array.from(held(), (_, at) => (held()[0] ?? 0) + at));
});

it('LIMIT-15: pages after a place are short as well, and the client continues to the end', async () => {
  const { on, held } = await behind(300, 100, 7);
  on.client.actions.openChat(BERT);
  await on.settle();
  expect([held().includes(101), window(on)?.live]).toEqual([true, false]);
  for (let turn = 0; turn < 40 && !window(on)?.live; turn += 1) await on.client.actions.loadNewer(BERT);
  expect([held().at(-1), window(on)?.live]).toEqual([300, true]);
  expect(held()).toEqual(Array.from(held(), (_, at) => (held()[0] ?? 0) + at));
});
