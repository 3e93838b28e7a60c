import type { ContactId } from '../../domain/ids.ts';
import type { Folder, SecurityNote, PreferenceName, Preferences } from '../../domain/kept.ts';

/** Values stored as the server sends them, by name; absent: none. */
type PlainValues = { readonly [N in PlainName]?: Preferences[N] | undefined };
export type PlainName = Exclude<PreferenceName, Unpacked>;
/** Preferences that have a field of their own below. */
type Unpacked = 'folders' | 'pins' | 'alerts' | 'moments' | 'previews' | 'security';

/** Preferences synchronised across the user's devices (KEPT-1). Drafts are stored on the device. */
export interface KeptState extends PlainValues {
  /** Requested since the list was loaded (KEPT-2). */
  readonly known: boolean;
  readonly folders: readonly Folder[];
  /** Chats on top in the order of my choice. */
  readonly pins: readonly ContactId[];
  /** Words that count as mentions; absent: none (ALERT-4). */
  readonly words?: readonly string[] | undefined;
  readonly momentsSeenMs?: number | undefined;
  /** True if web addresses in the user's messages get a card; absent: never chosen (PREVIEW-12). */
  readonly previews?: boolean | undefined;
  /** Changes to the account's login methods, until the user closes the notice; absent: none (ACC-21). */
  readonly security?: readonly SecurityNote[] | undefined;
  /** Raised by each draft that arrives. */
  readonly drafts: number;
}
