import { useMemo } from 'react';
import type { DraftKey, ThreadKey } from '../../../domain/ids.ts';
import type { Draft, Quote } from '../../../domain/message.ts';
import type { Contact } from '../../../client/state/state.ts';

/** Whom one writes to: what does not change with every message. */
export type ChatPartner = Pick<Contact, 'id' | 'kind' | 'displayName' | 'avatar' | 'group'> & {
  /** In a thread: what is written answers there, and is a draft of its own (THREAD-8). */
  readonly thread?: { readonly key: ThreadKey; readonly quote: Quote | null };
};

export const draftKeyOf = ({ id, thread }: ChatPartner): DraftKey => thread?.key ?? id;

/** What is quoted by what is sent now. */
export const quotedBy = ({ thread }: ChatPartner, draft: Draft): Quote | null =>
  draft.quote ?? thread?.quote ?? null;

/**
 * The same object while these facts stay: what stands around the messages is not drawn again for each of
 * them.
 */
export const useWho = ({ id, kind, displayName, avatar, group }: Contact): ChatPartner =>
  useMemo(() => ({ id, kind, displayName, avatar, group }), [id, kind, displayName, avatar, group]);
