import { describe, expect, it } from 'vitest';
import { createPlainServer } from '../../src/client/sync/plain-server.ts';
import { createCatchUp } from '../../src/client/sync/catch-up.ts';
import { EMPTY } from '../../src/client/state/empty.ts';
import type { PendingChange } from '../../src/client/state/local-event.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { here } from '../../src/client/kernel/lazy.ts';
import { stateWith } from '../support/scripted-client.ts';
import { loggedIn, messageOf, PARTNER, type Reply, type Scripted } from '../support/scripted-server.ts';
import { aContact } from '../support/contacts.ts';

const BERT = contactId(9);
const CARL = contactId(12);
const CARLS = { ...PARTNER, id: 12, displayName: 'Carl', account: 'carl', stream: '7-12' };
const at = (seq: number, stream = '7-9') => ({ stream, seq });
const readMissed = (more: object = {}) => ({
  code: 0,
  data: { epoch: 'e1', cursor: 'c2', more: 0, frames: [], resync: [], registers: {}, ...more },
});
const list = (...data: readonly object[]) => ({
  code: 0,
  data,
  count: 0,
  page: 0,
  cursor: 'c0',
  epoch: 'e1',
  seq: 0,
});
const state = ({ client }: Scripted) => client.core.get();

async function open(...contacts: readonly object[]): Promise<Scripted> {
  const on = await loggedIn({}, { '/getContacts': list(PARTNER, ...contacts) });
  await on.settle();
  return on;
}
/** The connection breaks and comes again. */
async function anew(on: Scripted): Promise<void> {
  on.socket().close();
  await on.clock.advance(30_000);
}

describe('faults during catching up', () => {
  const whole = { code: 0, data: { ...PARTNER, seq: 6, count: 6 } };
  const older = { code: 0, data: { ...PARTNER, seq: 2, count: 2 } };
  it.each<[string, string, ReturnType<typeof at>, Reply, Reply]>([
    ['a chat', '/getContactInfo', at(6), { kind: 'timeout' }, whole],
    ['a chat, answered by no row,', '/getContactInfo', at(6), { code: 0, data: 'none' }, whole],
    ['a chat, answered by another one,', '/getContactInfo', at(6), { code: 0, data: CARLS }, whole],
    ['a chat, answered by a node that is behind,', '/getContactInfo', at(6), older, whole],
    ['the own stream', '/getContacts', at(6, 'u7'), { kind: 'timeout' }, { ...list(PARTNER), seq: 6 }],
  ])(
    'SYNC-2, SYNC-4: what is to bring %s anew is asked for until it came',
    async (_, path, place, bad, good) => {
      const on = await open();
      on.answer('/sync', readMissed({ cursor: null }));
      on.answer(path, bad);
      const before = on.of(path).length;
      if (place.stream === 'u7') on.push('setChatTop', { id: 9, is_group: 0, is_top: 1 }, place);
      else on.push('simple', messageOf(6, 'm6', { id: 's6' }), place);
      await on.clock.advance(12_000);
      const tries = on.of(path).length - before;
      expect([tries > 1, tries < 10]).toEqual([true, true]);
      on.answer(path, good);
      await on.clock.advance(60_000);
      expect(on.of(path).length - before).toBe(tries + 1);
      expect(on.client.holes()).toEqual({});
    },
  );

  it('SYNC-3: a malformed answer is logged without its text and requested again', async () => {
    const on = await open();
    on.answer('/sync', { code: 0, data: { frames: 'secret words' } });
    await anew(on);
    await on.clock.advance(10_000);
    const tries = on.of('/sync').length;
    expect(tries).toBeGreaterThan(1);
    expect(on.logged.join()).toContain('sync not understood');
    expect(on.logged.join()).not.toContain('secret words');
    on.answer('/sync', readMissed());
    await on.clock.advance(60_000);
    expect([on.of('/sync').length, state(on).sync.cursor]).toEqual([tries + 1, 'c2']);
  });

  it('SYNC-3: the client sends its positions with the first page only', async () => {
    const on = await open();
    on.push('simple', messageOf(1, 'm1'), at(1));
    await on.settle();
    const pages = [
      readMissed({ more: 1, cursor: 'p1' }),
      readMissed({ more: 1, cursor: 'p2' }),
      readMissed(),
    ];
    on.answer('/sync', () => pages.shift() ?? readMissed());
    await anew(on);
    expect(on.of('/sync').map(({ body }) => body)).toEqual([
      { cursor: 'c0', known: { '7-9': 1 } },
      { cursor: 'p1' },
      { cursor: 'p2' },
    ]);
  });

  it('UI-97: lost chats without a name or a stream are not reported', async () => {
    const on = await open(
      CARLS,
      { ...PARTNER, id: 13, displayName: '', realname: '', account: '', stream: '7-13' },
      { ...PARTNER, id: 14, displayName: 'Dora', stream: undefined },
    );
    expect([...state(on).contacts]).toHaveLength(4);
    on.answer('/sync', readMissed({ full: 1, cursor: null }));
    on.answer('/getContacts', list(PARTNER));
    await anew(on);
    expect(on.notices.flatMap((one) => (one.kind === 'chatGone' ? [one.id] : []))).toEqual([String(CARL)]);
  });

  it('UI-20: a chat that the list lacks is fetched, and a refusal is reported once', async () => {
    const on = await open();
    on.answer('/getContactInfo', { code: 400, msg: 'no' });
    expect((await on.client.actions.ensureContact(CARL)).ok).toBe(false);
    on.answer('/getContactInfo', { code: 0, data: 'none' });
    expect((await on.client.actions.ensureContact(CARL)).ok).toBe(false);
    expect([state(on).contacts.has(CARL), on.notices]).toEqual([false, []]);
    on.answer('/getContactInfo', { kind: 'timeout' });
    expect(await on.client.actions.ensureContact(CARL)).toMatchObject({ reason: { kind: 'transport' } });
    on.answer('/getContactInfo', { code: 0, data: CARLS });
    expect((await on.client.actions.ensureContact(CARL)).ok).toBe(true);
    expect(state(on).contacts.get(CARL)?.displayName).toBe('Carl');
  });

  it('SYNC-3: a stopped client sends no request and leaves no timer', async () => {
    const on = await open();
    on.answer('/sync', { kind: 'timeout' });
    await anew(on);
    await on.client.stop();
    const tries = on.of('/sync').length;
    expect([tries > 1, on.clock.pending()]).toEqual([true, 0]);
  });

  it('UI-16: code that comes once the socket has gone asks nothing; lost code comes again', async () => {
    const clock = createVirtualClock();
    const state = { ...stateWith([]), sync: { ...EMPTY.sync, ready: true, cursor: 'c0' } };
    let [code, loads, fetched, done]: [(() => void) | null, number, number, number] = [null, 0, 0, 0];
    let lost = false;
    const fetchMissed = () => ((fetched += 1), Promise.resolve(true));
    const catchUp = createCatchUp({
      clock,
      random: { next: () => 0.5 },
      api: {} as never,
      store: { get: () => state, syncEnded: () => undefined } as never,
      streams: here(null) as never,
      fetchMissed: {
        now: () => null,
        get: () => {
          loads += 1;
          if (lost) return Promise.reject(new Error('no network'));
          return new Promise((resolve) => (code = () => resolve(fetchMissed)));
        },
      },
      log: { write: () => undefined },
      self: () => userId(7),
      refreshConfig: () => undefined,
      onDone: () => (done += 1),
    });
    catchUp.bound();
    await clock.settle();
    catchUp.unbound();
    (code as (() => void) | null)?.();
    await clock.advance(60_000);
    expect([loads, fetched, done]).toEqual([1, 0, 0]);
    lost = true;
    catchUp.bound();
    await clock.advance(10_000);
    expect([loads > 2, fetched, done]).toEqual([true, 0, 0]);
    lost = false;
    await clock.advance(60_000);
    (code as (() => void) | null)?.();
    await clock.settle();
    expect([fetched, done]).toEqual([1, 1]);
    lost = true;
    catchUp.bound();
    await clock.settle();
    expect(clock.pending()).toBe(1);
    catchUp.stop();
    expect(clock.pending()).toBe(0);
  });
});

describe('marks on a plain server', () => {
  const counted = aContact(9, { counting: { ...aContact(9).counting, count: 3 } });
  const took = (pendingChange: object, plain = true) => {
    const sentMessages: unknown[] = [];
    const base = stateWith([counted]);
    createPlainServer({
      get: () => ({ ...base, sync: { ...base.sync, plain } }),
      framed: ({ event }: { readonly event: object }) => void sentMessages.push(event),
      dispatch: (event: object) => void sentMessages.push(event),
    }).took(pendingChange as PendingChange);
    return sentMessages;
  };

  it.each([
    [BERT, 5, 3],
    [BERT, 3, 3],
    [BERT, 2, 2],
    [CARL, 5, 5],
  ])('PLAIN-4: a change of %s up to %i applies to the present state, %i', (conversation, value, n) => {
    const about = { conversation };
    const upTo = { mark: n, seq: n, count: n };
    for (const [register, event] of [
      ['hide', { type: 'chatHidden', ...about, n }],
      ['read', { type: 'readMarkSet', ...about, own: 0, ...upTo }],
      ['mentionsRead', { type: 'mentionMarkSet', ...about, mentions: 0, ...upTo }],
    ] as const) {
      const pendingChange = { register, conversation, value };
      expect(took(pendingChange)).toEqual([event, { type: 'pendingCleared', ...pendingChange }]);
      expect(took(pendingChange, false)).toEqual([]);
    }
  });

  it('PLAIN-4: changes that a frame confirms are left to it', () => {
    const about = { conversation: BERT };
    for (const register of ['archive', 'unread', 'recall', 'edit', 'messagePin', 'react', 'vote', 'keep'])
      expect(took({ register, ...about, value: true })).toEqual([]);
    expect(took({ register: 'top', ...about, value: true })[0]).toEqual({
      type: 'topSet',
      ...about,
      isTop: true,
    });
    expect(took({ register: 'notice', ...about, value: 'mentions' })[0]).toEqual({
      type: 'noticeSet',
      ...about,
      isNotice: false,
    });
  });
});
