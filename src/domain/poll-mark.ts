/** Precedes the question where a poll is one line of text for clients without polls. */
export const POLL_HEAD = '[投票] ';

/** Checks whether a message is a poll, by its `extends`; `pollOf` reads its content. */
export const isPoll = (extra: Readonly<Record<string, unknown>> | null | undefined): boolean =>
  extra?.['poll'] !== undefined;
