import { BEFORE_COMMIT, SAME_AGAIN } from './mutants-calls.mjs';
import { WHILE_READING } from './mutants-changes.mjs';
import { WHILE_ASKING, WHILE_DELIVERING } from './mutants-delivery.mjs';
import { BIND_ANSWERS, LATE_ANSWERS, SECOND_LOGIN_CALLS, TAB_RECORDS } from './mutants-cancelled.mjs';
import { SERVER_TIMES } from './mutants-server-times.mjs';
import { REGISTER_VALUES } from './mutants-registers.mjs';
import { PAGE_TABLES } from './mutants-pages.mjs';
import { TIMES } from './mutants-times.mjs';

/**
 * Controls of the tables of kinds (docs/testing.md): slips that only these rows may find. `rows`: parts of
 * their titles, separated by `|`.
 *
 * @typedef {readonly [rows: string, file: string, find: string, replace: string]} Control
 */

const STATE = 'src/client/state';

/** @type {readonly Control[]} */
const WHOLE_LISTS = [
  [
    'contactsLoaded removes a user that is blocked',
    `${STATE}/reduce-start.ts`,
    'peopleOf(event.blocked),',
    'event.blocked ? peopleOf(event.blocked) : state.blocked,',
  ],
  ['contactsLoaded removes a name', `${STATE}/reduce-start.ts`, 'profiles: new Map(),', ''],
  ['contactsLoaded removes its reminder', `${STATE}/reduce-start.ts`, 'later: null,', ''],
  [
    'contactsLoaded removes an application',
    `${STATE}/reduce-start.ts`,
    'isOlder ? state.totals.system : event.applications',
    'Math.max(state.totals.system, event.applications)',
  ],
  [
    'contactsLoaded removes its messages|its pins|its thread|that it is open',
    `${STATE}/reduce-start.ts`,
    '([id]) => sameEpoch && covers',
    '([id]) => sameEpoch && !contacts.has(id) || covers',
  ],
  [
    'contactsLoaded removes that it is open',
    `${STATE}/reduce-start.ts`,
    '{ ...next, open: null } : next',
    'next : next',
  ],
  [
    'contactResynced removes the change',
    `${STATE}/reduce-membership.ts`,
    'withoutPendingOf(withoutContact(unreminded, id), id)',
    'withoutContact(unreminded, id)',
  ],
  [
    'contactResynced removes who types',
    `${STATE}/reduce-membership.ts`,
    'withoutTypingIn(withoutPendingOf(withoutContact(unreminded, id), id), id)',
    'withoutPendingOf(withoutContact(unreminded, id), id)',
  ],
  [
    'contactResynced removes its reminder',
    `${STATE}/reduce-membership.ts`,
    '({ to }) => to === id',
    '() => false',
  ],
  [
    'contactResynced removes that it is open',
    `${STATE}/reduce-membership.ts`,
    'if (wasOpen) next',
    'if (!was) next',
  ],
  ['contactResynced removes its', `${STATE}/reduce-membership.ts`, 'next.conversations.has(id)', 'wasOpen'],
  ['epochChanged removes its reminder', `${STATE}/empty.ts`, 'later: null,', ''],
  ['epochChanged removes a preference', `${STATE}/empty.ts`, 'kept: EMPTY.kept,', ''],
  [
    'presenceLoaded|onlineSet',
    `${STATE}/reduce-registers.ts`,
    'contact.isOnline === onlineIds.has(contact.id)',
    '!onlineIds.has(contact.id)',
  ],
  [
    'blockedLoaded',
    `${STATE}/blocked-changes.ts`,
    'blocked: peopleOf(users) }',
    'blocked: peopleOf([...was, ...users]) }',
  ],
  [
    'applicationsLoaded',
    `${STATE}/reduce-registers.ts`,
    'totals: { ...state.totals, system: pending }',
    'totals: { ...state.totals, system: Math.max(pending, state.totals.system) }',
  ],
  [
    'pageLoaded removes messages of',
    `${STATE}/reduce-pages.ts`,
    'window.live || isTouching',
    'window.size > 0',
  ],
  [
    'pageLoaded removes messages around',
    `${STATE}/reduce-pages.ts`,
    '{ ...loaded, chunks: [], size: 0, live: false }',
    '{ ...loaded, live: false }',
  ],
  [
    'messagePinsLoaded',
    `${STATE}/message-pins.ts`,
    'pinsWithChangesSince(window, remaining)',
    '[...pinsWithChangesSince(window, remaining), ...(window.pins?.list ?? [])]',
  ],
  [
    'laterLoaded',
    `${STATE}/later.ts`,
    'overtaken: null, list },',
    'overtaken: null, list: state.later?.list ?? list },',
  ],
  ['keptLoaded', `${STATE}/kept.ts`, '{ known: true, folders', '{ ...state.kept, known: true, folders'],
  [
    'configLoaded',
    `${STATE}/reduce-start.ts`,
    '{ ...state, config }, staleIn',
    '{ ...state, config: { ...state.config, ...config } }, staleIn',
  ],
  [
    'outboxSet',
    `${STATE}/outbox-view.ts`,
    'return { ...state, outbox }; }',
    'return { ...state, outbox: new Map([...state.outbox, ...outbox]) }; }',
  ],
  [
    'signedOut|signedIn',
    `${STATE}/reduce-start.ts`,
    '({ ...EMPTY, config: state.config,',
    '({ ...EMPTY, ...state, self: null,',
  ],
  ['restored removes a user', `${STATE}/snapshot.ts`, 'blocked: peopleOf(snapshot.meta.blocked),', ''],
  ['restored removes a chat', `${STATE}/snapshot.ts`, 'later: EMPTY.later,', ''],
  [
    'profilesLoaded removes a status',
    `${STATE}/reduce-profiles.ts`,
    'index, extras } = profile;',
    'index, extras = contact.extras } = profile;',
  ],
  [
    'messageReacted',
    `${STATE}/message-changes.ts`,
    '...(mine !== null && at >= before.mineAt && { mine, mineAt: at }), }; return { ...message, reactions',
    '...(mine !== null && mine.length > 0 && { mine, mineAt: at }), }; return { ...message, reactions',
  ],
  [
    'pollChanged',
    `${STATE}/message-changes.ts`,
    '...(mine !== null && at >= before.mineAt && { mine, mineAt: at }), }; return { ...message, poll',
    '...(mine !== null && mine.length > 0 && { mine, mineAt: at }), }; return { ...message, poll',
  ],
  [
    'messageEdited',
    `${STATE}/edits.ts`,
    'at, rev: words.rev }',
    'at: at.length > 0 ? at : message.at, rev: words.rev }',
  ],
];

/** @type {readonly Control[]} */
const SELECTORS = [
  [
    'STORE-21',
    `${STATE}/folder-selectors.ts`,
    'last !== null && last.pending === pending && last.folders',
    'last !== null && last.folders',
  ],
  [
    'STORE-21',
    `${STATE}/folder-selectors.ts`,
    'last.pending === pending && last.folders === folders) return',
    'last.pending === pending) return',
  ],
  ['STORE-21', `${STATE}/contact-view.ts`, 'cached?.pending === pending', 'cached'],
  [
    'STORE-21',
    `${STATE}/edited-items.ts`,
    'itemsEdited.get(item); if (cached?.edit === edit)',
    'itemsEdited.get(item); if (cached)',
  ],
  [
    'STORE-21',
    `${STATE}/address-book.ts`,
    '!sameEntry(older.get(id), now.get(id))',
    'older.has(id) !== now.has(id)',
  ],
  ['STORE-21', `${STATE}/address-book.ts`, 'shared: shared.toSorted(bySort)', 'shared'],
  ['STORE-21', `${STATE}/memo.ts`, 'Object.is(arg, args[i])', 'i > 0 || Object.is(arg, args[i])'],
  [
    'STORE-21',
    `${STATE}/thread-selectors.ts`,
    'const firstItems = memo((chunks',
    'const firstItems = ((chunks',
  ],
  ['STORE-21', `${STATE}/selectors.ts`, 'const listedRows = memo(', 'const listedRows = ('],
  [
    'STORE-21',
    `${STATE}/blocked.ts`,
    'const withPendingChanges = memo(',
    'const withPendingChanges = ((f) => f)(',
  ],
  ['STORE-21', `${STATE}/address-book.ts`, 'const groups = memo(', 'const groups = ((f) => f)('],
];

/** @type {readonly Control[]} */
const PLACES = [
  [
    'in early',
    `${STATE}/reduce-erasure.ts`,
    'next.early.some((one) => one.id === id)',
    'next.early.length < 0',
  ],
  [
    'in chunks 2|in early 2|in answers',
    `${STATE}/reduce-erasure.ts`,
    'msgId === null ? window :',
    'window.size >= 0 ? window :',
  ],
  [
    'in meanwhile',
    `${STATE}/meanwhile.ts`,
    "!('id' in change && change.id === id)",
    'change.kind.length > 0',
  ],
  [
    'edit leaves no words in meanwhile',
    `${STATE}/message-changes.ts`,
    '// Former text is not kept (EDIT-2). replaces: sameMessage,',
    '',
  ],
  [
    'in pins',
    `${STATE}/windows.ts`,
    'pins: withoutPins(window, (pin) => pin.id === id) ?? window.pins }',
    'pins: window.pins }',
  ],
  [
    'edit leaves no words in pins',
    `${STATE}/meanwhile.ts`,
    'mapped(pins.list, (pin) => asPinned(pin, change))',
    'pins.list',
  ],
  [
    'in first|in answers',
    `${STATE}/windows.ts`,
    '[change(thread.first), change(thread.answers)]',
    '[thread.first, thread.answers]',
  ],
  [
    'edit leaves no words in last|edit leaves no words in announcement',
    `${STATE}/reduce-edits.ts`,
    'contact.last.id !== id) return contact',
    'contact.last.id === id) return contact',
  ],
  [
    'in reacted',
    `${STATE}/reduce-erasure.ts`,
    'reacted !== undefined && isGone(reacted)',
    'reacted !== undefined && contact.hidden',
  ],
  ['in later', `${STATE}/reduce-erasure.ts`, '({ id }) => id === removedId', '() => false'],
  [
    'clearing leaves no words in later',
    `${STATE}/reduce-erasure.ts`,
    'to === id && n <= upTo)',
    'to === id && n < 0)',
  ],
  ['edit leaves no words in later', `${STATE}/later.ts`, '(one.id === id ? { ...one, rev } : one)', 'one'],
  ['in announcement 1', `${STATE}/unsent.ts`, 'last?.id === message ? last :', ''],
  ['in announcement 2', `${STATE}/unsent.ts`, 'message && messageHere(state, chat, message)', 'undefined'],
  [
    'edit leaves no words in notification',
    `${STATE}/reduce-edits.ts`,
    'const isShown = isUnreadByOther(state, contact, author, n) ||',
    'const isShown =',
  ],
];

const FEATURES = 'src/server/features';

/** @type {readonly Control[]} */
const LATE_FRAMES = [
  [
    'SESS-3',
    'src/client/connection/connection.ts',
    'frame: (text) => mine() && frame(text, mine)',
    'frame: (text) => frame(text, () => true)',
  ],
];

const SHOWN = 'src/server/frames/sees-shown.ts';

/** @type {readonly Control[]} */
const VIEWERS = [
  ['previewed in a group', SHOWN, "case 'previewed': return facts.n;", 'return facts.n;'],
  [
    'previewed in a one-to-one chat',
    `${FEATURES}/previews/make-preview.ts`,
    "kind: 'previewed', msgId, id: row.id, n, from, ...privateTo(row) }",
    "kind: 'previewed', msgId, id: row.id, n, from, ...(msgId < 0 && privateTo(row)) }",
  ],
  ['edited in a group', SHOWN, "case 'edited':", ''],
  ['updated in a group', SHOWN, 'return batchData.messages.get(facts.msgId)?.n ?? null;', 'return null;'],
  ['message in a group', SHOWN, 'batchData.messages.get(facts.msgId)?.pid ?? null', 'null'],
  ['pinned in a group', SHOWN, "case 'pinned':", ''],
];

/** @type {Readonly<Record<string, readonly Control[]>>} */
const TABLES = {
  ...PAGE_TABLES,
  'tests/rules/whole-lists.test.ts': WHOLE_LISTS,
  'tests/properties/selectors.test.ts': SELECTORS,
  'tests/rules/message-places.test.ts': PLACES,
  'tests/server/before-commit.test.ts': BEFORE_COMMIT,
  'tests/server/same-again.test.ts': SAME_AGAIN,
  'tests/rules/late-frames.test.ts': LATE_FRAMES,
  'tests/rules/cancelled.test.ts': LATE_ANSWERS,
  'tests/rules/register-values.test.ts': REGISTER_VALUES,
  'tests/rules/question-change-answer.test.ts': BIND_ANSWERS,
  'tests/rules/second-login-calls.test.ts': SECOND_LOGIN_CALLS,
  'tests/rules/tab-records.test.ts': TAB_RECORDS,
  'tests/rules/time-jumps.test.ts': TIMES,
  'tests/server/time-jumps.test.ts': SERVER_TIMES,
  'tests/server/what-a-viewer-sees.test.ts': VIEWERS,
  'tests/server/while-reading-jobs.test.ts': WHILE_READING,
  'tests/server/while-reading-delivery.test.ts': WHILE_DELIVERING,
  'tests/server/while-reading-nodes.test.ts': WHILE_ASKING,
};

/** @type {readonly import('./mutants-list.mjs').Mutant[]} */
export const controls = Object.entries(TABLES).flatMap(([tests, slips]) =>
  slips.map(([row, file, find, replace], i) => ({
    name: `${tests} ${i + 1}: ${row}`,
    tests,
    row,
    file,
    find,
    replace,
  })),
);
