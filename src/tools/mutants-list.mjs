import { controls } from './mutants-tables.mjs';

/**
 * A fault: the text `find` occurs once in `file`, on any lines, and is replaced by `replace`. The file is in
 * machines/, or in src/server/features/ if a `row` of tests/server/account-changes.test.ts must find it: the
 * tests of that row must fail, and no others. With `tests` (the table of that row) it is a whole path.
 *
 * @typedef {object} Mutant
 * @property {string} name
 * @property {string} file
 * @property {string} find
 * @property {string} replace
 * @property {string} [row] Parts of titles, separated by `|`.
 * @property {string} [tests]
 */

const OLD_PASSWORD = 'const refusal = await checkOldPassword(context, me, password);';

/** @type {readonly (readonly [row: string, file: string, find: string, replace: string])[]} */
const ACCOUNT = [
  ['removePasskey (proof)', 'auth/endpoints.ts', 'proved(removePasskey)', 'removePasskey'],
  ['renamePasskey (proof)', 'auth/endpoints.ts', 'proved(renamePasskey)', 'renamePasskey'],
  ['endLogin (proof)', 'auth/endpoints.ts', 'proved(endLogin)', 'endLogin'],
  ['setPrivacy (proof)', 'auth/privacy.ts', 'isWider && stale', 'isWider && stale && false'],
  ['setPrivacy (free)', 'auth/privacy.ts', 'isWider && stale', 'stale'],
  ['editAccount (proof)', 'auth/edit-account.ts', "await checkFreshProof(context, 'login')", 'null'],
  [
    'editAccount (code)',
    'auth/edit-account.ts',
    "checkCode(context, me.account, 'account', body.code)",
    'null',
  ],
  [
    'editPassword (password)',
    'auth/own-account.ts',
    'checkOldPassword(context, me, body.originalPassword)',
    'null',
  ],
  [
    'editPassword (code)',
    'auth/own-account.ts',
    "(await checkCode(context, me.account, 'password', body.code))",
    'null',
  ],
  [
    'beginSecondStep (password)',
    'auth/second-step.ts',
    `${OLD_PASSWORD} if (refusal) return refusal; const secret`,
    'const secret',
  ],
  [
    'endSecondStep (password)',
    'auth/second-step.ts',
    'let refusal = await checkOldPassword(context, me, password);',
    'let refusal: Refusal | null = null;',
  ],
  ['beginPasskey (password)', 'auth/passkeys.ts', OLD_PASSWORD, 'const refusal = null;'],
  ['removeOpenId (password)', 'auth/openid.ts', OLD_PASSWORD, 'const refusal = null;'],
  ['exportData (password)', 'exporting/export-own.ts', OLD_PASSWORD, 'const refusal = null;'],
  ['eraseAccount (password)', 'erasing/erase-own.ts', OLD_PASSWORD, 'const refusal = null;'],
];

/** @param {Mutant} mutant */
export const fileOf = ({ file, row, tests }) =>
  tests === undefined ? `${row === undefined ? 'machines' : 'src/server/features'}/${file}` : file;

/** @type {readonly Mutant[]} */
export const mutants = [
  {
    name: 'lock not cleared by a hang-up',
    file: 'call-lock.machine.ts',
    find: "kind === 'hangup' || kind",
    replace: 'kind',
  },
  {
    name: 'lock not cleared when the peer goes',
    file: 'call-lock.machine.ts',
    find: "'peer.offline': { guard: 'isTheHeldPeer', target: 'free' },",
    replace: '',
  },
  {
    name: 'lock cleared by anybody',
    file: 'call-lock.machine.ts',
    find: 'return ended !== null && ended === context.call;',
    replace: 'return ended !== null;',
  },
  {
    name: 'an offer after the end holds the lock',
    file: 'call-lock.machine.ts',
    find: '!context.over.includes(event.call),\n    /** The same',
    replace: 'true,\n    /** The same',
  },
  {
    name: 'busy said twice',
    file: 'call-lock.machine.ts',
    find: "actions: ['answerBusy', 'rememberBusy']",
    replace: "actions: ['answerBusy']",
  },
  {
    name: 'no answer says 902',
    file: 'call.machine.ts',
    find: "hangUp({ code: CALL.noAnswer }, 'noAnswer', CALL.noAnswer)",
    replace: "hangUp({ code: CALL.cancelled }, 'noAnswer', CALL.noAnswer)",
  },
  {
    name: 'an older call may end this one',
    file: 'call.machine.ts',
    find: "ofThisCall: ({ context, event }) => 'call' in event && event.call === context.call,",
    replace: "ofThisCall: ({ event }) => 'call' in event,",
  },
  {
    name: 'both calls live after a glare',
    file: 'call.machine.ts',
    find: '!glareKeepsMine(context.self, context.peer)',
    replace: 'glareKeepsMine(context.self, context.peer)',
  },
  {
    name: 'ringing goes on',
    file: 'call.machine.ts',
    find: "      entry: 'startRinging',\n      exit: 'stopRinging',",
    replace: "      entry: 'startRinging',",
  },
  {
    name: 'a repair without its time',
    file: 'call.machine.ts',
    find: 'repair: limits.repairMs,',
    replace: 'repair: limits.repairMs * 2,',
  },
  {
    name: 'one retry too many',
    file: 'socket.machine.ts',
    find: 'context.openFailures < networkLimits.openFailureLimit',
    replace: 'context.openFailures <= networkLimits.openFailureLimit',
  },
  {
    name: 'counters go back on open',
    file: 'socket.machine.ts',
    find: "entry: ['ping', 'countPing'],\n      on: {",
    replace: "entry: ['ping', 'countPing', 'resetCounters'],\n      on: {",
  },
  {
    name: 'counters stay after binding',
    file: 'socket.machine.ts',
    find: "entry: ['resetCounters', 'tellBound'],",
    replace: "entry: ['tellBound'],",
  },
  {
    name: 'a second heartbeat',
    file: 'socket.machine.ts',
    find: "{ target: 'beating', reenter: true, actions: ['ping', 'countPing'] },",
    replace: "{ target: 'beating', reenter: true, actions: ['ping', 'ping', 'countPing'] },",
  },
  {
    name: 'an orphan socket may speak',
    file: 'socket.machine.ts',
    find: "ofThisSocket: ({ context, event }) => 'socket' in event && event.socket === context.socket,",
    replace: "ofThisSocket: ({ event }) => 'socket' in event,",
  },
  {
    name: 'the error is raised again',
    file: 'socket.machine.ts',
    find: "actions: ['raiseError', 'markRaised']",
    replace: "actions: ['raiseError']",
  },
  {
    name: 'a probe without a new draw',
    file: 'socket.machine.ts',
    find: "resting: { after: { probe: { target: 'resting', reenter: true, actions: 'probe' } } },",
    replace: "resting: { after: { probe: { actions: 'probe' } } },",
  },
  {
    name: 'an answer to an older attempt',
    file: 'outbox.machine.ts',
    find: "event.type === 'attempt.answered' && event.attempt === context.attempt,",
    replace: "event.type === 'attempt.answered',",
  },
  {
    name: 'unknown fails a message',
    file: 'outbox.machine.ts',
    find: "    case 'unknown':\n      return { ...item, status: 'unknown' };",
    replace: "    case 'unknown':\n      return { ...item, status: 'failed' };",
  },
  {
    name: 'what left is thought to be here',
    file: 'outbox.machine.ts',
    find: "  if (item.discarded) return { ...item, status: 'recalling' };\n",
    replace: '  if (item.discarded) return null;\n',
  },
  {
    name: 'a pending change is asked for twice',
    file: 'pending-change.machine.ts',
    find: "        'wish.made': { actions: 'want' },\n        'request.answered': [",
    replace: "        'wish.made': { target: 'asking', reenter: true },\n        'request.answered': [",
  },
  {
    name: 'an earlier silence ends a later one',
    file: 'quiet.machine.ts',
    find: "'end.set': { target: 'waiting', reenter: true, actions: 'keep' },",
    replace: "'end.set': { actions: 'keep' },",
  },
  {
    name: 'an answer of an earlier bind counts',
    file: 'catch-up.machine.ts',
    find: "ofThisQuestion: ({ context, event }) => 'question' in event && event.question === context.question,",
    replace: "ofThisQuestion: ({ event }) => 'question' in event,",
  },
  {
    name: 'a kicked session wipes',
    file: 'session.machine.ts',
    find: "wipe: why === 'loggedOut' }",
    replace: "wipe: why !== 'expired' }",
  },
  {
    name: 'a mute never ends',
    file: 'group.machine.ts',
    find: "target: ['#group.mute.none', '#group.speaking.judging'], actions: 'liftMute'",
    replace: "target: ['#group.mute.none', '#group.speaking.judging']",
  },
  {
    name: 'sixty-one seconds of voice',
    file: 'recorder.machine.ts',
    find: 'context.seconds + 1 >= (',
    replace: 'context.seconds >= (',
  },
  {
    name: 'progress runs backwards',
    file: 'upload.machine.ts',
    find: 'Math.min(context.sizeBytes, Math.max(context.sentBytes, event.sentBytes))',
    replace: 'Math.min(context.sizeBytes, event.sentBytes)',
  },
  ...ACCOUNT.map(([row, file, find, replace]) => ({ name: `no proof: ${row}`, row, file, find, replace })),
  {
    name: 'a wrong code of the second step ends it',
    row: 'endSecondStep (password)',
    file: 'auth/second-step.ts',
    find: 'checkSecondStep(context, { account: me.account, user: me, deviceProof: session.token }, { otp })',
    replace: 'Promise.resolve(null)',
  },
  ...controls,
];
