/** Key of the stored chats that other users ended; its reader is loaded when there are some. */
export const GONE_CHATS = 'gone_chats';
