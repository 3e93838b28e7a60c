import type { ContactId } from '../../domain/ids.ts';
import type { Folder, SecurityNote } from '../../domain/kept.ts';
import type { QuietHours } from '../../domain/quiet-hours.ts';
import type { Sounds } from '../../domain/sounds.ts';

/** Preferences synchronised across the user's devices (KEPT-1). Drafts are stored on the device. */
export interface KeptState {
  /** Requested since the list was loaded (KEPT-2). */
  readonly known: boolean;
  readonly folders: readonly Folder[];
  /** Chats on top in the order of my choice. */
  readonly pins: readonly ContactId[];
  /** Words that count as mentions; absent: none (ALERT-4). */
  readonly words?: readonly string[] | undefined;
  /** Quiet hours; absent: none (ALERT-5). */
  readonly quiet?: QuietHours | undefined;
  /** Sounds of messages; absent: the defaults (ALERT-7). */
  readonly sounds?: Sounds | undefined;
  readonly momentsSeenMs?: number | undefined;
  /** True if web addresses in the user's messages get a card; absent: never chosen (PREVIEW-12). */
  readonly previews?: boolean | undefined;
  /** Changes to the account's login methods, until the user closes the notice; absent: none (ACC-21). */
  readonly security?: readonly SecurityNote[] | undefined;
  /** Raised by each draft that arrives. */
  readonly drafts: number;
}
