import * as v from 'valibot';
import type { UserId } from '../../domain/ids.ts';
import { read } from '../down/read.ts';
import { person } from '../down/fields.ts';
import { int, maybe } from '../scalars.ts';

const contactsBeside = v.object({
  cursor: v.fallback(maybe(v.string()), undefined),
  epoch: v.fallback(maybe(v.string()), undefined),
  seq: v.fallback(maybe(int), undefined),
  mode: v.fallback(v.optional(v.picklist([1, 2])), undefined),
  blocked: v.fallback(v.array(person), []),
});

/** What getContacts carries beside the contract's envelope; all null from a server that does not number. */
export function decodeContactsPlace(envelope: unknown): {
  readonly cursor: string | null;
  readonly epoch: string | null;
  readonly selfSeq: number | null;
  readonly mode: 1 | 2 | null;
  readonly blocked: readonly UserId[];
} {
  const found = read(contactsBeside, envelope, 'getContacts');
  if (!found.ok) return { cursor: null, epoch: null, selfSeq: null, mode: null, blocked: [] };
  return {
    cursor: found.value.cursor ?? null,
    epoch: found.value.epoch ?? null,
    selfSeq: found.value.seq ?? null,
    mode: found.value.mode ?? null,
    blocked: found.value.blocked,
  };
}
