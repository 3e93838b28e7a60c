import { type ContactId, contactId, parseTarget } from './ids.ts';
import type { InboxDone } from './inbox.ts';
import type { Draft } from './message.ts';
import type { QuietHours } from './quiet-hours.ts';
import type { Sounds } from './sounds.ts';
import type { ProfileExtras } from './profile.ts';

/** Changes of what protects an account; its owner sees them on each device (ACC-21). */
export const SECURITY_CHANGES = [
  'password',
  'account',
  'passkeyAdded',
  'passkeyRemoved',
  'secondStepOn',
  'secondStepOff',
  'loginAdded',
  'loginRemoved',
  'sessionsEnded',
  'privacy',
  'wrongTries',
] as const;
export type SecurityChange = (typeof SECURITY_CHANGES)[number];

export interface SecurityNote {
  readonly what: SecurityChange;
  readonly atMs: number;
  /** Short name of the device; empty: an administrator, or unknown. */
  readonly device: string;
}

/** A value under this name is written by the server alone (ACC-21). */
export const SECURITY = 'security';

/** A value under this name is written by the server alone, which merges what devices mark (INBOX-4). */
export const INBOX = 'inbox';

/**
 * Preferences that a user stores for all devices, by name. The last write of each name wins (KEPT-1). A new
 * one is a row here and its schema in `wire/kept.ts`.
 */
export interface Preferences extends ProfileExtras {
  readonly folders: { readonly list: readonly Folder[] };
  readonly pins: { readonly list: readonly ContactId[] };
  /** Words that count as mentions (ALERT-4). */
  readonly alerts: { readonly words: readonly string[] };
  /** Daily hours without notifications (ALERT-5). */
  readonly quiet: QuietHours;
  /** Sounds of messages (ALERT-7). */
  readonly sounds: Sounds;
  /** Time up to which the user has viewed moments (MOMENT-7). */
  readonly moments: { readonly at: number };
  /** Web addresses in the user's messages get a link preview (PREVIEW-12). */
  readonly previews: { readonly on: boolean };
  /** Emoji of a double press on a message; empty: none (REACT-12). */
  readonly quickReaction: { readonly emoji: string };
  /** Inbox entries that the user has marked as done; only the server writes it (INBOX-4). */
  readonly inbox: InboxDone;
  /** Changes of the account's credentials; only the server writes them (ACC-21). */
  readonly security: { readonly list: readonly SecurityNote[] };
}
export type PreferenceName = keyof Preferences;
/** Preferences with text that users type into a form. */
export const TYPED_PREFERENCES = ['status', 'folders', 'alerts'] as const;
export type TypedPreference = (typeof TYPED_PREFERENCES)[number];
export type DraftName = `draft ${string}`;
export type KeptName = PreferenceName | DraftName;

/** Prefix of draft names. */
export const DRAFTS = 'draft ';
export const draftName = (id: ContactId): DraftName => `${DRAFTS}${id}`;

/** The chat of a draft; null: not the name of a draft. */
export const chatOfDraft = (name: string): ContactId | null =>
  name.startsWith(DRAFTS) && parseTarget(name.slice(DRAFTS.length)) !== null
    ? contactId(name.slice(DRAFTS.length))
    : null;

/** A list of chats, chosen by the user's rules and by hand (FOLDER-1). */
export interface Folder {
  readonly id: string;
  readonly name: string;
  /** Kinds of chats that are included automatically. */
  readonly people: boolean;
  readonly groups: boolean;
  /** Restricts these to unread chats. */
  readonly unread: boolean;
  /** Restricts these to muted or unmuted chats; null: both. */
  readonly muted: boolean | null;
  readonly chats: readonly ContactId[];
}

/** One preference, as the server sends it. Null: no value is stored under that name. */
export type Preference =
  | {
      readonly [N in PreferenceName]: { readonly name: N; readonly value: Preferences[N] | null };
    }[PreferenceName]
  | { readonly name: DraftName; readonly value: Draft | null };
