import type { Draft, Quote } from '../../domain/message.ts';

/**
 * What waits to be sent, or to be finished, keeps none of the words that it quotes: they may be taken back
 * before it goes (STREAM-4).
 */
export const withoutWords = (quote: Quote | null): Quote | null =>
  quote === null || quote.content === '' ? quote : { ...quote, content: '' };

/** A plain server shows what the client says it quotes; ours looks it up. */
export const storable = (draft: Draft, isPlain: boolean): Draft =>
  isPlain ? draft : { ...draft, quote: withoutWords(draft.quote) };
