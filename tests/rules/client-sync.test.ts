import { describe, expect, it } from 'vitest';
import { contactId } from '../../src/domain/ids.ts';
import { presenceWord } from '../../src/domain/presence.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { loggedIn, messageOf, PARTNER, scripted, type Scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);
const at = (seq: number) => ({ stream: '7-9', seq });
const frame = (seq: number, content = `m${seq}`) => ({
  type: 'simple',
  time: 1_700_000_000,
  data: messageOf(seq, content, { id: `s${seq}` }),
  ...at(seq),
});
const answer = (frames: readonly object[], more: object = {}) => ({
  code: 0,
  data: { epoch: 'e1', cursor: 'c2', more: 0, frames, resync: [], registers: {}, ...more },
});
const state = ({ client }: Scripted) => client.core.get();

async function open(): Promise<Scripted> {
  const on = await loggedIn();
  on.client.actions.openChat(BERT);
  await on.settle();
  return on;
}

const listHeld = ({ client }: Scripted): readonly string[] =>
  (client.core.get().conversations.get(BERT)?.chunks ?? []).flatMap((chunk) =>
    chunk.map((one) => one.content),
  );

const ids = (on: Scripted) => [...state(on).contacts].map(({ id }) => Number(id)).toSorted((a, b) => a - b);

describe('catching up', () => {
  it('STREAM-13: after a bind the client syncs from its cursor; frames wait until then and apply in order', async () => {
    const on = await open();
    let reply: (() => void) | null = null;
    on.answer(
      '/sync',
      () =>
        new Promise((resolve) => {
          reply = () => resolve(answer([frame(1), frame(2)]));
        }),
    );
    on.socket().close();
    await on.clock.advance(15_000);
    expect(on.of('/sync').map((one) => one.body)).toEqual([{ cursor: 'c0' }]);
    on.push('simple', messageOf(3, 'm3', { id: 's3' }), at(3));
    await on.settle();
    expect(listHeld(on)).toEqual([]);
    (reply as (() => void) | null)?.();
    await on.settle();
    expect(listHeld(on)).toEqual(['m1', 'm2', 'm3']);
    expect(state(on).sync.cursor).toBe('c2');
    expect(on.of('/getContacts')).toHaveLength(1);
  });

  it('SYNC-9: the first list is requested before the bind, which catches up from its cursor', async () => {
    let fate: 'greets' | 'silent' = 'silent';
    const on = await loggedIn(
      { openSocket: () => fate, seesFirstSync: true },
      { '/sync': answer([frame(1)]) },
    );
    await on.settle();
    expect([on.of('/getContacts').length, on.of('/sync').length]).toEqual([1, 0]);
    expect([state(on).sync.ready, state(on).contacts.has(BERT)]).toEqual([true, true]);
    fate = 'greets';
    on.socket().close();
    await on.clock.advance(15_000);
    expect(on.of('/sync').map((one) => one.body)).toEqual([{ cursor: 'c0' }]);
    expect([state(on).contacts.get(BERT)?.last?.content, on.of('/getContacts').length]).toEqual(['m1', 1]);
  });

  it('SYNC-9: a login requests it while what the device has is being read, and once', async () => {
    const profile = createMemoryProfile();
    let reads: (() => void) | null = null;
    const held = new Promise<void>((resolve) => (reads = resolve));
    const readAll: typeof profile.records.readAll = async (...of) => {
      await held;
      return profile.records.readAll(...of);
    };
    const on = await loggedIn({ profile: { ...profile, records: { ...profile.records, readAll } } });
    expect([on.of('/getContacts').length, state(on).contacts.size]).toEqual([1, 0]);
    (reads as (() => void) | null)?.();
    await on.settle();
    expect([on.of('/getContacts').length, state(on).contacts.has(BERT)]).toEqual([1, true]);
  });

  describe('a first list of many rows', () => {
    /** Sorted by names; the pinned chat and the newest ones come late in it. */
    const rows = Array.from({ length: 250 }, (_, n) => ({
      ...PARTNER,
      id: 100 + n,
      stream: `7-${100 + n}`,
      is_top: n === 249 ? 1 : 0,
      lastSendTime: n === 249 ? 0 : 1_700_000_000 + n,
      lastContent: 'words',
    }));
    const many = { code: 0, data: rows, count: 2, page: 0, cursor: 'c0', epoch: 'e1', seq: 0 };
    const open = () => loggedIn({}, { '/getContacts': many });

    it('SYNC-10: its top, the pinned and newest chats, is in the state before the rest', async () => {
      const on = await open();
      expect(ids(on)).toEqual(Array.from({ length: 30 }, (_, n) => 320 + n));
      expect([state(on).sync.ready, state(on).sync.cursor]).toEqual([false, null]);
      await on.clock.advance(19);
      expect(ids(on)).toHaveLength(30);
      await on.clock.advance(1);
      expect(ids(on)).toHaveLength(250);
      expect([state(on).sync.ready, state(on).totals.system]).toEqual([true, 2]);
    });

    it('SYNC-10: a logout in between leaves nothing of it', async () => {
      const on = await open();
      await on.client.actions.logout();
      await on.clock.advance(1_000);
      expect([ids(on), state(on).sync.ready, state(on).self]).toEqual([[], false, null]);
    });
  });

  it('PRES-3: after a catch-up and with each pong it says whom it believes to be online, and is set right', async () => {
    const on = await open();
    const listSent = () => on.socket().sent.flatMap(({ type, word }) => (type === 'presence' ? [word] : []));
    expect(listSent()).toEqual([presenceWord([])]);
    on.answer('/sync', answer([], { registers: { online: [9] } }));
    on.socket().close();
    await on.clock.advance(15_000);
    expect(listSent().at(-1)).toBe(presenceWord([9]));
    on.push('presence', { on: [], off: [], all: 1 });
    await on.settle();
    expect(state(on).contacts.get(BERT)?.isOnline).toBe(false);
    const before = listSent().length;
    await on.clock.advance(25_000);
    expect(listSent().slice(before)).toEqual([presenceWord([])]);
  });

  it('SYNC-3: pages until nothing more is missing', async () => {
    const on = await open();
    const pages = [
      answer([frame(1)], { more: 1, cursor: 'p1' }),
      answer([frame(2)], { more: 1, cursor: 'p2' }),
      answer([frame(3)], { cursor: 'c9' }),
    ];
    on.answer('/sync', () => pages.shift() ?? answer([]));
    on.socket().close();
    await on.clock.advance(15_000);
    expect(on.of('/sync').map((one) => one.body)).toEqual([
      { cursor: 'c0' },
      { cursor: 'p1' },
      { cursor: 'p2' },
    ]);
    expect([listHeld(on), state(on).sync.cursor]).toEqual([['m1', 'm2', 'm3'], 'c9']);
  });

  it('SYNC-3: a failed sync is repeated, and frames that arrived during it are not lost', async () => {
    const on = await open();
    on.answer('/sync', { kind: 'timeout' });
    on.socket().close();
    await on.clock.advance(15_000);
    on.push('simple', messageOf(2, 'm2', { id: 's2' }), at(2));
    on.answer('/sync', answer([frame(1)]));
    await on.clock.advance(5_000);
    expect(listHeld(on)).toEqual(['m1', 'm2']);
    expect(on.notices.filter((one) => one.kind === 'text')).toEqual([]);
  });

  it('SYNC-4: a gap that closes in time requests nothing; one open after 200 ms requests all gaps once', async () => {
    const on = await open();
    on.answer('/sync', answer([frame(4), frame(5)], { cursor: null }));
    on.push('simple', messageOf(2, 'm2', { id: 's2' }), at(2));
    await on.clock.advance(150);
    on.push('simple', messageOf(1, 'm1', { id: 's1' }), at(1));
    await on.clock.advance(1_000);
    expect([listHeld(on), on.of('/sync').length]).toEqual([['m1', 'm2'], 0]);
    on.push('simple', messageOf(6, 'm6', { id: 's6' }), at(6));
    await on.clock.advance(199);
    expect(on.of('/sync')).toEqual([]);
    on.answer('/sync', answer([frame(3), frame(4), frame(5)], { cursor: null }));
    await on.clock.advance(1);
    await on.settle();
    expect(on.of('/sync').map((one) => one.body)).toEqual([{ positions: { '7-9': 2 } }]);
    expect(listHeld(on)).toEqual(['m1', 'm2', 'm3', 'm4', 'm5', 'm6']);
    expect(state(on).sync.cursor).toBe('c0');
  });

  it('SYNC-4, SYNC-2: a hole that stays open brings contact and counters of one moment', async () => {
    const on = await open();
    on.answer('/sync', answer([], { cursor: null }));
    on.answer('/getContactInfo', {
      code: 0,
      data: { ...PARTNER, seq: 9, count: 9, mark: 9, lastContent: 'm9' },
    });
    on.answer('/getMessageList', { code: 0, data: [messageOf(8, 'm8'), messageOf(9, 'm9')] });
    on.push('simple', messageOf(6, 'm6', { id: 's6' }), at(6));
    await on.clock.advance(4_000);
    await on.settle();
    expect(on.of('/getContactInfo').map((one) => one.body)).toEqual([{ id: '9' }]);
    expect(state(on).contacts.get(BERT)?.counting).toMatchObject({ seq: 9, count: 9 });
    expect(Object.keys(on.client.holes())).toEqual([]);
    // The chat on screen loads its newest page again.
    expect(listHeld(on)).toEqual(['m8', 'm9']);
  });

  it('SYNC-2: a fresh contact does not undo a change that the user made during its load', async () => {
    const on = await open();
    on.answer('/sync', answer([], { cursor: null }));
    const older = { code: 0, data: { ...PARTNER, seq: 9, count: 9, mark: 9, is_top: 0 } };
    const replies: (() => void)[] = [];
    on.answer(
      '/getContactInfo',
      () =>
        new Promise((resolve) => {
          replies.push(() => resolve(older));
        }),
    );
    on.push('simple', messageOf(6, 'm6', { id: 's6' }), at(6));
    await on.clock.advance(4_000);
    expect(replies).toHaveLength(1);
    on.push('setChatTop', { id: 9, is_group: 0, is_top: 1 }, { stream: 'u7', seq: 1 });
    await on.settle();
    expect(state(on).contacts.get(BERT)?.isTop).toBe(true);
    on.answer('/getContactInfo', { code: 0, data: { ...older.data, is_top: 1 } });
    replies[0]?.();
    await on.settle();
    expect(on.of('/getContactInfo')).toHaveLength(2);
    expect(state(on).contacts.get(BERT)).toMatchObject({ isTop: true, counting: { seq: 9, count: 9 } });
  });

  it('SYNC-4, STREAM-13, STREAM-16: a hole that stays open while the socket is away is closed by catching up, and the chat on screen stays as it is', async () => {
    const on = await open();
    on.push('simple', messageOf(1, 'm1', { id: 's1' }), at(1));
    on.push('simple', messageOf(3, 'm3', { id: 's3' }), at(3));
    on.socket().close();
    on.answer('/sync', answer([frame(2), frame(3)]));
    await on.clock.advance(14_000);
    expect([listHeld(on), on.of('/sync').length]).toEqual([['m1'], 0]);
    const pages = on.of('/getMessageList').length;
    await on.clock.advance(6_000);
    await on.settle();
    expect(listHeld(on)).toEqual(['m1', 'm2', 'm3']);
    expect([
      on.of('/sync').map((one) => one.body),
      on.of('/getContactInfo').length,
      on.of('/getMessageList').length,
    ]).toEqual([[{ cursor: 'c0', known: { '7-9': 1 } }], 0, pages]);
  });

  it('SYNC-5: the cursor of a pong is adopted, but not while something is missing', async () => {
    const on = await open();
    on.socket().frame({ type: 'pong', multiport: false, bound: 1, cursor: 'c5' });
    expect(state(on).sync.cursor).toBe('c5');
    on.push('simple', messageOf(3, 'm3', { id: 's3' }), at(3));
    on.socket().frame({ type: 'pong', multiport: false, bound: 1, cursor: 'c6' });
    expect(state(on).sync.cursor).toBe('c5');
    on.push('simple', messageOf(1, 'm1', { id: 's1' }), at(1));
    on.push('simple', messageOf(2, 'm2', { id: 's2' }), at(2));
    on.socket().frame({ type: 'pong', multiport: false, bound: 1, cursor: 'c7' });
    expect(state(on).sync.cursor).toBe('c7');
  });

  it('CONF-6: when the server changes its mode, the client fetches the list again, once', async () => {
    const on = await open();
    const colleague = { ...PARTNER, id: 11, displayName: 'Cleo', account: 'cleo', stream: '7-11' };
    on.answer('/getContacts', { code: 0, data: [PARTNER, colleague], count: 0, cursor: 'c0', epoch: 'e1' });
    const listed = () => [on.of('/getContacts').length, state(on).contacts.has(contactId(11))];
    on.push('updateConfig', { sysInfo: { runMode: 2 } });
    await on.clock.advance(20_000);
    expect(listed()).toEqual([1, false]);
    for (let sentCount = 0; sentCount < 2; sentCount += 1)
      on.push('updateConfig', { sysInfo: { runMode: 1 } });
    await on.clock.advance(4_000);
    expect(listed()).toEqual([1, false]);
    await on.clock.advance(20_000);
    expect(listed()).toEqual([2, true]);
  });

  it('CONF-6: a list from before the change is fetched again, after a reload or an absence', async () => {
    const profile = createMemoryProfile();
    const first = await loggedIn({ profile });
    await first.settle();
    first.push('updateConfig', { sysInfo: { runMode: 1 } });
    await first.clock.advance(4_000);
    expect(first.of('/getContacts')).toHaveLength(1);
    await first.client.stop();
    const second = await scripted({ profile });
    await second.client.start();
    await second.clock.advance(20_000);
    expect(second.of('/getContacts')).toHaveLength(1);
    await second.client.stop();
    // The list is that of its mode now, and stays.
    const third = await scripted({ profile });
    await third.client.start();
    await third.clock.advance(20_000);
    expect(third.of('/getContacts')).toHaveLength(0);
    const config = { ...state(third).config, sysInfo: { ...state(third).config.sysInfo, runMode: 2 } };
    third.answer('/sync', answer([], { registers: { config } }));
    third.socket().close();
    await third.clock.advance(40_000);
    expect(third.of('/getContacts')).toHaveLength(1);
  });

  it('CONF-6: a list of a node that knew another mode is fetched once more, and no oftener', async () => {
    const on = await scripted();
    on.answer('/getContacts', {
      code: 0,
      data: [PARTNER],
      count: 0,
      cursor: 'c0',
      epoch: 'e1',
      seq: 0,
      mode: 1,
    });
    await on.client.start();
    await on.login();
    await on.clock.advance(60_000);
    expect(on.of('/getContacts')).toHaveLength(2);
    on.push('updateConfig', { sysInfo: { runMode: 1 } });
    await on.clock.advance(60_000);
    expect(on.of('/getContacts')).toHaveLength(2);
  });

  it('STREAM-9: another epoch drops the conversations; drafts and outbox stay', async () => {
    const profile = createMemoryProfile();
    const on = await loggedIn({ profile });
    on.client.actions.openChat(BERT);
    on.push('simple', messageOf(1, 'old', { id: 's1' }), at(1));
    on.client.actions.saveDraft(BERT, { text: 'half a', at: [], quote: null });
    on.answer('/sendMessage', { kind: 'timeout' });
    await on.client.actions.send(BERT, { text: 'unsent', at: [], quote: null });
    on.answer('/sync', answer([], { epoch: 'e2', full: 1, cursor: null }));
    on.answer('/getContacts', {
      code: 0,
      data: [{ ...PARTNER, seq: 1, count: 1, lastContent: 'other life' }],
      cursor: 'd0',
      epoch: 'e2',
      seq: 0,
    });
    on.answer('/getMessageList', { code: 0, data: [messageOf(1, 'other life')] });
    on.socket().close();
    await on.clock.advance(15_000);
    await on.settle();
    expect(state(on).sync).toMatchObject({ epoch: 'e2', cursor: 'd0', ready: true });
    expect(listHeld(on)).toEqual(['other life']);
    expect(on.client.actions.unsent()).toBe(1);
    expect(on.client.actions.draft(BERT).text).toBe('half a');
  });

  it('UI-97: after a long absence lost chats are reported by the stored names, once', async () => {
    const profile = createMemoryProfile();
    const before = await scripted({ profile });
    before.answer('/getContacts', {
      code: 0,
      data: [PARTNER, { ...PARTNER, id: 8, user_id: 8, displayName: 'Nina', stream: '7-8' }],
      cursor: 'c0',
      epoch: 'e1',
      seq: 0,
    });
    await before.client.start();
    await before.login();
    await before.clock.advance(5_000);
    await before.client.stop();
    const on = await scripted({ profile });
    on.answer('/sync', answer([], { epoch: 'e1', full: 1, cursor: null }));
    let tries = 0;
    on.answer('/getContacts', () =>
      tries++ === 0 ? { kind: 'timeout' } : { code: 0, data: [PARTNER], cursor: 'd0', epoch: 'e1', seq: 0 },
    );
    await on.client.start();
    await on.settle();
    await on.clock.advance(30_000);
    await on.settle();
    const listRemovals = () => on.notices.filter((one) => one.kind === 'chatGone');
    expect([tries > 1, listRemovals()]).toEqual([
      true,
      [{ kind: 'chatGone', id: '8', why: 'gone', name: 'Nina', mine: false }],
    ]);
    await on.client.actions.refreshContacts();
    await on.settle();
    expect(listRemovals()).toHaveLength(1);
  });

  it('EFFECT-2: catching up makes at most one sound, a replay none', async () => {
    const on = await open();
    on.client.actions.openChat(null);
    on.answer('/sync', answer([frame(1), frame(2), frame(3)]));
    on.socket().close();
    await on.clock.advance(15_000);
    expect(state(on).totals.unread).toBe(3);
    expect(on.notices.filter((one) => one.kind === 'sound').length).toBeLessThanOrEqual(1);
    await on.client.stop();
    const again = await scripted({ profile: on.profile });
    await again.client.start();
    expect(state(again).totals.unread).toBe(3);
    expect(again.notices).toEqual([]);
  });
});
