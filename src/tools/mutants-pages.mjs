/**
 * Controls of tables about pages: rows of the list, a refused edit, open pages, drafts of an ended login.
 *
 * @typedef {import('./mutants-tables.mjs').Control} Control
 */

const LIST = 'src/app/screens/chats/chat-list.tsx';
const ROW = 'src/app/screens/chats/chat-row.tsx';
const SCOPES = 'src/client/session/scopes.ts';
const DRAFTS = 'src/client/kernel/drafts.ts';

/** @type {readonly Control[]} */
const CHAT_ROWS = [
  ['several waiting', LIST, 'outbox.get(contact.id)?.at(-1)', 'outbox.get(contact.id)?.at(0)'],
  ['message that failed', ROW, "item.status === 'failed'", "item.message.content === 'failed'"],
  ['waiting|waits', LIST, 'openId, outbox, ringing,', 'openId, ringing,'],
  [
    'draft of the open chat',
    ROW,
    "const isDraft = draft !== '' && !current;",
    "const isDraft = draft !== '';",
  ],
  ['was read', ROW, 'last.n <= contact.counting.peerMark', 'last.n < contact.counting.peerMark'],
  ['is not read', ROW, 'last.n <= contact.counting.peerMark', 'last.n > 0'],
  ['text of a blocked member', ROW, 'folded && waiting === undefined', 'folded && waiting !== undefined'],
  ['reaction of a blocked user', ROW, 'contact.reacted && hidesReaction !== true', 'contact.reacted'],
  ['who types', ROW, 'typing && typingSlot.Line ?', 'typing && current && typingSlot.Line ?'],
  ['author of the last message', LIST, "speakers.get(contact.id) ?? ''", "contact.last?.fromName ?? ''"],
  ['a mention', ROW, 'contact.mentions > 0', 'contact.mentions > 1'],
  ['marked as unread', ROW, 'contact.unread || Number(contact.marked !== undefined)', 'contact.unread'],
];

/** @type {readonly Control[]} */
const REFUSED_EDITS = [
  [
    'has another edit',
    'src/app/screens/conversation/compose/use-editing.ts',
    'if (editIn(actions.draft(key)) === null) hold(heldEdit);',
    'hold(heldEdit);',
  ],
];

/** @type {readonly Control[]} */
const ENDED_LOGINS = [
  ['the browser closes|keeps unsent', SCOPES, 'drafts.keepFor(user, { unsentOnly: true });', ''],
  ['it|elsewhere', SCOPES, "else if (why !== 'left') drafts.keepFor(user);", ''],
  ['of a|keeps unsent', SCOPES, 'if (wipe) drafts.wipe();', 'if (wipe) drafts.size();'],
  [
    'it|elsewhere|closes|keeps unsent',
    DRAFTS,
    'if (stay.length > 0) settings.set(draftsKey(user)',
    'if (stay.length > 2) settings.set(draftsKey(user)',
  ],
];

/** @type {readonly Control[]} */
const OPEN_PAGES = [
  [
    'a thread of a group',
    'src/app/screens/conversation/thread/thread.tsx',
    'const silence = useSilence(contact);',
    'const [silence] = useState(useSilence(contact));',
  ],
  [
    'the inbox shows that a member',
    'src/client/state/inbox.ts',
    '// Names of authors that are not contacts. profiles,',
    '',
  ],
  [
    'the groups shows',
    'src/app/screens/groups/group-list-page.tsx',
    'useStore(groupList)',
    'useStore(groupList, (a, b) => a.length === b.length)',
  ],
];

/** @type {readonly Control[]} */
const WAYS_TO_WRITE = [
  [
    'dragging files',
    'src/app/screens/conversation/chat.tsx',
    'useDrop(writes && silence === null ? attach.offer : null)',
    'useDrop(writes ? attach.offer : null)',
  ],
  [
    'typing into an edit',
    'src/app/screens/conversation/compose/use-editor.ts',
    'if (editing.draft === null) actions.typing(',
    'actions.typing(',
  ],
  [
    'the buttons beside the box',
    'src/app/screens/conversation/compose/composer.tsx',
    '{mayRecord && <MicButton',
    '{<MicButton',
  ],
];

/** @type {readonly Control[]} */
const LATE_READS = [
  [
    'of uploads',
    'src/client/uploads/uploads.ts',
    'if (records === null || this.#records !== records) return;',
    'if (records === null) return;',
  ],
];

const POSTED = 'src/client/state/reduce-messages.ts';

/** @type {readonly Control[]} */
const ALERTS = [
  [
    'a thread that I leave',
    POSTED,
    'state.pending.follow.get(threadKey(id, root))?.on !== false',
    'state.pending.follow.get(threadKey(id, root)) !== null',
  ],
  ['an edit that mentions me', POSTED, "if (silenceAt(state) === 'all') return NO_EFFECTS;", ''],
  [
    'for each choice',
    POSTED,
    'isAudible && !isMerged && !message.recalled && !isByBlocked(state, message)',
    'isAudible && !isMerged',
  ],
  ['followed thread', POSTED, 'message.recalled || isByBlocked(state, message)', 'message.recalled'],
];

/** @type {Readonly<Record<string, readonly Control[]>>} */
export const PAGE_TABLES = {
  'tests/ui/chat-row-fields.test.tsx': CHAT_ROWS,
  'tests/ui/open-while-changed.test.tsx': OPEN_PAGES,
  'tests/ui/ways-to-write.test.tsx': WAYS_TO_WRITE,
  'tests/ui/editing.test.tsx': REFUSED_EDITS,
  'tests/rules/alert-table.test.ts': ALERTS,
  'tests/rules/client-second-login.test.ts': LATE_READS,
  'tests/rules/client-brief-login.test.ts': ENDED_LOGINS,
};
