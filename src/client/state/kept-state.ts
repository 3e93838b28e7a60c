import type { ContactId } from '../../domain/ids.ts';
import type { Folder } from '../../domain/kept.ts';
import type { QuietHours } from '../../domain/quiet-hours.ts';
import type { SecurityNote } from '../../domain/security-note.ts';
import type { Sounds } from '../../domain/sounds.ts';

/** What I keep for all my devices (KEPT-1). Drafts lie with the device. */
export interface KeptState {
  /** It has been asked for since the list was loaded (KEPT-2). */
  readonly known: boolean;
  readonly folders: readonly Folder[];
  /** Chats on top in the order of my choice. */
  readonly pins: readonly ContactId[];
  /** Words that count as mentions; absent: none (ALERT-4). */
  readonly words?: readonly string[] | undefined;
  /** When nothing makes itself heard; absent: never (ALERT-5). */
  readonly quiet?: QuietHours | undefined;
  /** What messages sound like; absent: as usual (ALERT-7). */
  readonly sounds?: Sounds | undefined;
  readonly momentsSeenMs?: number | undefined;
  /** Whether web addresses in what I send get a card; absent: never chosen (PREVIEW-12). */
  readonly previews?: boolean | undefined;
  /** What happened to the ways into my account, until I close it; absent: nothing (ACC-21). */
  readonly security?: readonly SecurityNote[] | undefined;
  /** Raised by each draft that was heard of. */
  readonly drafts: number;
}
