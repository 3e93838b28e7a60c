import { byWallClock } from './mutants-times.mjs';

/**
 * Controls of tests/server/time-jumps.test.ts: an end that another clock decides, a limit that a clock set
 * back makes longer, or a job that waits for another time.
 *
 * @typedef {import('./mutants-tables.mjs').Control} Control
 */

const FEATURES = 'src/server/features';
const TABLES = 'src/server/storage/repositories';
/**
 * The time of day, if the clock were never set.
 *
 * @param {string} clock
 */
const sinceStart = (clock = 'core.clock') => `(1_700_000_000_000 + ${clock}.elapsedMs())`;
/**
 * @param {string} row
 * @param {string} file
 * @param {string} find with `NOW` instead of the time of day
 * @param {string} [now]
 * @param {string} [clock]
 * @returns {Control}
 */
const byStopwatch = (row, file, find, now = 'core.clock.nowMs()', clock = 'core.clock') => [
  `${row}|names each file`,
  file,
  find.replace('NOW', now),
  find.replace('NOW', sinceStart(clock)),
];
/**
 * @param {string} job
 * @param {string} file
 * @param {string} wait
 * @returns {Control}
 */
const late = (job, file, wait) => [
  `${job}' runs once`,
  `${FEATURES}/${file}`,
  `waitMs: () => ${wait}`,
  `waitMs: () => 2 * (${wait})`,
];

/** @type {readonly Control[]} */
const ENDS = [
  byStopwatch('events are pruned', `${FEATURES}/sync/prune.ts`, 'NOW - streamLimits.eventAgeMaxMs'),
  byStopwatch(
    'a send can no longer be repeated',
    `${FEATURES}/sync/prune.ts`,
    'NOW - streamLimits.sendLedgerMs',
    'clock.nowMs()',
    'clock',
  ),
  [
    'an ended login is forgotten',
    `${TABLES}/upkeep.ts`,
    'before: moment.nowMs, limit',
    'before: moment.nowMs - 1, limit',
  ],
  byStopwatch(
    'an entry of the audit is pruned',
    `${FEATURES}/audit/prune.ts`,
    'NOW - days * DAY',
    'clock.nowMs()',
    'clock',
  ),
  byStopwatch('an old message is deleted', `${FEATURES}/messages/purge.ts`, 'NOW - days', 'tx.nowMs'),
  byStopwatch('an unused file is removed', `${FEATURES}/uploads/sweep.ts`, 'NOW - limits.unusedMs'),
  byStopwatch('a push is sent', `${FEATURES}/push/deliver.ts`, 'tx.push.claim(NOW,', 'nowMs'),
  byStopwatch('a scheduled message', `${FEATURES}/later/due.ts`, 'scheduledDue(NOW,', 'nowMs'),
  byStopwatch('a user is reminded', `${FEATURES}/later/due.ts`, 'remindersDue(NOW,', 'nowMs'),
  byStopwatch('a message vanishes', `${FEATURES}/vanish/erase-due.ts`, 'const nowMs = NOW;'),
  byStopwatch('a muted chat sounds again', `${FEATURES}/contacts/flags.ts`, 'quietOver(NOW,'),
  [
    'a failed row is attempted again',
    'src/server/kernel/row-retries.ts',
    'failed.againMs > this.#on.clock.elapsedMs()',
    'failed.againMs > this.#on.clock.nowMs() - 1_700_000_000_000',
  ],
  byStopwatch(
    'a login ends',
    'src/server/kernel/session.ts',
    'row && row.expiresAtMs > NOW ? loginOf(row) : null; } /** Owner',
    'now',
    'clock',
  ),
  byStopwatch('a proof of the user', `${FEATURES}/auth/proof.ts`, 'NOW - proofLimits.lifeMs'),
  byStopwatch(
    'a link into a group',
    `${TABLES}/entrances.ts`,
    'living, { id, now: NOW',
    'clock.nowMs()',
    'clock',
  ),
  byStopwatch('the picture code', `${FEATURES}/groups/entrances.ts`, 'untilSec * 1_000 <= NOW'),
  byStopwatch(
    'a request to join',
    `${TABLES}/entrances.ts`,
    '(waiting, { group, now: NOW',
    'clock.nowMs()',
    'clock',
  ),
  byStopwatch('an invitation ends', `${FEATURES}/auth/invite.ts`, 'row.expiresAtMs > NOW'),
  byStopwatch('a mailed code ends', `${FEATURES}/auth/codes.ts`, 'row.expiresAtMs <= NOW', 'tx.nowMs'),
  [
    'another code may be requested',
    `${FEATURES}/auth/codes.ts`,
    'wait > 0 && wait <= mailCodeLimits.againMs',
    'wait > 0',
  ],
  [
    'the day of mailed codes',
    `${FEATURES}/auth/codes.ts`,
    'day && day.endsMs <= latestMs ? day',
    'day ? day',
  ],
  byStopwatch('a login from elsewhere', `${FEATURES}/auth/openid-ticket.ts`, 'ticket.untilMs > NOW'),
  byStopwatch('the address of an archive', `${FEATURES}/exporting/export-own.ts`, 'if (NOW > until)'),
  byStopwatch(
    'the address of a file',
    'src/server/files/links.ts',
    'dayOf(NOW) > Number(day)',
    'on.clock.nowMs()',
    'on.clock',
  ),
  byStopwatch(
    'a member may speak again',
    `${FEATURES}/messages/post.ts`,
    'writeAccess(on.core, tx, me, to, NOW)',
    'tx.nowMs',
    'on.core.clock',
  ),
  [
    'a slow group',
    `${TABLES}/sends.ts`,
    '(drop, { name, now, latest })',
    '(drop, { name, now, latest: 9e15 })',
  ],
  [
    'the day of a quota',
    `${FEATURES}/quotas/quotas.ts`,
    'endsMs > now && endsMs <= now + limits.windowMs',
    'endsMs > now',
  ],
  byStopwatch(
    'can no longer be edited',
    `${FEATURES}/messages/edit.ts`,
    'checkEdit(core, row, me, isReplaced ? null : NOW)',
    'tx.nowMs',
  ),
  byStopwatch('a poll ends', `${FEATURES}/messages/vote.ts`, 'row.sentAtMs, NOW) || (await', 'tx.nowMs'),
  byStopwatch('a status ends', `${FEATURES}/sync/contacts-answer.ts`, 'visibleIds, NOW)'),
  byStopwatch('a guest leaves', `${FEATURES}/guests/end-guests.ts`, 'tx.guests.over(NOW, most)'),
  byStopwatch('a mail about unread', `${FEATURES}/mail-digest/send-digests.ts`, 'mailDigests.due(NOW,'),
  [
    'an outgoing hook tries again',
    `${TABLES}/outgoing.ts`,
    ".where('due_ms', '<=', a.now)",
    ".where('due_ms', '<', a.now)",
  ],
  byStopwatch('a mention leaves', `${FEATURES}/inbox/list.ts`, 'NOW - limits.ageMaxMs'),
  [
    'a rate is full again',
    'src/server/kernel/rate.ts',
    'cost = 1): number { const now = this.clock.elapsedMs();',
    'cost = 1): number { const now = this.clock.nowMs();',
  ],
];

/** @type {readonly Control[]} */
const JOBS = [
  late('startPruning', 'sync/prune.ts', 'serverLimits.pruneEveryMs'),
  late('startPruningAudit', 'audit/prune.ts', 'limits.pruneEveryMs'),
  late('startFinishingClearings', 'groups/clear.ts', 'serverLimits.jobAgainMs'),
  late('startFinishingDissolvings', 'groups/dissolve.ts', 'serverLimits.jobAgainMs'),
  late('startSweeping', 'uploads/sweep.ts', 'limits.releasedEveryMs'),
  late('startEndingUnanswered', 'calls/unanswered.ts', 'LATEST_MS'),
  late('startPushing', 'push/deliver.ts', 'limits.lookMs'),
  late('startDoingLater', 'later/due.ts', 'limits.lookMs'),
  late('startErasingDue', 'vanish/erase-due.ts', 'limits.lookMs'),
  late('startFinishingErasures', 'erasing/erase-own.ts', 'limits.lookMs'),
  late('startLiftingQuiet', 'contacts/flags.ts', 'limits.lookMs'),
  late('startEndingGuests', 'guests/end-guests.ts', 'limits.lookMs'),
  late('startDelivering', 'hooks/deliver.ts', 'limits.lookMs'),
  late('startMailingDigests', 'mail-digest/send-digests.ts', 'limits.lookMs'),
  late('startFollowingLdap', 'ldap/follow.ts', 'limits.everyMs'),
  late('startLookingAtProviders', 'auth/openid.ts', 'openIdLimits.lookEveryMs'),
  late('startFilling', 'upkeep/fill.ts', 'Math.max(WAITS[left], tookMs)'),
  late('startCleaning', 'upkeep/fill.ts', 'limits.cleanEveryMs'),
  late('startVerifying', 'upkeep/verify.ts', 'limits.verifyEveryMs'),
  late('startIndexing', 'search/index-words.ts', '(isBehind ? limits.takeOverEveryMs : everyMs)'),
  [
    "startPurging' runs once|names each file",
    `${FEATURES}/messages/purge.ts`,
    'const waitMs = () => nextPurgeMs(core.clock.nowMs()) - core.clock.nowMs();',
    'const waitMs = () => duration.DAY;',
  ],
  [
    'runs once after its wait',
    'src/server/kernel/job.ts',
    'clock.setTimeout(begin, Math.min(waitMs(), longestMs))',
    byWallClock('clock', 'begin', 'Math.min(waitMs(), longestMs)'),
  ],
];

/** @type {readonly Control[]} */
const COPIES = [
  [
    'changes are copied',
    'src/server/copies/copier.ts',
    '!isRecent(this.flushedMs, nowMs, limits.everyMs)',
    'nowMs - this.flushedMs >= limits.everyMs',
  ],
  [
    'a copy that failed',
    'src/server/copies/copier.ts',
    'isRecent(this.lastTryMs, nowMs, this.pauseMs)',
    'nowMs - this.lastTryMs < this.pauseMs',
  ],
  [
    'a file that failed',
    'src/server/copies/file-copier.ts',
    'isRecent(this.lastTryMs, nowMs, this.pauseMs)',
    'nowMs - this.lastTryMs < this.pauseMs',
  ],
];

/** @type {readonly Control[]} */
export const SERVER_TIMES = [...ENDS, ...JOBS, ...COPIES];
