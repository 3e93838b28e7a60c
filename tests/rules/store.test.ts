import { describe, expect, it } from 'vitest';
import { EMPTY } from '../../src/client/state/empty.ts';
import { EventLog } from '../../src/client/state/log.ts';
import type { Input } from '../../src/client/state/effects.ts';
import { accessIn } from '../../src/client/state/group-access.ts';
import { messagesOf, readByPartner } from '../../src/client/state/chat-selectors.ts';
import { REDUCER_VERSION, restoreSnapshot } from '../../src/client/state/snapshot.ts';
import { changedRecords, snapshotOf } from '../../src/client/state/snapshot-changes.ts';
import { stateToJson } from '../../src/client/state/state-json.ts';
import type { PageKind, State } from '../../src/client/state/state.ts';
import { hasPlace } from '../../src/client/state/windows.ts';
import { contactId, messageId, msgId, streamId, userId } from '../../src/domain/ids.ts';
import { windowLimits as limits } from '../../src/client/state/limits.ts';
import type { Message } from '../../src/domain/message.ts';
import {
  aLast,
  aMessage,
  aPosition,
  facts,
  local,
  place,
  postedEvent,
  run,
  self,
  server,
  signedIn,
} from '../support/contacts.ts';
import { item, NINE, numbered, page, post, recalled, start } from '../support/one-chat.ts';

const shown = (state: State) => messagesOf(state, NINE).map((item) => item.key);
/** The text of each message, and of each quote in a waiting one. */
const wordsIn = (state: State) =>
  messagesOf(state, NINE).map((line) =>
    line.kind === 'outgoing' ? line.item.message.quote?.content : line.message.content,
  );
const holds = (state: State, after: number | null) => hasPlace(state.conversations.get(NINE)!, after);
const plain = (id: string): Input => server(postedEvent(9, aMessage(id, 9)));

describe('windows of messages', () => {
  it('STORE-3: an event at or below the position is dropped', () => {
    const state = run(start(), post(1), post(2)).state;
    expect(run(state, post(2), post(1)).state).toBe(state);
  });

  it('STORE-8: a live window takes what arrives, once; one that was not loaded does not', () => {
    expect(shown(run(start(), post(1)).state)).toEqual([]);
    const state = run(start(), post(1), page(numbered(1, 1)), post(2), page(numbered(1, 2)), post(3)).state;
    expect(shown(state)).toEqual(['m1', 'm2', 'm3']);
  });

  it('STORE-8: messages during the load of the first page follow it, even if it was read before', () => {
    const asked = run(
      start(),
      local({ type: 'pageRequested', conversation: NINE, which: 'first' }),
      post(1),
      post(2),
    ).state;
    expect(shown(asked)).toEqual([]);
    expect(shown(run(asked, page(numbered(1, 1))).state)).toEqual(['m1', 'm2']);
    expect(shown(run(asked, page([])).state)).toEqual(['m1', 'm2']);
    const failed = run(asked, local({ type: 'pageFailed', conversation: NINE }), post(3)).state;
    expect(shown(run(failed, page(numbered(1, 3))).state)).toEqual(['m1', 'm2', 'm3']);
  });

  it('STORE-8: pages join without a hole and without doubles', () => {
    const state = run(
      start(),
      page(numbered(20, 29)),
      page(numbered(10, 22), 'older'),
      page(numbered(1, 9), 'older', true),
    ).state;
    expect(shown(state)).toEqual(numbered(1, 29).map((one) => one.id));
    expect(state.conversations.get(NINE)).toMatchObject({
      complete: true,
      live: true,
      loading: 'no',
      size: 29,
    });
  });

  it('STORE-8: a first page that does not touch an old window replaces it', () => {
    const stale = run(start(), page(numbered(1, 5)), page(numbered(1, 3), 'older')).state;
    const gap = {
      ...stale,
      conversations: new Map([[NINE, { ...stale.conversations.get(NINE)!, live: false }]]),
    };
    expect(shown(run(gap, page(numbered(90, 92))).state)).toEqual(['m90', 'm91', 'm92']);
  });

  it('STORE-8: a window around a place takes nothing that arrives until newer pages have brought it to the end', () => {
    const around = run(start(), page(numbered(1, 5)), page(numbered(200, 229), 'around'), post(301)).state;
    expect([shown(around)[0], shown(around).at(-1), around.conversations.get(NINE)?.live]).toEqual([
      'm200',
      'm229',
      false,
    ]);
    const asked = run(
      around,
      local({ type: 'pageRequested', conversation: NINE, which: 'newer' }),
      post(302),
    ).state;
    const middle = run(asked, page(numbered(230, 259), 'newer')).state;
    expect([shown(middle).at(-1), middle.conversations.get(NINE)?.live]).toEqual(['m259', false]);
    const ended = run(asked, page(numbered(230, 301), 'newer', false, true), post(303)).state;
    expect([shown(ended).slice(-3), ended.conversations.get(NINE)?.live]).toEqual([
      ['m301', 'm302', 'm303'],
      true,
    ]);
  });

  it('STORE-8: room for a page is made at its other end before it comes, never with it', () => {
    const full = run(start(), page(numbered(1, limits.messagesMax), 'around')).state;
    const sizes = (which: PageKind, rows: readonly Message[]) => {
      const asked = run(full, local({ type: 'pageRequested', conversation: NINE, which })).state;
      return [asked, run(asked, page(rows, which)).state].map((state) => [
        shown(state)[0],
        shown(state).at(-1),
      ]);
    };
    const [trimmed, grown] = sizes(
      'newer',
      numbered(limits.messagesMax + 1, limits.messagesMax + limits.pageSize),
    );
    expect([trimmed?.[1], grown?.[0]]).toEqual([`m${limits.messagesMax}`, trimmed?.[0]]);
  });

  it('UI-94: a window holds a place where reading continues only if it contains it', () => {
    const live = run(start(), page(numbered(50, 80))).state;
    expect([holds(live, null), holds(live, 60), holds(live, 50), holds(live, 49)]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(holds(run(start(), page(numbered(50, 80), 'first', true)).state, 7)).toBe(true);
    const around = run(start(), page(numbered(50, 80), 'around')).state;
    expect([holds(around, null), holds(around, 60), holds(around, 80)]).toEqual([false, true, false]);
  });

  it('STORE-8: at most 2,000 messages in chunks of 64, and 20 conversations', () => {
    const full = run(
      start(),
      page(numbered(1, limits.messagesMax)),
      post(limits.messagesMax + 1),
    ).state.conversations.get(NINE);
    expect(full?.size).toBeLessThanOrEqual(limits.messagesMax);
    expect(full?.chunks.every((chunk) => chunk.length <= limits.chunkMax)).toBe(true);
    expect(full?.chunks.at(-1)?.at(-1)?.id).toBe(`m${limits.messagesMax + 1}`);
    expect(full?.complete).toBe(false);
    const older = run(
      start(),
      page(numbered(3_000, 4_999)),
      page(numbered(2_900, 2_999), 'older'),
    ).state.conversations.get(NINE);
    expect(older?.chunks[0]?.[0]?.id).toBe('m2900');
    expect(older?.live).toBe(false);
    let state = signedIn();
    for (let i = 1; i <= limits.conversationsMax + 5; i++)
      state = run(state, local({ type: 'chatOpened', conversation: contactId(i) })).state;
    expect(state.conversations.size).toBe(limits.conversationsMax);
    expect([...state.conversations.keys()].at(-1)).toBe(state.open);
    expect(state.conversations.has(contactId(1))).toBe(false);
  });

  it('STORE-9: messages without a place are known by the last 256 ids of their conversation', () => {
    const once = run(start(), plain('a')).state;
    expect(run(once, plain('a')).state).toBe(once);
    let state = once;
    for (let i = 0; i < limits.recentIdsMax; i++) state = run(state, plain(`b${i}`)).state;
    expect(state.recentIds.get(NINE)?.length).toBe(limits.recentIdsMax);
    expect(state.contacts.get(NINE)?.unread).toBe(limits.recentIdsMax + 1);
  });

  it('RECALL-2: the bubble becomes a line, its words are gone, also from quotes and from late pages', () => {
    const quote = { msgId: msgId(1), content: 'text m1', userId: userId(9), realname: 'Nine' };
    const state = run(start(), post(1), page(numbered(1, 1)), post(2, 7, { quote }), recalled(1, 3)).state;
    const [first, second] = messagesOf(state, NINE);
    expect(first).toMatchObject({
      message: { type: 'event', recalled: true, content: 'taken back', note: { note: 'recalled', by: 9 } },
    });
    expect(second).toMatchObject({ message: { quote: { content: '' } } });
    const late = run(
      run(start(), local({ type: 'chatOpened', conversation: NINE }), post(1), recalled(1, 2)).state,
      page(numbered(1, 1)),
    ).state;
    expect(JSON.stringify(stateToJson(late))).not.toContain('text m1');
  });

  it('STREAM-4: quotes of a deleted message that was never here lose its words, and so does the log', () => {
    const quote = { msgId: msgId(1), content: 'long ago', userId: userId(9), realname: 'Nine' };
    const gone = server(
      {
        type: 'messageDeleted',
        conversation: NINE,
        id: messageId('m1'),
        msgId: msgId(1),
        n: 1,
        last: aLast({ n: 2 }),
        mentioned: [],
        author: userId(9),
      },
      place('7-9', 3),
    );
    const inputs = [post(2, 9, { quote }), page(numbered(2, 2).map((one) => ({ ...one, quote }))), gone];
    const log = new EventLog();
    let state = start();
    for (const [at, input] of inputs.entries()) {
      const before = state;
      state = run(state, input).state;
      log.record(at, input, before, state);
    }
    expect(JSON.stringify(stateToJson(state))).not.toContain('long ago');
    expect(log.export()).not.toContain('long ago');
  });

  it('STREAM-4: a waiting message shows the current text of its quote', () => {
    const quote = { msgId: msgId(1), content: '', userId: userId(9), realname: 'Nine' };
    const waiting = item('w');
    const put = local({ type: 'outboxPut', item: { ...waiting, message: { ...waiting.message, quote } } });
    const state = run(start(), post(1), page(numbered(1, 1)), put).state;
    expect(wordsIn(state)).toEqual(['text m1', 'text m1']);
    expect(wordsIn(run(state, recalled(1, 3)).state)).toEqual(['taken back', '']);
  });

  it('RECALL-3: a deleted message leaves the window and does not come back with a late page', () => {
    const gone = server(
      {
        type: 'messageDeleted',
        conversation: NINE,
        id: messageId('m2'),
        n: 2,
        last: aLast({ n: 1 }),
        mentioned: [],
        author: userId(9),
      },
      place('7-9', 3),
    );
    const state = run(start(), post(1), page(numbered(1, 1)), post(2), gone, page(numbered(1, 2))).state;
    expect(shown(state)).toEqual(['m1']);
  });

  it('COUNT-8: my message counts as read up to the mark of the partner', () => {
    const state = run(
      start(),
      post(1, 7),
      post(2, 7),
      server({ type: 'partnerRead', conversation: NINE, n: 1 }, place('7-9', 3)),
    ).state;
    const contact = state.contacts.get(NINE);
    expect(readByPartner(contact, aMessage('m1', 7, { n: 1 }))).toBe(true);
    expect(readByPartner(contact, aMessage('m2', 7, { n: 2 }))).toBe(false);
    expect(
      readByPartner(contact && { ...contact, kind: 'group' }, aMessage('m1', 7, { n: 1, isRead: true })),
    ).toBe(false);
    const read = run(
      run(start(), page(numbered(1, 1).map((one) => ({ ...one, from: { ...one.from, id: userId(7) } }))))
        .state,
      server({ type: 'partnerRead', conversation: NINE, n: null }),
    ).state;
    expect(messagesOf(read, NINE)[0]).toMatchObject({ message: { isRead: true } });
  });

  it('ROLE-1: the user’s role in a group follows its events; a stranger has no role', () => {
    const group = contactId('group-3');
    const state = run(
      signedIn([facts(group)]),
      server({ type: 'groupManagerSet', conversation: group, user: userId(7), role: 2, avatar: '' }),
      server({ type: 'memberMuted', conversation: group, user: userId(7), untilSec: 99 }),
    ).state;
    expect(accessIn(state, group)).toMatchObject({ role: 2, mutedUntilSec: 99 });
    expect(accessIn(state, contactId('group-4'))).toMatchObject({ role: null });
    expect(accessIn(state, NINE)).toBeNull();
    const owner = run(
      state,
      server({ type: 'groupOwnerChanged', conversation: group, user: userId(7) }),
    ).state;
    expect(accessIn(owner, group)?.role).toBe(1);
    expect(
      accessIn(
        run(owner, server({ type: 'groupOwnerChanged', conversation: group, user: userId(8) })).state,
        group,
      )?.role,
    ).toBe(3);
  });
});

describe('keeping the state', () => {
  it('STORE-5: a snapshot restores the same facts; another version keeps no rows', () => {
    const state = run(
      start(),
      post(1),
      page(numbered(1, 1)),
      post(2),
      server(
        {
          type: 'left',
          conversation: contactId('group-3'),
          stream: streamId('group-3'),
          until: 5,
          why: 'left',
        },
        place('u7', 1),
      ),
    ).state;
    const snapshot = snapshotOf(state);
    const back = restoreSnapshot(EMPTY, structuredClone(snapshot!));
    expect(stateToJson({ ...back, open: null })).toEqual(stateToJson({ ...state, config: back.config }));
    const other = restoreSnapshot(EMPTY, {
      ...snapshot!,
      meta: { ...snapshot!.meta, version: REDUCER_VERSION + 1 },
    });
    expect(other).toMatchObject({ self, sync: { ready: false, cursor: null } });
    expect(other.contacts.size).toBe(0);
  });

  it('STORE-5: only what changed is written, by identity', () => {
    const before = run(
      signedIn([facts(8), facts(9, { position: aPosition('7-9') })]),
      page(numbered(1, 1)),
    ).state;
    expect(changedRecords(null, before)).toMatchObject({
      reset: true,
      contacts: { upserts: [{}, {}] },
      windows: { upserts: [{ id: '9' }] },
    });
    expect(changedRecords(before, before)).toEqual({
      reset: false,
      contacts: { upserts: [], remove: [] },
      windows: { upserts: [], remove: [] },
      meta: null,
      main: null,
    });
    const after = run(
      before,
      server({ type: 'topSet', conversation: contactId(8), isTop: true }, place('u7', 1)),
    ).state;
    const changes = changedRecords(before, after);
    expect(changes.contacts.upserts.map((one) => one.id)).toEqual(['8']);
    expect(changes.windows.upserts).toEqual([]);
    expect(changes.meta?.sync.selfSeq).toBe(1);
    const gone = run(
      after,
      server(
        { type: 'left', conversation: NINE, stream: null, until: null, why: 'unfriended' },
        place('u7', 2),
      ),
    ).state;
    expect(changedRecords(after, gone)).toMatchObject({
      contacts: { remove: ['9'] },
      windows: { remove: ['9'] },
    });
  });

  it('STREAM-4, COUNT-10: a quote of a cleared message keeps its author, not its text', () => {
    const quote = { msgId: msgId(1), content: 'Nine: text m1', userId: userId(9), realname: 'Nine' };
    const state = run(
      start(),
      page([aMessage('m1', 9, { n: 1, msgId: msgId(1) }), aMessage('m2', 9, { n: 2, quote })]),
      server({ type: 'historyCleared', conversation: NINE, n: 1, mentions: 0 }, place('7-9', 5)),
    ).state;
    expect(
      state.conversations
        .get(NINE)
        ?.chunks.flat()
        .map((one) => one.quote?.content),
    ).toEqual(['']);
    expect(state.conversations.get(NINE)?.size).toBe(1);
  });

  it('SESS-3: signing out, or another user, empties the state; the same person changes nothing', () => {
    const state = run(start(), local({ type: 'outboxPut', item: item('a') })).state;
    expect(run(state, local({ type: 'signedIn', self })).state).toBe(state);
    const other = run(state, local({ type: 'signedIn', self: { ...self, id: userId(8) } })).state;
    expect([other.self?.id, other.outbox.size]).toEqual([8, 0]);
    const out = run(state, local({ type: 'signedOut' })).state;
    expect(out).toMatchObject({ self: null, sync: { ready: false } });
    expect([out.contacts.size, out.outbox.size]).toEqual([0, 0]);
  });

  it('STREAM-9: another epoch drops conversations and positions; pending changes and outbox stay', () => {
    const state = run(
      start(),
      post(1),
      local({ type: 'outboxPut', item: item('a') }),
      local({ type: 'pendingSet', register: 'read', conversation: NINE, value: 1 }),
    ).state;
    const fresh = run(state, local({ type: 'epochChanged', epoch: 'f' })).state;
    expect([fresh.contacts.size, fresh.totals.unread, fresh.outbox.size, fresh.pending.read.size]).toEqual([
      0, 0, 1, 1,
    ]);
    expect(fresh.sync).toEqual({
      plain: false,
      epoch: 'f',
      cursor: null,
      selfSeq: 0,
      noticeSeq: 0,
      mode: null,
      ready: false,
    });
  });
});
