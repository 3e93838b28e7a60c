import { type InboxEntry, NOTHING_MARKED, openReasons, withDone } from '../../domain/inbox.ts';
import { inboxLimits as limits } from '../../domain/message-limits.ts';
import { blockedBy } from './blocked.ts';
import type { State } from './state.ts';

/** Facts that change what is in the inbox; another value of one of them makes an answer old. */
export const inboxFacts = ({ contacts, kept, blocked, profiles, pending }: State): readonly unknown[] => [
  contacts,
  kept.inbox,
  blocked,
  // Names of authors that are not contacts.
  profiles,
  pending.block,
];

/**
 * Entries as shown: an answer without what left it since, on this device or another one.
 * @param marks entries that are marked here, before the server confirms it
 */
export function openEntries(
  state: Pick<State, 'contacts' | 'kept' | 'blocked' | 'pending'>,
  entries: readonly InboxEntry[],
  marks: readonly InboxEntry[],
): readonly InboxEntry[] {
  const done = withDone(state.kept.inbox ?? NOTHING_MARKED, marks, { sinceMs: 0, most: limits.doneMax });
  const blocked = blockedBy(state);
  return entries.flatMap((entry) => {
    if (!state.contacts.has(entry.conversation) || blocked.has(entry.message.from.id)) return [];
    const why = openReasons(entry, done);
    return why.length === 0 ? [] : [why.length === entry.why.length ? entry : { ...entry, why }];
  });
}
