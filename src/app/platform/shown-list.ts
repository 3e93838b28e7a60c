/**
 * The list of chats as it was last shown, for the next start: it stands there before any script has come
 * (UI-123). Kept among a person's own traces, so that a chosen log-out drops it (SESS-7).
 */
export const SHOWN_LIST = 'shown-list';

export interface ShownList {
  /** The login it belongs to: `loginId` of the session. */
  readonly login: string;
  readonly language: string;
  /** Of the window, in CSS pixels. */
  readonly width: number;
  readonly html: string;
}
