import type { UserId } from './ids.ts';

/**
 * Key prefix of one user's data in a browser's local storage, which several users may share. A deliberate
 * log-out removes all keys with it (SESS-7).
 */
export const ownPrefix = (user: UserId): string => `of-${user}-`;

/** Own key of hang-ups that may not have reached the server (CALL-35). */
export const HANGUPS = 'hangups';

/** Own keys about unsent messages and files (SEND-14, UP-9). */
export const TRIED = 'tried';
export const CANCELLED = 'cancelled';
