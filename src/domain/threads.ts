import type { Message } from './message.ts';

/** System lines have no author, and recalled messages have no text to answer (THREAD-1). */
export const canHaveAnswers = (message: Pick<Message, 'type' | 'recalled'>): boolean =>
  message.type !== 'event' && !message.recalled;

/** Ordinal of the first message of the thread that an answer to this one belongs to. */
export const rootFor = (message: {
  readonly n: number | null;
  readonly root?: number | null | undefined;
}): number | null => message.root ?? message.n;
