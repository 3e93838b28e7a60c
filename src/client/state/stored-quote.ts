import type { Draft, Quote } from '../../domain/message.ts';

/**
 * What waits to be finished keeps none of the words that it quotes: they may be taken back before it goes
 * (STREAM-4). A plain server shows what the client says it quotes; ours looks it up.
 */
export const storable = (draft: Draft, isPlain: boolean): Draft =>
  isPlain || draft.quote === null ? draft : { ...draft, quote: { ...draft.quote, content: '' } };

/** What waits to be sent does not name whose words they are either: their account may be erased (DATA-9). */
export const quotedInOutbox = (quote: Quote | null, isPlain: boolean): Quote | null =>
  isPlain || quote === null ? quote : { ...quote, content: '', realname: '' };
