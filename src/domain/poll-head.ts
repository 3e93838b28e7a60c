/** Precedes the question where a poll is one line of text for clients without polls. */
export const POLL_HEAD = '[投票] ';
