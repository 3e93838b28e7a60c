import * as v from 'valibot';
import type { ServerEvent } from '../../domain/events.ts';
import type { Kept } from '../../domain/kept.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { text, whole } from '../scalars.ts';
import { keptOf } from '../kept.ts';
import { onField } from './fields.ts';
import type { FrameContext } from './fields.ts';
import { read } from './read.ts';
import type { DecodeError } from './read.ts';

export const keptFields = v.object({ name: text, op: text, value: v.unknown() });

/**
 * `kept`, ours: on the user's own stream (KEPT-1). An unknown name of a newer server only occupies its place.
 */
export function decodeKept(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const found = read(keptFields, data, at.type);
  if (!found.ok) return found;
  const { name, op, value } = found.value;
  const kept = keptOf(name, value ?? null);
  return ok(kept === null ? { type: 'placeTaken' } : { type: 'keptSet', op, kept });
}

const answer = v.object({ seq: whole, more: onField, list: v.array(v.unknown()) });
const row = v.object({ name: text, value: v.unknown() });

/** A part of all preferences; `rows`: the number that the server counts, including malformed ones. */
export interface KeptPart {
  readonly seq: number;
  readonly more: boolean;
  readonly rows: number;
  readonly list: readonly Kept[];
}

/** Decodes the answer of getKept; null: malformed. */
export function decodeKeptPart(data: unknown): KeptPart | null {
  const found = v.safeParse(answer, data);
  if (!found.success) return null;
  const { seq, more, list } = found.output;
  const kept = list.flatMap((given) => {
    const one = v.safeParse(row, given);
    return one.success ? (keptOf(one.output.name, one.output.value) ?? []) : [];
  });
  return { seq, more, rows: list.length, list: kept };
}
