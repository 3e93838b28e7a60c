import * as book from '../../src/client/state/address-book.ts';
import * as blocked from '../../src/client/state/blocked.ts';
import * as chat from '../../src/client/state/chat-selectors.ts';
import * as view from '../../src/client/state/contact-view.ts';
import * as due from '../../src/client/state/due.ts';
import * as folder from '../../src/client/state/folder-selectors.ts';
import * as kept from '../../src/client/state/kept-shown.ts';
import * as pins from '../../src/client/state/message-pin-selectors.ts';
import * as preferences from '../../src/client/state/preferences.ts';
import * as list from '../../src/client/state/selectors.ts';
import * as slow from '../../src/client/state/slow-selectors.ts';
import type { State } from '../../src/client/state/state.ts';
import * as thread from '../../src/client/state/thread-selectors.ts';
import * as unsent from '../../src/client/state/unsent.ts';
import { type ContactId, contactId, messageId, userId } from '../../src/domain/ids.ts';
import type { Folder } from '../../src/domain/kept.ts';
import { facts } from '../support/contacts.ts';

export const CHATS = [9, 'group-3', 'group-4', 11].map(contactId);
export const NOTICES = ['system', 'notice'].map((kind, i) =>
  facts(kind, { kind: kind as never, lastSentAtMs: i + 1 }),
);
const FOLDER: Folder = {
  id: 'f',
  name: 'F',
  people: true,
  groups: true,
  unread: true,
  muted: false,
  chats: [],
};
export const FOLDERS = [FOLDER, { ...FOLDER, id: 'g', unread: false, muted: null, people: false }];
export const [one, two] = CHATS as [ContactId, ContactId];
export const newest = (state: State, id: ContactId) => state.conversations.get(id)?.chunks.at(-1)?.at(-1);

type Probe = (state: State, id: ContactId) => unknown;
/** Every export: what it shows of a state, or why it shows nothing of one. */
type Probes<M> = { readonly [K in keyof M]: Probe | string };
const PART = 'a part of another selector';

const PROBES: readonly Readonly<Record<string, Probe | string>>[] = [
  {
    rows: (state) => (['all', 'unread', 'at', 'archived'] as const).map((one) => list.rows(state, one)),
    totals: list.totals,
    showsPresence: list.showsPresence,
    onlineWord: ({ contacts }) => list.onlineWord(contacts),
    lastSpeaker: (state) => [...state.contacts].map((contact) => list.lastSpeaker(state, contact)),
    nameOf: (state) => list.nameOf(state, { id: userId(9), displayName: '', realname: 'R', avatar: '' }),
    groupCallOf: PART,
    contactNameOf: (state) => list.contactNameOf(state, userId(9)),
    totalsWithPending: list.totalsWithPending,
    chatsWithPending: ({ pending }) => [...list.chatsWithPending(pending)].toSorted(),
    inList: (state) => [...state.contacts].filter(list.inList),
    withPendingChanges: PART,
    nameBy: PART,
    previewOf: 'of one line',
  } satisfies Probes<typeof list>,
  {
    messagesOf: chat.messagesOf,
    readTo: chat.readTo,
    messageHere: (state, id) => chat.messageHere(state, id, newest(state, id)?.id ?? messageId('')),
    itemsOf: PART,
    readByPartner: 'of one message',
  } satisfies Probes<typeof chat>,
  {
    addressBook: book.addressBook,
    sharedContacts: book.sharedContacts,
    groupList: book.groupList,
    sortedByName: PART,
  } satisfies Probes<typeof book>,
  {
    folderRows: (state) => [...FOLDERS, ...kept.foldersOf(state)].map((of) => folder.folderRows(state, of)),
    folderCounts: folder.folderCounts,
    inFolder: PART,
  } satisfies Probes<typeof folder>,
  {
    answersIn: (state, id) => thread.answersIn(state, id, 1),
    firstItem: (state, id) => thread.firstItem(state, id, 1),
    followsThread: (state, id) => thread.followsThread(state, id, 1),
    openThread: (state, id) => thread.openThread(state, id, 1),
    firstOf: PART,
    answeredIn: PART,
  } satisfies Probes<typeof thread>,
  {
    messagePinsOf: pins.messagePinsOf,
    isPinned: (state, id) => pins.isPinned(state, id, newest(state, id)?.id ?? messageId('')),
  } satisfies Probes<Pick<typeof pins, 'messagePinsOf' | 'isPinned'>>,
  {
    blockedBy: blocked.blockedBy,
    isFolded: (state) => blocked.isFolded(state, two, 9),
    isFoldedBy: PART,
    peopleOf: PART,
  } satisfies Probes<typeof blocked>,
  { contactView: view.contactView } satisfies Probes<typeof view>,
  {
    ownSaidAtMs: slow.ownSaidAtMs,
    slowSecOf: slow.slowSecOf,
    slowLeftMs: PART,
  } satisfies Probes<typeof slow>,
  {
    alertWords: kept.alertWords,
    hasMomentNews: kept.hasMomentNews,
    securityNotes: kept.securityNotes,
    foldersOf: kept.foldersOf,
    pinsOf: kept.pinsOf,
    plainValue: (state) => kept.plainValue(state, 'quiet'),
  } satisfies Probes<typeof kept>,
  {
    soundsOf: preferences.soundsOf,
    quietHoursOf: preferences.quietHoursOf,
    quietUntil: (state) => preferences.quietUntil(state),
    previewsChosen: preferences.previewsChosen,
  } satisfies Probes<Pick<typeof preferences, 'soundsOf' | 'quietHoursOf' | 'quietUntil' | 'previewsChosen'>>,
  { duesIn: due.duesIn, erasing: PART } satisfies Probes<typeof due>,
  {
    unsentIn: unsent.unsentIn,
    strandedChats: (state) => unsent.strandedChats(state),
    failedScheduled: unsent.failedScheduled,
    isNotificationOver: 'of one notification',
    announcedText: (state, chat) => unsent.announcedText(state, chat, undefined),
  } satisfies Probes<typeof unsent>,
];
export const probes = PROBES.flatMap((module) =>
  Object.entries(module).flatMap(([name, probe]) =>
    typeof probe === 'string' ? [] : [[name, probe] as const],
  ),
);
