/**
 * Slips of a tired engineer, written from the sources alone, before the tables had rows for them. `npm run
 * test:slips` plants each and prints which test finds it.
 *
 * `worlds`: of the simulator, those that can reach it.
 *
 * @typedef {readonly [name: string, file: string, find: string, replace: string, worlds?: readonly string[]]}
 *   Slip
 */

const CLIENT = 'src/client';
const SCREENS = 'src/app/screens';
const FEATURES = 'src/server/features';

/** @param {string} subjects */
const pairs = (subjects) => `--pairs ${subjects}`;
/** @param {string} subjects */
const seeds = (subjects) => `--seeds 1..80 --faults all --subjects ${subjects}`;

/** @type {readonly Slip[]} */
export const SLIPS = [
  // An earlier round: no test found these before their rows.
  [
    'a refused edit replaces the one that was begun since',
    `${SCREENS}/conversation/compose/use-editing.ts`,
    'if (editIn(actions.draft(key)) === null) hold(heldEdit);',
    'hold(heldEdit);',
  ],
  [
    'a mute that ends leaves the composer of a thread closed',
    `${SCREENS}/conversation/thread/thread.tsx`,
    'const silence = useSilence(contact);',
    'const [silence] = useState(useSilence(contact));',
  ],
  [
    'the end of a brief login leaves its drafts in the page',
    `${CLIENT}/session/scopes.ts`,
    'drafts.keepFor(user, { unsentOnly: true });',
    '',
  ],
  [
    'a row shows the first of several waiting messages',
    `${SCREENS}/chats/chat-list.tsx`,
    'outbox.get(contact.id)?.at(-1)',
    'outbox.get(contact.id)?.at(0)',
  ],
  // Pages.
  [
    'the open inbox does not follow',
    `${SCREENS}/inbox/use-inbox.ts`,
    'useWhenChanged(reload, ...facts);',
    'useWhenChanged(reload, facts.length);',
  ],
  [
    'an entry that the server refused to finish stays away',
    `${SCREENS}/inbox/use-inbox.ts`,
    'return; } setMarks((before) => before.filter((one) => !list.includes(one)));',
    'return; }',
  ],
  [
    'the open chat shows its draft in the list',
    `${SCREENS}/chats/chat-row.tsx`,
    "const isDraft = draft !== '' && !current;",
    "const isDraft = draft !== '';",
  ],
  [
    'the row of a read message says sent',
    `${SCREENS}/chats/chat-row.tsx`,
    'last.n <= contact.counting.peerMark',
    'last.n < contact.counting.peerMark',
  ],
  [
    'an older answer replaces newer moments',
    `${SCREENS}/moments/moments-page.tsx`,
    'if (refreshes.current === refreshCount) setList',
    'if (refreshCount >= 0) setList',
  ],
  [
    'a scheduled message loses its mentions with its new text',
    `${SCREENS}/conversation/later/later-lists.tsx`,
    'const draft = { ...EMPTY_DRAFT, text: state.text, at };',
    'const draft = { ...EMPTY_DRAFT, text: state.text };',
  ],
  [
    'an edit is reported as typing',
    `${SCREENS}/conversation/compose/use-editor.ts`,
    'if (editing.draft === null) actions.typing(',
    'actions.typing(',
  ],
  [
    'a muted member can drop files',
    `${SCREENS}/conversation/chat.tsx`,
    'useDrop(writes && silence === null ? attach.offer : null)',
    'useDrop(writes ? attach.offer : null)',
  ],
  // Client.
  [
    'stored uploads of one login begin in the next',
    `${CLIENT}/uploads/uploads.ts`,
    'if (records === null || this.#records !== records) return;',
    'if (records === null) return;',
    [seeds('files')],
  ],
  [
    'an upload that was too old fails again at a retry',
    `${CLIENT}/uploads/uploads.ts`,
    'item.attempts = null; this.#ages.forget(id);',
    '',
    [seeds('files,time')],
  ],
  [
    'a thread that is no longer followed still sounds',
    `${CLIENT}/state/reduce-messages.ts`,
    'state.pending.follow.get(threadKey(id, root))?.on !== false',
    'state.pending.follow.get(threadKey(id, root)) !== null',
    [pairs('threading'), seeds('threading')],
  ],
  [
    'an edit that mentions the user sounds in quiet hours',
    `${CLIENT}/state/reduce-messages.ts`,
    "if (silenceAt(state) === 'all') return NO_EFFECTS;",
    '',
    [pairs('editing'), seeds('editing,arranging')],
  ],
  [
    'preferences are not loaded again after missed events',
    `${CLIENT}/state/reduce-start.ts`,
    'kept: { ...state.kept, known: false },',
    '',
    [seeds('arranging')],
  ],
  // Server.
  [
    'members who are there count twice for the limit',
    `${FEATURES}/groups/members.ts`,
    '(await tx.members.count(at.stream)) + fresh.length',
    '(await tx.members.count(at.stream)) + userIds.length',
    [seeds('rule')],
  ],
  [
    'a mute ends by leaving and coming back',
    `${FEATURES}/groups/members.ts`,
    'mutedUntilSec: former?.mutedUntilSec ?? 0',
    'mutedUntilSec: former === null ? 0 : 0',
    [pairs('groups'), seeds('none')],
  ],
  [
    'a late mention is not pushed where only mentions notify',
    `${FEATURES}/push/receivers.ts`,
    '!isWaiting(user) || !(member.isNotice || member.atOnly)',
    '!isWaiting(user) || !member.isNotice',
    [seeds('editing,push')],
  ],
  [
    'a disabled account sends its scheduled messages',
    `${FEATURES}/later/send.ts`,
    "if (!(await tx.users.byId(user))?.active) return new Refusal('accountDisabled');",
    '',
    [seeds('later,rule')],
  ],
  [
    'the inbox names a blocked user who reacted',
    `${FEATURES}/inbox/list.ts`,
    'one.user !== user && !blocked.has(one.user)',
    'one.user !== user',
    [pairs('later'), seeds('safety,later,reacting')],
  ],
  [
    'a clock that was set back makes the last visit older',
    'src/server/delivery/presence.ts',
    'Math.max(minute, this.waiting.get(user) ?? 0)',
    'minute',
    [seeds('typing,time')],
  ],
  [
    'a lower mark of the same second wins',
    `${FEATURES}/marks/marks.ts`,
    'entry.n = Math.max(entry.n, n);',
    'entry.n = n;',
    [seeds('none'), pairs('chats')],
  ],
];
