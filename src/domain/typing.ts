/** Kinds of message that a user can be preparing (TYPING-1). */
export const TYPING_KINDS = ['text', 'voice', 'file'] as const;
export type TypingKind = (typeof TYPING_KINDS)[number];

/** Reported values; `stop`: the user no longer prepares a message. */
export const TYPING_STATUSES = [...TYPING_KINDS, 'stop'] as const;
export type TypingStatus = (typeof TYPING_STATUSES)[number];

/** Another user who prepares a message in a conversation. */
export interface Typist {
  readonly user: number;
  readonly name: string;
  readonly what: TypingKind;
}
