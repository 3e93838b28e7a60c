import * as v from 'valibot';
import type { GlobalConfig } from '../../domain/config.ts';
import type { ContactFacts } from '../../domain/contact.ts';
import type { FramedEvent } from '../../domain/events.ts';
import type { StreamId, UserId } from '../../domain/ids.ts';
import type { Profile } from '../../domain/profile.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { flag, ifValid, listOf, whole, withDefault } from '../scalars.ts';
import { decodeConfig } from './config.ts';
import { decodeContactRow } from './contact.ts';
import { decodeParsedFrame } from './down.ts';
import { object, person, streamField } from './fields.ts';
import { read } from './read.ts';
import { profileRows } from './profiles.ts';
import type { DecodeError } from './read.ts';

/** The decoded answer of `sync` (docs/protocol.md). */
export interface SyncFacts {
  readonly epoch: string;
  /** Null if only named streams were requested. */
  readonly cursor: string | null;
  readonly more: boolean;
  /** Forget the conversations and call `getContacts` (STREAM-9). */
  readonly full: boolean;
  readonly frames: readonly FramedEvent[];
  readonly resync: readonly { readonly stream: StreamId; readonly contact: ContactFacts | null }[];
  readonly config: GlobalConfig | null;
  readonly online: readonly UserId[] | null;
  readonly applications: number | null;
  readonly profiles: readonly Profile[];
  /** Null if it may be outdated: the user's stream advanced during the request. */
  readonly blocked: readonly UserId[] | null;
  /** Frames and rows that could not be read: to be logged; their places stay open. */
  readonly errors: readonly DecodeError[];
}

const registers = v.pipe(
  object,
  v.transform((given) => given ?? {}),
  v.object({
    config: v.optional(v.unknown()),
    online: v.fallback(v.optional(v.array(person)), undefined),
    applications: ifValid(whole),
    profiles: v.fallback(v.optional(profileRows), undefined),
    blocked: v.fallback(listOf(person, 10_000), []),
  }),
);

export const syncFields = v.object({
  epoch: v.string(),
  cursor: ifValid(v.string()),
  more: withDefault(flag, false),
  full: withDefault(flag, false),
  frames: listOf(v.unknown(), 100_000),
  resync: listOf(v.object({ stream: streamField, contact: v.optional(v.unknown()) }), 100_000),
  registers,
});

export function decodeSync(data: unknown, self: UserId | null): Result<SyncFacts, DecodeError> {
  const parsed = read(syncFields, data, 'sync');
  if (!parsed.ok) return parsed;
  const {
    epoch,
    cursor,
    more,
    full,
    registers: { config, online, applications, profiles, blocked },
  } = parsed.value;
  const errors: DecodeError[] = [];
  const frames: FramedEvent[] = [];
  for (const one of parsed.value.frames) {
    const frame = decodeParsedFrame(one, self);
    if (!frame.ok) errors.push(frame.reason);
    else if (frame.value !== 'ignored') frames.push(frame.value);
  }
  const resync: SyncFacts['resync'][number][] = [];
  for (const one of parsed.value.resync) {
    if (one.contact === null || one.contact === undefined) {
      resync.push({ stream: one.stream, contact: null });
      continue;
    }
    const row = decodeContactRow(one.contact);
    if (row.ok) resync.push({ stream: one.stream, contact: row.value });
    else errors.push(row.reason);
  }
  const decodedConfig = config === undefined || config === null ? null : decodeConfig(config);
  return ok({
    epoch,
    cursor: cursor ?? null,
    more,
    full,
    frames,
    resync,
    config: decodedConfig?.ok ? decodedConfig.value : null,
    online: online ?? null,
    applications: applications ?? null,
    profiles: profiles ?? [],
    blocked,
    errors,
  });
}
