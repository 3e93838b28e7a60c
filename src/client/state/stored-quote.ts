import type { Draft, Quote } from '../../domain/message.ts';

/**
 * A draft stores no quoted text: it may be recalled before the draft is sent (STREAM-4). A plain server shows
 * the quote the client sends; ours looks it up.
 */
export const storable = (draft: Draft, isPlain: boolean): Draft =>
  isPlain || draft.quote === null ? draft : { ...draft, quote: { ...draft.quote, content: '' } };

/** A waiting message does not store the quoted author either: that account may be erased (DATA-9). */
export const quotedInOutbox = (quote: Quote | null, isPlain: boolean): Quote | null =>
  isPlain || quote === null ? quote : { ...quote, content: '', realname: '' };
