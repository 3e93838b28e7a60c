/** What somebody does who is about to say something (TYPING-1). */
export const TYPING_KINDS = ['text', 'voice', 'file'] as const;
export type TypingKind = (typeof TYPING_KINDS)[number];

/** As it is told; `stop`: they do nothing of that any more. */
export const TYPING_STATUSES = [...TYPING_KINDS, 'stop'] as const;
export type TypingStatus = (typeof TYPING_STATUSES)[number];

/** Somebody else who is about to say something in a conversation. */
export interface Typist {
  readonly user: number;
  readonly name: string;
  readonly what: TypingKind;
}
