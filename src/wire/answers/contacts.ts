import type { Profile } from '../../domain/profile.ts';
import { profileRows } from '../down/profiles.ts';
import * as v from 'valibot';
import type { SelfFacts } from '../../domain/events.ts';
import type { UserId } from '../../domain/ids.ts';
import { read } from '../down/read.ts';
import { person } from '../down/fields.ts';
import { decodeSelf } from '../down/self.ts';
import { ifValid, int } from '../scalars.ts';

const contactsBeside = v.object({
  cursor: ifValid(v.string()),
  epoch: ifValid(v.string()),
  seq: ifValid(int),
  mode: v.fallback(v.optional(v.picklist([1, 2])), undefined),
  rev: ifValid(int),
  blocked: v.fallback(v.array(person), []),
  self: v.optional(v.unknown()),
  profiles: v.fallback(v.optional(profileRows), undefined),
});

/**
 * Decodes the fields of getContacts that extend the contract's envelope; all absent from a server without
 * numbering.
 */
export function decodeContactsPlace(envelope: unknown): {
  readonly cursor: string | null;
  readonly epoch: string | null;
  readonly selfSeq: number | null;
  readonly mode: 1 | 2 | undefined;
  /** Revision of the configuration; null from a server that names none. */
  readonly configRev: number | null;
  readonly blocked: readonly UserId[];
  readonly self?: SelfFacts;
  readonly profiles: readonly Profile[];
} {
  const parsed = read(contactsBeside, envelope, 'getContacts');
  const beside: Beside = parsed.ok ? parsed.value : {};
  const own = decodeSelf(beside.self);
  return {
    cursor: beside.cursor ?? null,
    epoch: beside.epoch ?? null,
    selfSeq: beside.seq ?? null,
    mode: beside.mode,
    configRev: beside.rev ?? null,
    blocked: beside.blocked ?? [],
    profiles: beside.profiles ?? [],
    ...(own.ok && { self: own.value }),
  };
}

type Beside = Partial<v.InferOutput<typeof contactsBeside>>;
