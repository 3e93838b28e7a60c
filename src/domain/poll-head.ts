/** What stands before the question wherever a poll is told in one line to those who know no polls. */
export const POLL_HEAD = '[投票] ';
