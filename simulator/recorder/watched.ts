import type { WriteTx } from '../../src/ports/store.ts';
import type { EntryFact } from '../oracle/entering.ts';
import type { UserRow } from '../../src/ports/store.ts';
import type { EmojiWritten, LaterWritten, Ran, ReportWritten } from './recorded.ts';

/** Scheduled content, after each step. */
export function watchLater(tx: WriteTx, changes: LaterWritten[]): WriteTx['later'] {
  return {
    ...tx.later,
    insertScheduled: async (row) => {
      await tx.later.insertScheduled(row);
      changes.push({ what: 'put', row });
    },
    updateScheduled: async (user, id, change) => {
      const before = await tx.later.scheduled(user, id);
      const isThere = await tx.later.updateScheduled(user, id, change);
      if (isThere && before !== null)
        if (change.failed) changes.push({ what: 'failed', by: user, id });
        else if (change.body !== undefined) changes.push({ what: 'put', row: { ...before, ...change } });
      return isThere;
    },
    deleteScheduled: async (user, id) => {
      const isThere = await tx.later.deleteScheduled(user, id);
      if (isThere) changes.push({ what: 'ended', by: user, id });
      return isThere;
    },
    saveReminder: async (row) => {
      await tx.later.saveReminder(row);
      changes.push({
        what: 'remind',
        by: row.user,
        row: row.msgId,
        dueMs: row.dueMs,
        isDelivered: row.lookMs === null,
      });
    },
    deleteReminder: async (user, row) => {
      const isThere = await tx.later.deleteReminder(user, row);
      if (isThere) changes.push({ what: 'remind', by: user, row, dueMs: null, isDelivered: false });
      return isThere;
    },
  };
}

/** Maximum read at once. */
const EMOJI_MAX = 10_000;

/** Emoji added, moved or removed, by user. */
export const watchEmoji = (tx: WriteTx, changes: EmojiWritten[]): WriteTx['emoji'] => ({
  ...tx.emoji,
  save: async (user, file, name) => {
    await tx.emoji.save(user, file, name);
    const added = (await tx.emoji.of(user, EMOJI_MAX)).find(({ fileId }) => fileId === file);
    if (added) changes.push({ what: 'put', by: user, id: added.id });
  },
  move: async (user, ids) => {
    await tx.emoji.move(user, ids);
    changes.push({ what: 'move', by: user, ids });
  },
  delete: async (user, ids) => {
    await tx.emoji.delete(user, ids);
    changes.push({ what: 'drop', by: user, ids });
  },
});

/** Reports and decisions, as written. */
export const watchReports = (tx: WriteTx, changes: ReportWritten[]): WriteTx['reports'] => ({
  ...tx.reports,
  insert: async (row) => {
    const id = await tx.reports.insert(row);
    if (id !== null) changes.push({ what: 'reported', id, row });
    return id;
  },
  decide: async (id, decision) => {
    const isFirst = await tx.reports.decide(id, decision);
    if (isFirst) changes.push({ what: 'decided', id });
    return isFirst;
  },
});

/** Name and permissions of a new group. */
export const watchGroups = (
  tx: WriteTx,
  ran: Pick<Ran, 'groupName' | 'groupSetting' | 'retained'>,
): WriteTx['groups'] => ({
  ...tx.groups,
  insert: (row) => {
    ran.groupName = row.name;
    return tx.groups.insert(row);
  },
  update: (id, patch) => {
    if (patch.setting) ran.groupSetting = patch.setting;
    return tx.groups.update(id, patch);
  },
  retain: (id, days) => {
    ran.retained = { chat: `group-${id}`, days };
    return tx.groups.retain(id, days);
  },
});

/** A World stores a password's hash in readable form. */
const passwordIn = (hash: string | undefined): { readonly password?: string } =>
  hash === undefined ? {} : { password: hash.replace('hash of ', '') };

/** The login data in a row. */
export const entryIn = (
  id: number,
  { account, passwordHash, active }: Partial<Pick<UserRow, 'account' | 'passwordHash' | 'active'>>,
): readonly EntryFact[] =>
  account === undefined && passwordHash === undefined && active === undefined
    ? []
    : [
        {
          what: 'account',
          id,
          ...passwordIn(passwordHash),
          ...(account === undefined ? {} : { account }),
          ...(active === undefined ? {} : { active }),
        },
      ];

/** Logins that begin, are used and end. */
export const watchTokens = (tx: WriteTx, changes: EntryFact[]): WriteTx['tokens'] => ({
  ...tx.tokens,
  insert: async (row) => {
    await tx.tokens.insert(row);
    const { hash: token, user, createdAtMs: sinceMs, device, lastUse } = row;
    changes.push({ what: 'begun', login: { user, token, sinceMs, device, ...lastUse } });
  },
  update: async (token, patch) => {
    await tx.tokens.update(token, patch);
    if (patch.provedAtMs !== undefined) changes.push({ what: 'proved', token, atMs: patch.provedAtMs });
  },
  noteUse: async (token, use) => {
    await tx.tokens.noteUse(token, use);
    changes.push({ what: 'used', token, ...use });
  },
  end: async (token) => {
    await tx.tokens.end(token);
    changes.push({ what: 'ended', token });
  },
  endOf: async (user, except = '') => {
    await tx.tokens.endOf(user, except);
    changes.push({ what: 'endedOf', user, except });
  },
});

/** Users who prove by a code that they are present. */
export const watchCodes = (tx: WriteTx, changes: EntryFact[]): WriteTx['codes'] => ({
  ...tx.codes,
  save: async (row) => {
    await tx.codes.save(row);
    if (row.purpose === 'proved') changes.push({ what: 'proved', token: row.asker, atMs: row.sentAtMs });
  },
});

/** Users who turn the second step on or off. */
export const watchSteps = (tx: WriteTx, changes: EntryFact[]): WriteTx['secondSteps'] => ({
  ...tx.secondSteps,
  turnOn: async (user, secret, step) => {
    const isOn = await tx.secondSteps.turnOn(user, secret, step);
    if (isOn) changes.push({ what: 'careful', id: user, on: true });
    return isOn;
  },
  end: async (user) => {
    const was = await tx.secondSteps.end(user);
    changes.push({ what: 'careful', id: user, on: false });
    return was;
  },
});
