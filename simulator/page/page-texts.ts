import { addressBook, groupList } from '../../src/client/state/address-book.ts';
import { blockedBy } from '../../src/client/state/blocked.ts';
import { folderCounts, folderRows } from '../../src/client/state/folder-selectors.ts';
import { accessIn } from '../../src/client/state/group-access.ts';
import {
  alertWords,
  foldersOf,
  pinsOf,
  plainValue,
  securityNotes,
} from '../../src/client/state/kept-shown.ts';
import { previewsChosen, quietHoursOf, soundsOf } from '../../src/client/state/preferences.ts';
import { previewOf, rows, totals } from '../../src/client/state/selectors.ts';
import { silenceIn } from '../../src/client/state/silence.ts';
import { slowSecOf } from '../../src/client/state/slow-selectors.ts';
import type { Contact, State } from '../../src/client/state/state.ts';
import { GROUP_ACTIONS, refusalFor } from '../../src/domain/permissions.ts';

/** Parts of a page by name, as its components read them. */
export type PageTexts = ReadonlyMap<string, string>;

const FILTERS = ['all', 'unread', 'at', 'archived'] as const;

/** Everything that a page shows outside of an open chat. */
export function pageTexts(state: State, nowSec: number): PageTexts {
  const texts = new Map<string, string>();
  for (const filter of FILTERS)
    texts.set(
      `list ${filter}`,
      rows(state, filter)
        .map(({ id }) => id)
        .join(' '),
    );
  for (const filter of ['all', 'archived'] as const)
    for (const row of rows(state, filter)) texts.set(`row ${row.id}`, rowText(state, row));
  texts.set('numbers', JSON.stringify(totals(state)));
  texts.set('archive', archiveBadge(state));
  texts.set('folders', folderTexts(state).join('; '));
  for (const contact of state.contacts) {
    texts.set(`composer ${contact.id}`, silenceIn(state, contact, nowSec) ?? 'open');
    if (contact.kind === 'group') texts.set(`rights ${contact.id}`, rightsText(state, contact, nowSec));
  }
  texts.set(
    'people',
    addressBook(state)
      .map(({ letter, contacts }) => letter + namesOf(contacts))
      .join('; '),
  );
  texts.set('groups', namesOf(groupList(state)));
  texts.set('blocked', [...blockedBy(state)].toSorted((a, b) => a - b).join());
  texts.set('settings', settingsText(state));
  return texts;
}

const namesOf = (contacts: readonly Pick<Contact, 'id' | 'displayName'>[]): string =>
  contacts.map(({ id, displayName }) => ` ${id} ${displayName}`).join();

/** Marks of answers and reactions appear only on devices that were there; presence has its own checker. */
const rowText = (
  state: State,
  { id, displayName, isTop, isNotice, unread, mentions, marked, last }: Contact,
) =>
  JSON.stringify([
    displayName,
    isTop,
    isNotice,
    unread || Number(marked !== undefined),
    mentions,
    previewOf(last),
    last?.from !== null &&
      last?.from !== undefined &&
      id.startsWith('group-') &&
      blockedBy(state).has(last.from),
  ]);

/** The entry above the list: its unread messages, or a dot for a mark. */
export function archiveBadge(state: State): string {
  const archived = rows(state, 'archived');
  const unread = archived.reduce((sum, one) => sum + one.unread, 0);
  return unread > 0 ? String(unread) : archived.some(({ marked }) => marked) ? 'dot' : '';
}

const folderTexts = (state: State): readonly string[] =>
  foldersOf(state).map(
    (folder, at) => `${folder.name}:${namesOf(folderRows(state, folder))} (${folderCounts(state)[at]})`,
  );

/** Buttons of a group that are shown to this member, and their wait between two messages. */
function rightsText(state: State, { id }: Contact, nowSec: number): string {
  const access = accessIn(state, id);
  if (access === null) return 'none';
  const allowed = GROUP_ACTIONS.filter((action) => refusalFor(action, access, nowSec) === null);
  return `${allowed.join(' ')} ${slowSecOf(state, id)}`;
}

const settingsText = (state: State): string =>
  JSON.stringify([
    alertWords(state),
    pinsOf(state),
    securityNotes(state).length,
    previewsChosen(state),
    quietHoursOf(state),
    plainValue(state, 'status'),
    soundsOf(state),
    state.self && [state.self.realname, state.self.account],
  ]);
