import { describe, expect, it } from 'vitest';
import { addressBook, sharedContacts, sortedByName } from '../../src/client/state/address-book.ts';
import { blankState } from '../../src/client/state/blank.ts';
import { EMPTY_INDEX } from '../../src/client/state/contact-index.ts';
import { EMPTY } from '../../src/client/state/empty.ts';
import type { State } from '../../src/client/state/state.ts';
import { contactId } from '../../src/domain/ids.ts';
import { aContact, aLast } from '../support/contacts.ts';

const holding = (...contacts: readonly ReturnType<typeof aContact>[]): State => ({
  ...EMPTY,
  contacts: contacts.reduce((index, one) => index.with(one), EMPTY_INDEX),
});
const makeNamed = (id: number, displayName: string, index = displayName.slice(0, 1), namePy = '') =>
  aContact(id, { displayName, index, namePy });
const listReports = (state: State) =>
  addressBook(state).map(({ letter, contacts }) => [letter, ...contacts.map((one) => one.displayName)]);
const place = (state: State, parts: object): State => ({
  ...state,
  contacts: state.contacts.with({ ...state.contacts.get(contactId(1))!, ...parts }),
});

describe('the book of addresses', () => {
  it('LIST-11: users are sorted by letter, `#` last, in each letter by name, then by ID', () => {
    const state = holding(
      makeNamed(1, 'Zoe'),
      makeNamed(2, '7 of 9', '7'),
      makeNamed(3, 'Bo'),
      makeNamed(4, 'Ann', 'A', 'zz'),
      makeNamed(5, 'Abe', 'A', 'zb'),
      makeNamed(6, '¿', 'ab'),
      aContact('group-3', { kind: 'group', displayName: 'A group', index: 'A' }),
    );
    expect(listReports(state)).toEqual([
      ['A', 'Abe', 'Ann'],
      ['B', 'Bo'],
      ['Z', 'Zoe'],
      ['#', '7 of 9', '¿'],
    ]);
    const [one, two, same] = [makeNamed(1, 'a'), makeNamed(2, 'b'), makeNamed(3, 'a')];
    expect(sortedByName([two, same, one])).toEqual([one, same, two]);
  });

  it('LIST-11, NOTES-1: chats that all users have are listed separately, and the user is in no list', () => {
    const kinds = ['system', 'notice', 'favourites', 'person'] as const;
    const state = holding(
      ...kinds.map((kind, i) => aContact(i + 1, { kind, displayName: kind, index: 'X' })),
    );
    expect(sharedContacts(state).map((one) => one.kind)).toEqual(['system', 'notice', 'favourites']);
    expect(listReports(state)).toEqual([['P', 'person']]);
  });

  it('LIST-11: the address book is the same object while nothing in it changes, and so is each entry', () => {
    const before = holding(makeNamed(1, 'Ann'), makeNamed(2, 'Bo'));
    const book = addressBook(before);
    expect(addressBook(place(before, { last: aLast(), unread: 3 }))).toBe(book);
    const view = {
      displayName: 'Al',
      realname: 'x',
      account: 'x',
      avatar: 'x',
      namePy: 'x',
      index: 'Q',
      isOnline: true,
    };
    for (const [field, value] of Object.entries(view)) {
      addressBook(before);
      const after = addressBook(place(before, { [field]: value }));
      const all = after.flatMap(({ contacts }) => contacts);
      expect(
        all.find(({ id }) => id === '1'),
        field,
      ).toMatchObject({ [field]: value });
    }
    const last = addressBook(before).flatMap(({ contacts }) => contacts);
    const next = addressBook(place(before, { displayName: 'Al' })).flatMap(({ contacts }) => contacts);
    expect(next[1]).toBe(last[1]);
  });

  it('SESS-3: no state is known, unread or ready while no user is signed in', () => {
    expect(blankState(EMPTY_INDEX)).toMatchObject({
      self: null,
      totals: { unread: 0, mentions: 0, system: 0 },
      kept: { known: false, drafts: 0 },
      sync: { plain: false, cursor: null, selfSeq: 0, noticeSeq: 0, ready: false },
      multiport: false,
      minute: 0,
    });
  });
});
