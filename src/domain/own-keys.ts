import type { UserId } from './ids.ts';

/**
 * Names under which one person's traces lie in the small storage of a browser that several people use: a
 * chosen log-out drops all that begin so (SESS-7).
 */
export const ownPrefix = (user: UserId): string => `of-${user}-`;
