import type { GlobalConfig } from '../../domain/config.ts';
import type { ContactFacts } from '../../domain/contact.ts';
import type { Framed } from '../../domain/events.ts';
import type { StreamId, UserId } from '../../domain/ids.ts';

/** The answer of `sync` in our words (docs/protocol.md). */
export interface SyncFacts {
  readonly epoch: string;
  /** Null when only named streams were asked. */
  readonly cursor: string | null;
  readonly more: boolean;
  /** Forget the conversations and call `getContacts` (STREAM-9). */
  readonly full: boolean;
  readonly frames: readonly Framed[];
  readonly resync: readonly { readonly stream: StreamId; readonly contact: ContactFacts | null }[];
  readonly config: GlobalConfig | null;
  readonly online: readonly UserId[] | null;
  readonly applications: number | null;
}
