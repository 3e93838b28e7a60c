import type { StreamId } from '../../src/domain/ids.ts';
import type { GroupCallRow, WriteTx } from '../../src/ports/store.ts';
import type { EntryFact } from '../oracle/entering.ts';
import type { ProgramFact } from '../oracle/programs.ts';
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

/** Calls of groups, after each step. */
export function watchGroupCalls(
  tx: WriteTx,
  changes: Map<string, GroupCallRow | null>,
): WriteTx['groupCalls'] {
  const { groupCalls } = tx;
  const note = async (stream: StreamId): Promise<void> =>
    void changes.set(stream, await groupCalls.get(stream));
  return {
    ...groupCalls,
    save: async (call) => {
      await groupCalls.save(call);
      await note(call.stream);
    },
    saveDevice: async (device) => {
      await groupCalls.saveDevice(device);
      await note(device.stream);
    },
    dropDevice: async (stream, device) => {
      await groupCalls.dropDevice(stream, device);
      await note(stream);
    },
    end: async (stream) => {
      await groupCalls.end(stream);
      await note(stream);
    },
  };
}

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

type Watched = Pick<WriteTx, 'bots' | 'accessTokens' | 'hooks' | 'outgoing' | 'programs'>;

/** Bots, tokens, hooks and addresses, as written. */
export const watchPrograms = (tx: WriteTx, facts: ProgramFact[]): Watched => ({
  bots: {
    ...tx.bots,
    insert: async (row) => {
      await tx.bots.insert(row);
      facts.push({ what: 'bot', user: row.user, owner: row.owner });
    },
  },
  accessTokens: {
    ...tx.accessTokens,
    insert: async (row) => {
      await tx.accessTokens.insert(row);
      const { hash, user, access, expiresAtMs: untilMs } = row;
      const token = { user, writes: access.right === 'write', chats: access.chats, untilMs };
      facts.push({ what: 'token', hash, token });
    },
    end: async (hash) => {
      facts.push({ what: 'tokenEnds', hash });
      return tx.accessTokens.end(hash);
    },
  },
  hooks: {
    ...tx.hooks,
    insert: async (row) => {
      await tx.hooks.insert(row);
      facts.push({ what: 'hook', hash: row.hash, hook: { user: row.user, chat: row.stream } });
    },
    update: async (hash, patch) => {
      await tx.hooks.update(hash, patch);
      if (patch.hash !== undefined) facts.push({ what: 'hookMoves', hash, to: patch.hash });
    },
    remove: async (hash) => {
      await tx.hooks.remove(hash);
      facts.push({ what: 'hookEnds', hash });
    },
  },
  outgoing: {
    ...tx.outgoing,
    insert: async (row) => {
      await tx.outgoing.insert(row);
      facts.push({ what: 'outgoing', user: row.user, chat: row.stream });
    },
    remove: async (user) => {
      await tx.outgoing.remove(user);
      facts.push({ what: 'outgoingEnds', user });
    },
  },
  programs: {
    ...tx.programs,
    save: async (row) => {
      await tx.programs.save(row);
      facts.push({ what: 'address', user: row.user, commands: row.commands.map(({ name }) => name) });
    },
    remove: async (user) => {
      await tx.programs.remove(user);
      facts.push({ what: 'addressEnds', user });
    },
  },
});
