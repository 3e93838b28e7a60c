/** What stands before the question wherever a poll is told in one line to those who know no polls. */
export const POLL_HEAD = '[投票] ';

/** Whether a message is a poll, going by its `extends`; what it asks is read by `pollOf`. */
export const isPoll = (extra: Readonly<Record<string, unknown>> | null | undefined): boolean =>
  extra?.['poll'] !== undefined;
