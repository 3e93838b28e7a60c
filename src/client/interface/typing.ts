/** Activity in the input box of a chat, as the screen reports it (TYPING-2). */
export type TypingAct =
  | 'typed'
  /** The box is empty again, or was left. */
  | 'dropped'
  /** The text was sent. */
  | 'sent'
  | 'recording'
  | 'recorded';
