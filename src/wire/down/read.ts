import * as v from 'valibot';
import type { Result } from '../../domain/result.ts';
import { fail, ok } from '../../domain/result.ts';

/** Why something from a server cannot be used. `type` is the frame's, as far as it could be read. */
export interface DecodeError {
  readonly reason: 'notJson' | 'notAFrame' | 'badFields' | 'noSelf';
  readonly type?: string;
  /** Path of the first field that does not fit; never its value. */
  readonly field?: string;
}

/** Reads one value by its schema; a misfit is a typed error, never an exception (WIRE-5). */
export function read<T extends v.GenericSchema>(
  schema: T,
  value: unknown,
  type?: string,
): Result<v.InferOutput<T>, DecodeError> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return ok(result.output);
  const field = v.getDotPath(result.issues[0]) ?? undefined;
  return fail({
    reason: 'badFields',
    ...(type === undefined ? {} : { type }),
    ...(field === undefined ? {} : { field }),
  });
}

/** `data` of a frame: an object; some servers send it as JSON text, or an empty text for none. */
export const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
