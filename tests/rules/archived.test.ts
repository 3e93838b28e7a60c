import { describe, expect, it } from 'vitest';
import { rows, totals } from '../../src/client/state/selectors.ts';
import { totalsOf } from '../../src/client/state/totals.ts';
import type { State } from '../../src/client/state/state.ts';
import { ARCHIVED_FOR_GOOD } from '../../src/domain/contact.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import {
  aLast,
  aMessage,
  aPosition,
  facts,
  local,
  place,
  run,
  server,
  signedIn,
} from '../support/contacts.ts';
import { GROUP, said } from '../support/one-group.ts';

const BERT = contactId(9);
const last = aLast();
const idsOf = (state: State, filter?: Parameters<typeof rows>[1]) => rows(state, filter).map(({ id }) => id);

const start = () =>
  signedIn([
    facts(9, { last, lastSentAtMs: 9, unread: 2 }),
    facts('group-3', {
      last,
      lastSentAtMs: 5,
      position: aPosition('group-3', { seq: 4, count: 4, mark: 3 }),
    }),
    facts(8, { last, lastSentAtMs: 3, isTop: true }),
  ]);
const archived = (conversation: typeof BERT, to: number | null, seq: number) =>
  server({ type: 'archiveSet', conversation, to }, place('u7', seq));
const naming = (at: readonly number[], seq: number) =>
  said(seq, aMessage(`m${seq}`, 4, { n: seq, at: at.map(userId) }));

const marked = (mark: boolean, seq: number) =>
  server({ type: 'unreadMarkSet', conversation: contactId(8), mark }, place('u7', seq));

describe('the archive', () => {
  it('ARCHIVED-1, ARCHIVED-2, ARCHIVED-5: an archived chat leaves the list and counts for nothing', () => {
    const before = start();
    expect([idsOf(before), totals(before).unread]).toEqual([['8', '9', 'group-3'], 3]);
    const away = run(
      before,
      archived(BERT, ARCHIVED_FOR_GOOD, 1),
      archived(contactId(8), ARCHIVED_FOR_GOOD, 2),
    ).state;
    expect([idsOf(away), idsOf(away, 'archived'), totals(away).unread]).toEqual([['group-3'], ['8', '9'], 1]);
    expect([idsOf(away, 'unread'), away.totals]).toEqual([['group-3'], totalsOf(away.contacts, 0)]);
    const back = run(away, archived(BERT, null, 3)).state;
    expect([idsOf(back), totals(back).unread]).toEqual([['9', 'group-3'], 3]);
  });

  it('ARCHIVED-3: an archived chat with an unread mention is listed, and returns once it is read', () => {
    const away = run(start(), archived(GROUP, ARCHIVED_FOR_GOOD, 1)).state;
    const quiet = run(away, naming([], 5));
    expect([idsOf(quiet.state, 'archived'), quiet.effects]).toEqual([['group-3'], []]);
    const nameChange = run(quiet.state, naming([7], 6));
    expect([idsOf(nameChange.state, 'archived'), idsOf(nameChange.state, 'at')]).toEqual([[], ['group-3']]);
    expect(totals(nameChange.state)).toMatchObject({ unread: 5, mentions: 1 });
    const view = run(
      nameChange.state,
      server(
        { type: 'mentionMarkSet', conversation: GROUP, mark: 6, mentions: 0, seq: 6, count: 6 },
        place('u7', 2),
      ),
    ).state;
    expect([idsOf(view, 'archived'), totals(view)]).toMatchObject([['group-3'], { unread: 2, mentions: 0 }]);
  });

  it('ARCHIVED-6: an archived chat makes no sound, except for mentions of the user', () => {
    const away = run(start(), archived(GROUP, ARCHIVED_FOR_GOOD, 1)).state;
    expect(run(away, naming([], 5)).effects).toEqual([]);
    expect(run(away, naming([7], 5)).effects.map(({ type }) => type)).toEqual(['sound', 'arrived']);
    const pendingState = local({
      type: 'pendingSet',
      register: 'archive',
      conversation: GROUP,
      value: false,
    });
    expect(run(away, pendingState, naming([], 5)).effects).not.toEqual([]);
  });

  it('ARCHIVED-1: a pending change is laid over the facts until it is confirmed', () => {
    const pendingState = run(
      start(),
      local({ type: 'pendingSet', register: 'archive', conversation: BERT, value: true }),
    ).state;
    expect([idsOf(pendingState, 'archived'), totals(pendingState).unread]).toEqual([['9'], 1]);
    const confirmed = run(pendingState, archived(BERT, ARCHIVED_FOR_GOOD, 1)).state;
    expect([confirmed.pending.archive.size, idsOf(confirmed, 'archived')]).toEqual([0, ['9']]);
  });
});

describe('marks by hand', () => {
  it('UNREAD-1, UNREAD-2: a marked chat is among the unread ones, muted or not, and no number changes', () => {
    const before = start();
    const muted = run(
      before,
      server({ type: 'noticeSet', conversation: contactId(8), isNotice: false }, place('u7', 1)),
      marked(true, 2),
    ).state;
    expect(idsOf(muted, 'unread')).toEqual(['8', '9', 'group-3']);
    expect([totals(muted), idsOf(muted)]).toEqual([totals(before), idsOf(before)]);
    expect(muted.contacts.get(contactId(8))?.counting).toEqual(before.contacts.get(contactId(8))?.counting);
    expect(idsOf(run(muted, marked(false, 3)).state, 'unread')).toEqual(['9', 'group-3']);
  });
});
