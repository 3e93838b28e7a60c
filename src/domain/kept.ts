import { contactId, parseTarget } from './ids.ts';
import type { ContactId } from './ids.ts';
import type { Draft } from './message.ts';
import type { QuietHours } from './quiet-hours.ts';
import type { SecurityNote } from './security-note.ts';
import type { Sounds } from './sounds.ts';

/** What a person keeps for all their devices: of each name the last writing counts (KEPT-1). */
export type DraftName = `draft ${string}`;
export type KeptName =
  | 'folders'
  | 'pins'
  | 'alerts'
  | 'quiet'
  | 'sounds'
  | 'moments'
  | 'previews'
  | 'security'
  | DraftName;

/** Names of drafts begin so. */
export const DRAFTS = 'draft ';
export const draftName = (id: ContactId): DraftName => `${DRAFTS}${id}`;

/** Whose draft it is; null: it is none. */
export const chatOfDraft = (name: string): ContactId | null =>
  name.startsWith(DRAFTS) && parseTarget(name.slice(DRAFTS.length)) !== null
    ? contactId(name.slice(DRAFTS.length))
    : null;

/** A list of chats by rules of one's own, and chats that were chosen one by one (FOLDER-1). */
export interface Folder {
  readonly id: string;
  readonly name: string;
  /** Which kinds of chats belong in it by themselves. */
  readonly people: boolean;
  readonly groups: boolean;
  /** Of those only the unread ones. */
  readonly unread: boolean;
  /** Of those only the muted ones, or only the others; null: either. */
  readonly muted: boolean | null;
  readonly chats: readonly ContactId[];
}

/** One of them, as the server says it. Null: nothing of that name is kept. */
export type Kept =
  | { readonly name: 'folders'; readonly value: { readonly list: readonly Folder[] } | null }
  | { readonly name: 'pins'; readonly value: { readonly list: readonly ContactId[] } | null }
  /** Words that count as mentions (ALERT-4). */
  | { readonly name: 'alerts'; readonly value: { readonly words: readonly string[] } | null }
  /** When nothing makes itself heard (ALERT-5). */
  | { readonly name: 'quiet'; readonly value: QuietHours | null }
  /** What messages sound like (ALERT-7). */
  | { readonly name: 'sounds'; readonly value: Sounds | null }
  /** Up to when they have looked at moments (MOMENT-7). */
  | { readonly name: 'moments'; readonly value: { readonly at: number } | null }
  /** Whether web addresses in what they send get a card (PREVIEW-12). */
  | { readonly name: 'previews'; readonly value: { readonly on: boolean } | null }
  /** What happened to the ways into the account; only the server writes it (ACC-21). */
  | { readonly name: 'security'; readonly value: { readonly list: readonly SecurityNote[] } | null }
  | { readonly name: DraftName; readonly value: Draft | null };
