import * as v from 'valibot';
import type { ServerEvent } from '../../domain/events.ts';
import type { Preference } from '../../domain/kept.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { text, whole } from '../scalars.ts';
import { preferenceOf } from '../kept.ts';
import { onField } from './fields.ts';
import type { FrameContext } from './fields.ts';
import { read } from './read.ts';
import type { DecodeError } from './read.ts';

export const keptFields = v.object({ name: text, op: text, value: v.unknown() });

/**
 * `kept`, ours: on the user's own stream (KEPT-1). An unknown name of a newer server only occupies its place.
 */
export function decodeKept(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(keptFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { name, op, value } = parsed.value;
  const preference = preferenceOf(name, value ?? null);
  return ok(preference === null ? { type: 'placeTaken' } : { type: 'keptSet', op, kept: preference });
}

const answer = v.object({ seq: whole, more: onField, list: v.array(v.unknown()) });
const row = v.object({ name: text, value: v.unknown() });

/** A part of all preferences; `rows`: the number that the server counts, including malformed ones. */
export interface KeptPart {
  readonly seq: number;
  readonly more: boolean;
  readonly rows: number;
  readonly list: readonly Preference[];
}

/** Decodes the answer of getKept; null: malformed. */
export function decodeKeptPart(data: unknown): KeptPart | null {
  const parsed = v.safeParse(answer, data);
  if (!parsed.success) return null;
  const { seq, more, list } = parsed.output;
  const preferences = list.flatMap((given) => {
    const one = v.safeParse(row, given);
    return one.success ? (preferenceOf(one.output.name, one.output.value) ?? []) : [];
  });
  return { seq, more, rows: list.length, list: preferences };
}
