import { DEFAULT_GROUP_SETTING } from '../../src/domain/group-fields.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toMarkup, toPlain } from '../../src/domain/markup.ts';
import { StoreFailedError } from '../../src/server/kernel/store-errors.ts';
import type { Fields } from '../support/fields.ts';
import { startWorld, type Person, type World } from '../support/world.ts';

let world: World;
let anna: Person;
let bela: Person;
let cleo: Person;
beforeEach(async () => {
  world = await startWorld();
  [anna, bela, cleo] = [await world.person('anna'), await world.person('bela'), await world.person('cleo')];
  await world.befriend(anna, bela);
});
afterEach(() => world.close());

const SEND = '/enterprise/im/sendMessage';
const text = (id: string, to: string | number, content = id, more: object = {}) => ({
  id,
  toContactId: to,
  is_group: 0,
  type: 'text',
  content,
  ...more,
});
const send = (who: Person, body: object) => world.call(who, SEND, body);
const history = (who: Person, to: string | number) => world.history(who, to);
const texts = async (who: Person, to: string | number) =>
  (await history(who, to)).filter(({ type }) => type === 'text').map(({ content }) => content);

describe('the ledger', () => {
  it('SEND-1: a repeat answers the first result and makes no second message', async () => {
    const socket = await world.online(bela);
    const first = await send(anna, text('m-1', bela.id));
    const repeats = await Promise.all([send(anna, text('m-1', bela.id)), send(anna, text('m-1', bela.id))]);
    for (const repeat of repeats) expect(repeat).toEqual(first);
    expect(first.data).toMatchObject({
      id: 'm-1',
      msg_id: 2,
      n: 2,
      stream: '1-2',
      seq: 2,
      toContactId: bela.id,
      toUser: bela.id,
    });
    expect(await texts(bela, anna.id)).toEqual(['m-1']);
    expect(socket.of('simple')).toHaveLength(1);
  });

  it.each([
    ['another content', (b: number) => text('m-1', b, 'other')],
    ['other mentions', (b: number) => text('m-1', b, 'm-1', { at: [1] })],
    ['another quote', (b: number) => text('m-1', b, 'm-1', { pid: 1 })],
  ])('SEND-1: the same id with %s is refused', async (_, other) => {
    expect((await send(anna, text('m-1', bela.id))).code).toBe(0);
    expect((await send(anna, other(bela.id))).code).toBe(400);
    expect(await texts(bela, anna.id)).toEqual(['m-1']);
  });

  it('SEND-1: the ID of another user’s message is refused and reveals nothing', async () => {
    await send(anna, text('m-1', bela.id, 'secret'));
    await world.befriend(cleo, bela);
    const answer = await send(cleo, text('m-1', bela.id, 'secret'));
    expect(answer).toMatchObject({ code: 400, data: '' });
  });

  it('SEND-1: the id of a line of the server is taken, too; beside others it alone is refused', async () => {
    const line = (await history(anna, bela.id))[0]?.['id'] as string;
    expect(line).toMatch(/\S/);
    expect((await send(anna, text(line, bela.id, 'mine'))).code).toBe(400);
    const { data } = await world.call<readonly { readonly id: string; readonly code: number }[]>(anna, SEND, [
      text('m-1', bela.id),
      text(line, bela.id, 'mine'),
      text('m-2', bela.id),
    ]);
    expect(data.map(({ id, code }) => [id, code])).toEqual([
      ['m-1', 0],
      [line, 400],
      ['m-2', 0],
    ]);
    expect(await world.code(anna, 'im/sendToMsg', { id: line, toContactId: bela.id, event: 'calling' })).toBe(
      400,
    );
    expect(await texts(bela, anna.id)).toEqual(['m-1', 'm-2']);
  });

  it('SEND-1: numbers as text are the same request', async () => {
    const first = await send(anna, text('m-1', bela.id));
    expect(await send(anna, text('m-1', String(bela.id), 'm-1', { pid: '0', at: '' }))).toEqual(first);
  });

  it('SEND-1: a refusal is not remembered', async () => {
    expect((await send(anna, text('m-1', cleo.id))).code).toBe(400);
    await world.befriend(anna, cleo);
    expect((await send(anna, text('m-1', cleo.id))).code).toBe(0);
  });

  it('SEND-2: a repeat after recall or deletion makes no second message', async () => {
    await send(anna, text('m-1', bela.id));
    await send(anna, text('m-2', bela.id));
    await world.ok(anna, 'im/undoMessage', { id: 'm-1' });
    await world.ok(anna, 'im/delMessage', { id: 'm-2' });
    expect(await send(anna, text('m-1', bela.id))).toMatchObject({
      code: 0,
      data: { id: 'm-1', type: 'event', is_undo: 1, seq: 2 },
    });
    expect(await send(anna, text('m-2', bela.id))).toMatchObject({
      code: 0,
      data: { id: 'm-2', gone: 1, stream: '1-2', seq: 3 },
    });
    expect(await texts(bela, anna.id)).toEqual([]);
  });

  it('SEND-13: a message discarded on its way is refused on arrival, alone and in an array', async () => {
    const discard = (who: Person, id: string) => world.call(who, 'im/undoMessage', { id, discard: 1 });
    expect([(await discard(anna, 'm-1')).code, (await discard(anna, 'm-1')).code]).toEqual([0, 0]);
    expect((await send(anna, text('m-1', bela.id))).code).toBe(400);
    const { data } = await world.call<readonly { readonly code: number }[]>(anna, SEND, [
      text('m-1', bela.id),
      text('m-2', bela.id),
    ]);
    expect(data.map(({ code }) => code)).toEqual([400, 0]);
    expect(await texts(bela, anna.id)).toEqual(['m-2']);
    expect((await discard(anna, 'm-2')).code).toBe(0);
    expect(await texts(bela, anna.id)).toEqual([]);
  });

  it('SEND-13: a user cannot discard another user’s message, and the answer reveals nothing', async () => {
    await send(anna, text('m-1', bela.id));
    expect(await world.code(cleo, 'im/undoMessage', { id: 'm-1', discard: 1 })).toBe(400);
    await world.ok(anna, 'im/delMessage', { id: 'm-1' });
    expect(await world.code(cleo, 'im/undoMessage', { id: 'm-1', discard: 1 })).toBe(0);
    expect(await send(anna, text('m-1', bela.id))).toMatchObject({ code: 0, data: { gone: 1 } });
    expect(await world.code(anna, 'im/undoMessage', { id: 'm-9' })).toBe(400);
  });

  it('SEND-2: a repeat is answered also when the friendship has ended since', async () => {
    const first = await send(anna, text('m-1', bela.id));
    await world.ok(bela, 'friend/del', { id: anna.id });
    expect((await send(anna, text('m-1', bela.id))).data.msg_id).toBe(first.data.msg_id);
    expect((await send(anna, text('m-2', bela.id))).code).toBe(400);
  });
});

describe('arrays', () => {
  it('SEND-8: items go in order, each with its own code', async () => {
    const items = [
      text('a', bela.id),
      text('b', cleo.id),
      { id: 'c' },
      text('d', bela.id, ''),
      text('e', bela.id),
    ];
    const { code, data } = await world.call<readonly Fields[]>(anna, SEND, items);
    expect(code).toBe(0);
    expect(data.map((item) => [item.id, item.code])).toEqual([
      ['a', 0],
      ['b', 400],
      ['c', 400],
      ['d', 400],
      ['e', 0],
    ]);
    expect(data[0]?.data).toMatchObject({ id: 'a', stream: '1-2', seq: 2 });
    expect(await texts(bela, anna.id)).toEqual(['a', 'e']);
    expect((await world.rows(anna, SEND, items)).map((item) => item.code)).toEqual([0, 400, 400, 400, 0]);
    expect(await texts(bela, anna.id)).toEqual(['a', 'e']);
  });

  it('SEND-8: an item that may be tried again stops later ones of its conversation only', async () => {
    await world.befriend(anna, cleo);
    await world.setConfig((config) => ({ ...config, chatInfo: { ...config.chatInfo, sendIntervalSec: 5 } }));
    const data = await world.rows(anna, SEND, [
      text('a', bela.id),
      text('b', bela.id),
      text('c', bela.id),
      text('a', bela.id),
    ]);
    expect(data.map((item) => item.code)).toEqual([0, 400, 400, 400]);
    expect(data.map((item) => 'retry_ms' in item.data)).toEqual([false, true, true, true]);
    world.clock.pass(5_000);
    expect((await send(anna, text('b', bela.id))).code).toBe(0);
    expect(await texts(bela, anna.id)).toEqual(['a', 'b']);
  });

  it('SEND-6, SEND-8: when an item’s commit fails, later ones of its chat are not written', async () => {
    await world.close();
    let failing = -1;
    // An array is one command where commands commit together. Elsewhere each item is a separate one.
    let apart = false;
    world = await startWorld({
      store: (real) => ({
        unordered: (apart = real.unordered ?? false),
        read: (work) => real.read(work),
        epoch: () => real.epoch(),
        close: () => real.close(),
        write: (work) =>
          (failing -= 1) === 0 ? Promise.reject(new StoreFailedError('the commit failed')) : real.write(work),
      }),
    });
    [anna, bela, cleo] = [await world.person('anna'), await world.person('bela'), await world.person('cleo')];
    await world.befriend(anna, bela);
    await world.befriend(anna, cleo);
    failing = apart ? 2 : 1;
    const items = [text('m-1', bela.id), text('m-2', bela.id), text('m-3', bela.id), text('m-4', cleo.id)];
    const { status } = await world.raw(SEND, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: anna.token },
      body: JSON.stringify(items),
    });
    expect(status).toBe(502);
    await world.settle();
    expect(await texts(bela, anna.id)).toEqual(apart ? ['m-1'] : []);
    expect(await texts(cleo, anna.id)).toEqual(apart ? ['m-4'] : []);
    // Repeats the same IDs: unwritten items are written, and none twice.
    expect((await world.rows(anna, SEND, items)).map((item) => item.code)).toEqual([0, 0, 0, 0]);
    expect([await texts(bela, anna.id), await texts(cleo, anna.id)]).toEqual([
      ['m-1', 'm-2', 'm-3'],
      ['m-4'],
    ]);
  });

  it('WIRE-7, WIRE-15: an id with half a pair is refused, alone or not, as often as it comes', async () => {
    const items = [
      text('\ud800', bela.id, 'one'),
      text('\ud801', bela.id, 'two'),
      text('whole 🙂', bela.id, 'three'),
    ];
    for (let round = 0; round < 2; round += 1)
      expect((await world.rows(anna, SEND, items)).map((row) => row.code)).toEqual([400, 400, 0]);
    expect(await world.code(anna, SEND, items[0])).toBe(400);
    expect(await texts(bela, anna.id)).toEqual(['three']);
  });

  it('SEND-17: fifty for two chats, some refused, keep places, numbers and events in order', async () => {
    await world.befriend(anna, cleo);
    const items = Array.from({ length: 50 }, (_, at) =>
      text(`m-${at}`, at % 2 === 0 ? bela.id : cleo.id, at % 7 === 3 ? '' : `said ${at}`),
    );
    const rows = await world.rows(anna, SEND, items);
    expect(rows.map((row) => row.code)).toEqual(items.map((_, at) => (at % 7 === 3 ? 400 : 0)));
    const sent = rows.filter((row) => row.code === 0).map((row) => row.data);
    const numbers = sent.map((row) => row['msg_id']);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    for (const friend of [bela, cleo]) {
      const stream = `${anna.id}-${friend.id}`;
      const there = sent.filter((row) => row['stream'] === stream);
      const { head, events } = await world.server.core.store.read(async (tx) => {
        const events = await tx.streams.events(stream as never, 0, 100);
        return { head: (await tx.streams.get(stream as never))?.head, events };
      });
      const listed = events.flatMap(({ seq, facts }) =>
        facts.kind === 'message' && facts.id.startsWith('m-')
          ? [{ seq, id: facts.id, n: facts.n, msg_id: facts.msgId }]
          : [],
      );
      expect(listed).toEqual(
        there.map((row) => ({ seq: row['seq'], id: row['id'], n: row['n'], msg_id: row['msg_id'] })),
      );
      expect(events.map((event) => event.seq)).toEqual(Array.from({ length: head ?? 0 }, (_, at) => at + 1));
      expect(await texts(friend, anna.id)).toEqual(there.map((row) => row['content']));
    }
    // Written a second time, all are the first result.
    expect((await world.rows(anna, SEND, items)).map((row) => row.data)).toEqual(rows.map((row) => row.data));
  });

  it('SEND-1, SEND-8: an id that comes twice in one array is one message', async () => {
    const data = await world.rows(anna, SEND, [
      text('m-1', bela.id),
      text('m-2', bela.id),
      text('m-1', bela.id),
      text('m-2', bela.id, 'other'),
    ]);
    expect(data.map((item) => item.code)).toEqual([0, 0, 0, 400]);
    expect(await texts(bela, anna.id)).toEqual(['m-1', 'm-2']);
  });

  it('SEND-8: more than 50 items or 256 KiB are refused whole', async () => {
    const many = Array.from({ length: 51 }, (_, i) => text(`m-${i}`, bela.id));
    expect(await world.code(anna, SEND, many)).toBe(400);
    const large = Array.from({ length: 40 }, (_, i) =>
      text(`m-${i}`, bela.id, 'x', { extends: { x: 'x'.repeat(8_000) } }),
    );
    expect(await world.code(anna, SEND, large)).toBe(400);
    expect(await texts(bela, anna.id)).toEqual([]);
  });
});

describe('fields that the server sets', () => {
  it('SEND-9: sender, time and type are its own; a time never goes back', async () => {
    const claim = {
      fromUser: { id: cleo.id, realname: 'Fake' },
      from_user: cleo.id,
      user_id: cleo.id,
      sendTime: 1,
      is_read: 1,
      role: 1,
    };
    const { data } = await send(anna, text('m-1', bela.id, 'x', claim));
    expect(data).toMatchObject({
      from_user: anna.id,
      user_id: anna.id,
      fromUser: { id: anna.id, realname: 'anna name' },
      is_read: 0,
      role: 3,
    });
    expect(data.sendTime).toBe(Math.floor(world.clock.nowMs() / 1_000));
    world.clock.jump(-60_000);
    expect((await send(anna, text('m-2', bela.id))).data.sendTime).toBe(data.sendTime);
  });

  it('WIRE-6: message times are seconds, or milliseconds where set; list times milliseconds', async () => {
    const { data } = await send(anna, text('m-1', bela.id));
    expect(data.sendTime).toBeLessThan(1e11);
    const row = await world.contact(anna, bela.id);
    expect(row?.lastSendTime).toBeGreaterThan(1e12);
    expect((await history(bela, anna.id)).every(({ sendTime }) => sendTime < 1e11)).toBe(true);
    const inMs = await startWorld({ settings: { wireTime: 'ms' } });
    const [a, b] = [await inMs.person('anna'), await inMs.person('bela')];
    await inMs.befriend(a, b);
    expect((await inMs.ok(a, SEND, text('m-1', b.id))).sendTime).toBeGreaterThan(1e12);
    await inMs.close();
  });

  it('WIRE-9: escaped text comes back as it was written', async () => {
    const written = `<b>"5" & '6'</b>\n\n&amp; <br> 中文 😀`;
    const content = toMarkup(written);
    await send(anna, text('m-1', bela.id, content));
    const shown = (await texts(bela, anna.id))[0]!;
    expect(shown).toBe(content);
    expect(toPlain(shown)).toBe(written);
  });

  it.each([
    ['<script>alert(1)</script>hi', 'hi'],
    ['<img src="x" onerror="alert(1)">', '<img src="x" />'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="https://e.test/" onclick="x" target="y">x</a>', '<a href="https://e.test/">x</a>'],
    ['<svg><style><img src=x onerror=1></style></svg>x', 'x'],
    ['<p>one</p><iframe src="//e.test"></iframe><B>two</B>', '<p>one</p><b>two</b>'],
    ['a < b && c', 'a &lt; b &amp;&amp; c'],
    ['<h3>群公告</h3>we move', '群公告we move'],
  ])('WIRE-9: %s is cleaned to the allow-list', async (content, clean) => {
    expect((await send(anna, text('m-1', bela.id, content))).data.content).toBe(clean);
  });

  it('GROUP-10: a notice that a person passes on is words of theirs, and no notice there', async () => {
    const group = await world.group(anna, [bela]);
    await world.ok(anna, 'group/setNotice', { id: group, notice: 'we move' });
    const notice = (await history(anna, group)).at(-1)!;
    expect(notice.content).toBe('<h3>群公告</h3>we move');
    await world.ok(anna, 'im/forwardMessage', { msg_id: notice.msg_id, user_ids: [bela.id] });
    expect((await texts(bela, anna.id)).at(-1)).toBe('群公告<br>we move');
  });

  it('SEND-9: a quote has the text of the quoted message, as long as that exists', async () => {
    const { data: first } = await send(anna, text('m-1', bela.id, 'first'));
    const fake = {
      extends: { msg_id: first.msg_id, content: 'never said', user_id: 9, realname: 'X' },
      pid: first.msg_id,
    };
    const { data } = await send(bela, text('m-2', anna.id, 'answer', fake));
    expect(data).toMatchObject({
      pid: first.msg_id,
      extends: { msg_id: first.msg_id, user_id: anna.id, realname: 'anna name', content: 'anna name：first' },
    });
    await world.ok(anna, 'im/undoMessage', { id: 'm-1' });
    expect(JSON.stringify(await history(bela, anna.id))).not.toContain('first');
  });

  it('SEND-9: only a visible message of the same conversation is quoted', async () => {
    await world.befriend(bela, cleo);
    const { data: other } = await send(bela, text('m-1', cleo.id, 'not for anna'));
    const { data } = await send(
      anna,
      text('m-2', bela.id, 'x', { pid: other.msg_id, extends: { content: 'x' } }),
    );
    expect(data).toMatchObject({ extends: null });
    expect(data.pid).toBeUndefined();
  });
});

describe('refusals', () => {
  it.each([
    ['no id', { id: '' }],
    ['a long id', { id: 'x'.repeat(37) }],
    ['an unknown kind', { type: 'hologram' }],
    ['an event', { type: 'event' }],
    ['a call', { type: 'webrtc' }],
    ['a picture without upload', { type: 'image', content: 'https://e.test/x.png' }],
    ['an emoji without a file', { type: 'emoji', content: 'https://e.test/x.png' }],
    ['an unknown person', { toContactId: 99 }],
    ['oneself', { toContactId: 1 }],
    ['no target', { toContactId: '' }],
    ['the system', { toContactId: 'system' }],
    ['announcements', { toContactId: 'admin_notice' }],
    ['an unknown group', { toContactId: 'group-7' }],
    ['nothing', { content: '' }],
    ['blanks', { content: '<p> &nbsp; </p><br>' }],
    ['2049 characters', { content: 'x'.repeat(2_049) }],
    [
      'a location without a place',
      { type: 'location', content: 'here', extends: { name: 'x', latitude: 91, longitude: 0 } },
    ],
    ['the card of nobody', { type: 'contact', content: 'card', extends: { id: 99 } }],
  ])('SEND-10: %s is refused with 400', async (_, change) => {
    expect(await send(anna, { ...text('m-1', bela.id), ...change })).toMatchObject({ code: 400, data: '' });
    expect(await texts(bela, anna.id)).toEqual([]);
  });

  it('SEND-10: 2048 characters are counted without tags, as people count', async () => {
    expect((await send(anna, text('m-1', bela.id, `<p>${'😀'.repeat(2_048)}</p>`))).code).toBe(0);
  });

  it('SEND-10: locations and cards carry checked details', async () => {
    const location = {
      type: 'location',
      content: '[位置] 广场',
      extends: { name: '广场', latitude: '1.5', longitude: 2, script: 'x' },
    };
    expect((await send(anna, { ...text('m-1', bela.id), ...location })).data.extends).toEqual({
      name: '广场',
      address: '',
      latitude: 1.5,
      longitude: 2,
    });
    const card = { type: 'contact', content: '[名片] x', extends: { id: cleo.id, displayName: 'Fake' } };
    expect((await send(anna, { ...text('m-2', bela.id), ...card })).data.extends).toEqual({
      id: cleo.id,
      displayName: 'cleo name',
      avatar: '',
    });
  });

  it('SEND-11: one-to-one needs a friendship on both sides', async () => {
    expect((await send(anna, text('m-1', cleo.id))).code).toBe(400);
    await world.ok(anna, 'friend/add', { user_id: cleo.id, remark: 'hi' });
    expect((await send(anna, text('m-1', cleo.id))).code).toBe(400);
    expect((await send(cleo, text('m-2', anna.id))).code).toBe(400);
  });

  it('SEND-11: a group needs membership and the right to speak: 401 when the group is muted', async () => {
    const group = await world.group(anna, [bela]);
    const { store } = world.server.core;
    expect((await send(cleo, text('m-1', group))).code).toBe(400);
    expect((await send(bela, text('m-2', group))).code).toBe(0);
    const set = (nospeak: 0 | 1 | 2) =>
      store.write((tx) => tx.groups.update(1 as never, { setting: { ...DEFAULT_GROUP_SETTING, nospeak } }));
    await set(1);
    expect((await send(bela, text('m-3', group))).code).toBe(401);
    await set(2);
    expect((await send(anna, text('m-4', group))).code).toBe(0);
    await set(0);
    await store.write((tx) =>
      tx.members.update(group as never, bela.id as never, { mutedUntilSec: tx.nowMs / 1_000 + 60 }),
    );
    expect((await send(bela, text('m-3', group))).code).toBe(400);
    world.clock.pass(61_000);
    expect((await send(bela, text('m-3', group))).code).toBe(0);
  });
});

it('SEND-9: favourites are kept in the own stream and reach the own devices only', async () => {
  const [mine, others] = [await world.online(anna), await world.online(bela)];
  const { data } = await send(anna, text('m-1', -1, 'note to self'));
  expect(data).toMatchObject({ toContactId: -1, is_group: 3, stream: 'u1' });
  expect(mine.of('simple')).toHaveLength(1);
  expect(others.frames).toEqual([]);
  expect(await texts(anna, -1)).toEqual(['note to self']);
  expect(await texts(bela, -1)).toEqual([]);
});
