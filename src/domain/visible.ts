import type { UserId } from './ids.ts';

/**
 * Decides which messages of a conversation a user may read now. Lists, search, quotes, forwards, files and
 * catch-up all use it (SEARCH-3): the caller passes the facts and gets the ordinal above which messages are
 * readable, or null for none.
 */
export type ReadableConversation =
  | { readonly kind: 'favourites'; readonly owner: UserId }
  /** Announcements. */
  | { readonly kind: 'notice' }
  | { readonly kind: 'person'; readonly member: Membership | null }
  | { readonly kind: 'group'; readonly member: Membership | null; readonly history: boolean };

export interface Membership {
  /** Ordinal of the last message before joining. */
  readonly fromN: number;
  /** null while a member. */
  readonly untilSeq: number | null;
}

export function visible(user: UserId, conversation: ReadableConversation): number | null {
  switch (conversation.kind) {
    case 'favourites':
      return conversation.owner === user ? 0 : null;
    case 'notice':
      return 0;
    case 'person':
      return current(conversation.member) ? 0 : null;
    case 'group': {
      const { member, history } = conversation;
      if (!current(member)) return null;
      // A joiner sees older pages only by the group's setting (GROUP-8).
      return history ? 0 : member.fromN;
    }
  }
}

const current = (member: Membership | null): member is Membership =>
  member !== null && member.untilSeq === null;

/** Checks whether a user may see a message: some are visible to their author only (BLOCK-2). */
export const isFor = ({ only }: { readonly only: UserId | null }, user: UserId): boolean =>
  only === null || only === user;

export const mayRead = (above: number | null, n: number): boolean => above !== null && n > above;
