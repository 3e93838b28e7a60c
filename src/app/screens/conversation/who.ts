import { useMemo } from 'react';
import type { DraftKey, ThreadKey } from '../../../domain/ids.ts';
import type { Draft, Quote } from '../../../domain/message.ts';
import type { Contact } from '../../../client/state/state.ts';

/** Recipient of the box: the facts that do not change with every message. */
export type ChatPartner = Pick<Contact, 'id' | 'kind' | 'displayName' | 'avatar' | 'group'> & {
  /** In a thread: messages answer there, and have a separate draft (THREAD-8). */
  readonly thread?: { readonly key: ThreadKey; readonly quote: Quote | null };
};

export const draftKeyOf = ({ id, thread }: ChatPartner): DraftKey => thread?.key ?? id;

/** The quote of the next message. */
export const quotedBy = ({ thread }: ChatPartner, draft: Draft): Quote | null =>
  draft.quote ?? thread?.quote ?? null;

/**
 * Returns the same object while these facts are equal: parts around the messages do not render for each new
 * message.
 */
export const useWho = ({ id, kind, displayName, avatar, group }: Contact): ChatPartner =>
  useMemo(() => ({ id, kind, displayName, avatar, group }), [id, kind, displayName, avatar, group]);
