/** Under which name chats that others ended are kept; what reads it comes when there are some. */
export const GONE_CHATS = 'gone_chats';
