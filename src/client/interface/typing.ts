/** What somebody does at the box of a chat, as the screen tells it (TYPING-2). */
export type TypingAct =
  | 'typed'
  /** The box is empty again, or was left. */
  | 'dropped'
  /** What was written is on its way. */
  | 'sent'
  | 'recording'
  | 'recorded';
