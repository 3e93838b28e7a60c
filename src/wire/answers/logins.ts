import * as v from 'valibot';
import { onField, shownText, timeField } from '../down/fields.ts';

const row = v.object({
  id: v.string(),
  device: shownText,
  place: shownText,
  since: timeField,
  used: timeField,
  current: onField,
});

/** One login of the user. */
export interface LoginFacts {
  readonly id: string;
  /** Short name; '' if the device sent none. */
  readonly device: string;
  /** Its address in the network. */
  readonly place: string;
  readonly sinceMs: number;
  /** To the minute; 0: unknown. */
  readonly usedMs: number;
  /** The session that sent the request. */
  readonly isOwn: boolean;
}

/** Decodes the answer of getLogins, without malformed rows. Null: not a list. */
export function decodeLogins(data: unknown): readonly LoginFacts[] | null {
  if (!Array.isArray(data)) return null;
  return data.flatMap((given: unknown) => {
    const parsed = v.safeParse(row, given);
    if (!parsed.success) return [];
    const { id, device, place, since, used, current } = parsed.output;
    return [{ id, device, place, sinceMs: since, usedMs: used, isOwn: current }];
  });
}
