import type { StreamId } from '../../domain/ids.ts';
import type { EventFacts, MadeFact, WriteTx } from '../../ports/store.ts';
import { Refusal } from './refusal.ts';

/** The fields of a pending change of our client; the base protocol has none (SEND-23). */
export interface PendingFields {
  /** Time since the user made it, in ms. */
  readonly age_ms?: number | undefined;
  /** Names the page that made it. */
  readonly by?: string | undefined;
}

/** Events read at once, and in all, while looking for a newer change. */
const READ = 64;
const READ_MAX = 5_000;

const momentOf = (nowMs: number, { age_ms: ageMs = 0 }: PendingFields): number => nowMs - ageMs;

/** The event of a change, with the moment at which the user made it. */
export function withMade(facts: EventFacts, fields: PendingFields, nowMs: number): EventFacts {
  if (fields.age_ms === undefined || fields.by === undefined) return facts;
  return { ...facts, made: { atMs: momentOf(nowMs, fields), by: fields.by } };
}

/**
 * Returns true if another device or user changed the same thing after this change was made: the newer
 * intention wins, not the later arrival (SEND-23). Changes of the same page arrive in their order. Reads the
 * stream from its head back to that moment.
 */
export async function isOvertaken(
  tx: WriteTx,
  stream: StreamId,
  fields: PendingFields,
  isSame: (facts: EventFacts) => boolean,
): Promise<boolean> {
  if (fields.age_ms === undefined) return false;
  const changeMs = momentOf(tx.nowMs, fields);
  let head = (await tx.streams.get(stream))?.head ?? 0;
  for (let left = READ_MAX; left > 0 && head > 0; left -= READ) {
    const events = (await tx.streams.events(stream, Math.max(0, head - READ), READ)).filter(
      ({ seq }) => seq <= head,
    );
    for (const { facts, atMs } of events.toReversed()) {
      if (atMs <= changeMs) return false;
      const change: MadeFact | undefined = facts.made;
      if (isSame(facts) && change?.by !== fields.by && (change?.atMs ?? atMs) > changeMs) return true;
    }
    head -= READ;
  }
  return false;
}

/** The answer names the value that remains, where the user may read it. */
export const overtaken = (value?: unknown, reason: 'overtaken' | 'replaced' = 'overtaken'): Refusal =>
  new Refusal(reason, { detail: { overtaken: 1, ...(value !== undefined && { value }) } });

/**
 * The values of a form over the present ones. `base`: the fields that its user changed, with the values that
 * the form showed. The others stay as they are. Refuses if another save replaced one of them (SEND-24).
 * Without `base`, as in the base protocol, the form replaces all.
 */
export function rebased<T extends object>(present: T, form: T, base: Partial<T> | undefined): T | Refusal {
  if (base === undefined) return form;
  const fields = Object.keys(base) as (keyof T)[];
  const pick = (from: T): Partial<T> =>
    Object.fromEntries(fields.map((field) => [field, from[field]])) as Partial<T>;
  const isReplaced = fields.some((one) => present[one] !== base[one] && present[one] !== form[one]);
  return isReplaced ? overtaken(pick(present), 'replaced') : { ...present, ...pick(form) };
}
