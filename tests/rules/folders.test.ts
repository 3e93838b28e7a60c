import { describe, expect, it } from 'vitest';
import { folderCounts, folderRows } from '../../src/client/state/folder-selectors.ts';
import { foldersOf } from '../../src/client/state/kept-shown.ts';
import { rows } from '../../src/client/state/selectors.ts';
import type { State } from '../../src/client/state/state.ts';
import { contactId } from '../../src/domain/ids.ts';
import type { Folder } from '../../src/domain/kept.ts';
import {
  aLast,
  aMessage,
  facts,
  local,
  place,
  postedEvent,
  run,
  server,
  signedIn,
} from '../support/contacts.ts';

const last = aLast();
const folder = (more: Partial<Folder>): Folder => ({
  id: 'a',
  name: 'A',
  people: false,
  groups: false,
  unread: false,
  muted: null,
  chats: [],
  ...more,
});
const keep = (list: readonly Folder[], seq = 1) =>
  server({ type: 'keptSet', op: 'o', kept: { name: 'folders', value: { list } } }, place('u7', seq));
const start = (...list: readonly Folder[]): State =>
  run(
    signedIn([
      facts(1, { last, lastSentAtMs: 9, unread: 2 }),
      facts(2, { last, lastSentAtMs: 8, isNotice: false, unread: 4 }),
      facts('group-3', { last, lastSentAtMs: 7, mentions: 1, unread: 1 }),
      facts('group-4', { last, lastSentAtMs: 6 }),
    ]),
    keep(list),
  ).state;
const idsOf = (state: State) => foldersOf(state).map((one) => folderRows(state, one).map(({ id }) => id));

describe('folders', () => {
  it('FOLDER-1: a folder contains chats by kind, by state and by choice, in the order of the list', () => {
    const state = start(
      folder({ people: true }),
      folder({ groups: true, unread: true }),
      folder({ people: true, groups: true, muted: true }),
      folder({ people: true, groups: true, muted: false, unread: true }),
      folder({ chats: [contactId('group-4'), contactId(2)] }),
      folder({}),
    );
    expect(idsOf(state)).toEqual([['1', '2'], ['group-3'], ['2'], ['1', 'group-3'], ['2', 'group-4'], []]);
  });

  it('FOLDER-1: an archived chat is in no folder', () => {
    const away = server({ type: 'archiveSet', conversation: contactId(1), to: 99 }, place('u7', 2));
    expect(idsOf(run(start(folder({ people: true, chats: [contactId(1)] })), away).state)).toEqual([['2']]);
  });

  it('FOLDER-3: folder numbers equal those of the list and follow each event', () => {
    const list = [folder({ people: true }), folder({ people: true, muted: true }), folder({ groups: true })];
    const state = start(...list);
    expect(folderCounts(state)).toEqual([2, 4, 1]);
    expect(folderCounts(run(state, local({ type: 'minuteTicked', minute: 1 })).state)).toBe(
      folderCounts(state),
    );
    const posting = server(postedEvent(1, aMessage('m', 1, { n: 9 })), place('s', 1));
    const after = run(
      state,
      posting,
      server({ type: 'noticeSet', conversation: contactId('group-3'), isNotice: false }, place('u7', 2)),
    ).state;
    const moved = folderCounts(after);
    // A full recount of the same lists.
    const anew = folderCounts(run(after, keep([...list], 3)).state);
    expect(moved).toEqual(anew);
    expect(moved[2]).toBe(0);
  });

  it('FOLDER-2: the rows of a folder are the same array while nothing changed', () => {
    const state = start(folder({ people: true }));
    const [one] = foldersOf(state);
    const before = folderRows(state, one!);
    expect(folderRows(run(state, local({ type: 'minuteTicked', minute: 2 })).state, one!)).toBe(before);
    expect(rows(state)).toHaveLength(4);
  });

  it('FOLDER-4: a folder that is made is shown at once, and goes back where it was refused', () => {
    const value = { list: [folder({ name: 'New', people: true })] };
    const change = { register: 'keep', conversation: 'folders', value: { op: 'mine', value } } as const;
    const pendingState = run(start(), local({ type: 'pendingSet', ...change })).state;
    expect(foldersOf(pendingState).map(({ name }) => name)).toEqual(['New']);
    expect(foldersOf(run(pendingState, local({ type: 'pendingCleared', ...change })).state)).toEqual([]);
  });
});

const pins = (list: readonly (number | string)[], seq: number) =>
  server(
    { type: 'keptSet', op: 'o', kept: { name: 'pins', value: { list: list.map(contactId) } } },
    place('u7', seq),
  );
const pinned = () =>
  signedIn([
    facts(1, { last, lastSentAtMs: 9, isTop: true }),
    facts(2, { last, lastSentAtMs: 8, isTop: true }),
    facts('group-3', { last, lastSentAtMs: 7, isTop: true }),
    facts('group-4', { last, lastSentAtMs: 6 }),
    facts(5, { last, lastSentAtMs: 5 }),
  ]);
const order = (state: State) => rows(state).map(({ id }) => id);

describe('the order of chats on top', () => {
  it('LIST-16: pinned chats appear in the chosen order, the others as usual', () => {
    expect(order(pinned())).toEqual(['1', '2', 'group-3', 'group-4', '5']);
    const state = run(pinned(), pins(['group-3', 'group-4', 1, 2], 1)).state;
    expect(order(state)).toEqual(['group-3', '1', '2', 'group-4', '5']);
    expect(order(run(state, pins([], 2)).state)).toEqual(order(pinned()));
  });

  it('LIST-16: a newly pinned chat is above the ordered ones; an unpinned one is sorted by its time', () => {
    const state = run(pinned(), pins(['group-3', 1, 2], 1)).state;
    const more = server({ type: 'topSet', conversation: contactId(5), isTop: true }, place('u7', 2));
    const less = server({ type: 'topSet', conversation: contactId('group-3'), isTop: false }, place('u7', 3));
    expect(order(run(state, more).state)).toEqual(['5', 'group-3', '1', '2', 'group-4']);
    expect(order(run(state, more, less).state)).toEqual(['5', '1', '2', 'group-3', 'group-4']);
  });

  it('LIST-16: a pending order applies until it is confirmed', () => {
    const value = { op: 'p', value: { list: [2, 1].map(contactId) } };
    const change = { register: 'keep', conversation: 'pins', value } as const;
    const state = run(pinned(), local({ type: 'pendingSet', ...change })).state;
    expect(order(state)).toEqual(['group-3', '2', '1', 'group-4', '5']);
    expect(order(run(state, local({ type: 'pendingCleared', ...change })).state)).toEqual(order(pinned()));
  });
});
