/**
 * The last shown list of chats, for the next start: it is visible before any script is loaded (UI-123).
 * Stored with the user's own keys, so that a deliberate log-out deletes it (SESS-7).
 */
export const SHOWN_LIST = 'shown-list';

export interface ShownList {
  /** The login it belongs to: `loginId` of the session. */
  readonly login: string;
  readonly language: string;
  /** Size of the window, in CSS pixels. */
  readonly width: number;
  readonly html: string;
}
