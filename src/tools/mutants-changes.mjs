/** @typedef {import('./mutants-tables.mjs').Control} Control */

const FEATURES = 'src/server/features';
const LATER = `${FEATURES}/later`;
const RECEIVERS = `${FEATURES}/push/receivers.ts`;

/** @type {readonly Control[]} */
export const WHILE_READING = [
  [
    'is discarded',
    `${LATER}/schedule.ts`,
    'if (row === null || !(await tx.later.deleteScheduled(user, id))) return new ' +
      "Refusal('scheduledUnknown'); await neverComes(tx, user, id);",
    "if (row === null) return new Refusal('scheduledUnknown');",
  ],
  [
    'message is moved',
    `${LATER}/send.ts`,
    'row.lookMs !== null && row.lookMs <= nowMs;',
    'row.lookMs !== null && nowMs > 0;',
  ],
  [
    'gets another text',
    `${LATER}/schedule.ts`,
    'body: JSON.stringify(body), ...(dueMs',
    'body: row.body, ...(dueMs',
  ],
  [
    'a refused message is moved',
    `${LATER}/send.ts`,
    'if (row === null || !isDue(row, tx.nowMs)) return; if (mayRetry',
    'if (row === null) return; if (mayRetry',
  ],
  [
    'a reminder is removed',
    `${LATER}/remind.ts`,
    'if (!(await tx.later.deleteReminder(user, row.msgId))) return null;',
    'if (existing === null) return null;',
  ],
  [
    'startErasingDue: another message',
    `${FEATURES}/vanish/erase-due.ts`,
    'if (expiresAtMs > tx.nowMs) return',
    'if (expiresAtMs > tx.nowMs + DAY) return',
  ],
  [
    'is muted for longer',
    `${FEATURES}/contacts/flags.ts`,
    'member.quietUntilMs === null || member.quietUntilMs > tx.nowMs',
    'member.quietUntilMs === null',
  ],
  [
    'is muted permanently|the same: chats whose quiet',
    `${FEATURES}/contacts/flags.ts`,
    'member === null || member.quietUntilMs === null ||',
    'member === null ||',
  ],
  [
    'startPurging: the',
    `${FEATURES}/messages/purge.ts`,
    'const days = daysOf(core, stream, await tx.groups.retained());',
    'const days = 1;',
  ],
  [
    'startPurging: another message',
    `${FEATURES}/messages/purge.ts`,
    'const n = old.at(-1)?.n;',
    'const n = old.length === 0 ? undefined : rows.at(-1)?.n;',
  ],
  [
    'startFinishingClearings: another|startPurging: another',
    `${FEATURES}/groups/clear.ts`,
    'tx.messages.clear(stream, clearing.n,',
    'tx.messages.clear(stream, clearing.n + 1,',
  ],
  [
    'a message holds the file',
    `${FEATURES}/uploads/sweep.ts`,
    'if (isUnused) await tx.files.delete(id);',
    'await tx.files.delete(id);',
  ],
  [
    'a call that rings is answered',
    `${FEATURES}/calls/unanswered.ts`,
    'isDue(tx.nowMs) && (await tx.calls.endRinging(msgId));',
    'isDue(tx.nowMs);',
  ],
  [
    'startPushing:',
    `${FEATURES}/push/deliver.ts`,
    'if (currentCids.has(cid)) return',
    'if (currentCids.size >= 0) return',
  ],
  [
    'startPushing: a message is read|startPushing: a reminder is removed',
    RECEIVERS,
    'if (member.mark >= row.n) continue;',
    '',
  ],
  ['startPushing: a chat is muted', RECEIVERS, '(member.isNotice && n >', '(n >'],
  ['startPushing: its author is blocked', RECEIVERS, '!blockers.has(user) &&', ''],
  ['startPushing: a message is recalled', RECEIVERS, '!row || row.recalled) return []', '!row) return []'],
  [
    'startPushing: a chat is cleared',
    `${FEATURES}/groups/clear.ts`,
    'await wasCleared(core, tx, stream);',
    '',
  ],
  [
    'that was not sent is discarded',
    `${LATER}/schedule.ts`,
    "await neverComes(tx, user, id); if (row.failed !== '') await unsentIsOver(core, tx, user);",
    'await neverComes(tx, user, id);',
  ],
  ['startPushing: a call is answered', RECEIVERS, '&& !(await tx.calls.isTalking(msgId))', ''],
  [
    'startPushing: a call is missed',
    `${FEATURES}/push/deliver.ts`,
    "(await isMissedCall(tx, job)) ? 'missed' : 'clear'",
    "'clear'",
  ],
  [
    'comes into the directory',
    `${FEATURES}/ldap/follow.ts`,
    'const rows = await linked(core); const people = await core.ldap.everybody(); if (people ' +
      "=== 'away') return;",
    "const people = await core.ldap.everybody(); if (people === 'away') return; const rows = " +
      'await linked(core);',
  ],
  ['is separated from the directory', `${FEATURES}/ldap/follow.ts`, '!isLinked ||', ''],
  [
    'link previews:',
    `${FEATURES}/previews/make-preview.ts`,
    'row === null || linkFor(row, user) !== url',
    'row === null',
  ],
  [
    'the same: old messages|the same: clearings',
    `${FEATURES}/groups/clear.ts`,
    'if (clearing) await recordCleared(core, tx, record, stream, clearing);',
    'await recordCleared(core, tx, record, stream, clearing ?? { n: 1, by: null });',
  ],
  [
    'the same: dissolvings',
    `${FEATURES}/groups/dissolve.ts`,
    'if (!dissolving) return false; await dismiss',
    "if (!dissolving) return (await record.event(stream, { kind: 'anew' })).seq < 0; await dismiss",
  ],
  [
    'the same: calls that',
    `${FEATURES}/calls/unanswered.ts`,
    'const isOver = (await take(tx)) && row !== null && (await ended(tx, record, row, ending));',
    "const isOver = row !== null; if (row) await record.event(row.stream, { kind: 'call', " +
      'msgId, ...ending });',
  ],
  [
    'the same: pushes',
    `${FEATURES}/push/deliver.ts`,
    'tx.push.claim(nowMs, nowMs + limits.claimMs,',
    'tx.push.claim(nowMs, nowMs,',
  ],
  [
    'the same: scheduled messages',
    `${LATER}/send.ts`,
    'if (row === null || !onlyIf(row, tx.nowMs)) return null;',
    'if (row === null) await changed(record, user); if (row === null || !onlyIf(row, tx.nowMs)) return null;',
  ],
  [
    'the same: reminders',
    `${LATER}/remind.ts`,
    'row === null || row.lookMs === null || row.lookMs > tx.nowMs',
    'row === null || row.lookMs > tx.nowMs',
  ],
  [
    'the same: messages whose time is over',
    `${FEATURES}/vanish/erase-due.ts`,
    'if (timer === undefined) return null;',
    "if (timer === undefined) await record.event(stream, { kind: 'anew' }); if (timer === " +
      'undefined) return null;',
  ],
  [
    'the same: people who left',
    `${FEATURES}/ldap/follow.ts`,
    'if (!isLinked || !(await tx.users.byId(user))?.active) return;',
    'if (!isLinked) return;',
  ],
  [
    'a guest becomes an account',
    `${FEATURES}/guests/end-guests.ts`,
    'if (!guest || guest.untilMs === 0 || guest.untilMs > tx.nowMs) return false; const { stream } = guest;',
    "if (guest?.untilMs === 0) return false; const stream = guest?.stream ?? '';",
  ],
  [
    'the same: guests at their end',
    `${FEATURES}/guests/end-guests.ts`,
    'if (!guest || guest.untilMs === 0 || guest.untilMs > tx.nowMs) return false;',
    "if (!guest) return false; if (guest.untilMs === 0) await record.event(guest.stream, { kind: 'anew' });",
  ],
  [
    'the hook is removed',
    `${FEATURES}/hooks/deliver.ts`,
    'if ((await tx.outgoing.get(user)) === null) return false;',
    '',
  ],
  [
    'its address is replaced',
    `${FEATURES}/hooks/deliver.ts`,
    'await tx.outgoing.advance(user, {',
    'await tx.outgoing.edit(user, hook); await tx.outgoing.advance(user, {',
  ],
  [
    'the same: groups of the directory',
    `${FEATURES}/groups/ldap-groups.ts`,
    'people.filter((id) => !inside.has(id) && !barred.has(id))',
    'people.filter((id) => !barred.has(id))',
  ],
];
