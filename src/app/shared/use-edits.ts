import { useState } from 'react';
import type { Answer, Failure } from '../../client/interface/client.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { failureText } from './failure-text.ts';

export interface Edits<T extends object> {
  /** The edited fields, and the present values of all others (KEPT-2). */
  readonly values: T;
  readonly changes: Partial<T>;
  readonly set: (part: Partial<T>) => void;
  /**
   * Runs the save with the values that the form showed before the user changed them. Returns null if it
   * succeeds, else its reason. If another save replaced one of them, the reason names the present value, and
   * the next save replaces that (SEND-24).
   */
  readonly save: (send: (base: Partial<T>) => Answer) => Promise<string | null>;
}

interface Typed<T> {
  readonly changes: Partial<T>;
  readonly base: Partial<T>;
  /** The present values when `base` was noted: after a refusal they may be older than it. */
  readonly initial: Partial<T>;
  readonly round: number;
}

/**
 * The fields of a form while the user changes them, beside changes by other users and devices. `round`
 * counts the openings of a form whose component stays. `first`: what the user typed before the first one.
 */
export function useEdits<T extends object>(present: T, round = 0, first: Partial<T> = {}): Edits<T> {
  const { t } = useTranslation();
  const untyped: Typed<T> = { changes: {}, base: {}, initial: {}, round };
  const [typed, setTyped] = useState<Typed<T>>(() => {
    const base = pick(present, fieldsOf(first));
    return { changes: first, base, initial: base, round };
  });
  const inRound = (one: Typed<T>): Typed<T> => (one.round === round ? one : untyped);
  const { changes, base, initial } = inRound(typed);
  const change = (next: (one: Typed<T>) => Typed<T>) => setTyped((one) => next(inRound(one)));

  const rebase = (now: Partial<T>): string => {
    const changedNow = pick(present, fieldsOf(now));
    change((one) => ({ ...one, base: { ...one.base, ...now }, initial: { ...one.initial, ...changedNow } }));
    const text = Object.values(now).find((value) => typeof value === 'string' && value !== '');
    return typeof text === 'string' ? t('form.replacedBy', { text }) : t('form.replaced');
  };
  const reasonOf = (failure: Failure): string => {
    const now = failure.kind === 'server' ? failure.present : undefined;
    return now === undefined ? failureText(t, failure) : rebase(now as Partial<T>);
  };
  return {
    values: { ...present, ...changes },
    changes,
    set: (part) => {
      const base = pick(present, fieldsOf(part));
      change((one) => ({
        round,
        changes: { ...one.changes, ...part },
        base: { ...base, ...one.base },
        initial: { ...base, ...one.initial },
      }));
    },
    save: async (send) => {
      const replaced = fieldsOf(base).filter((field) =>
        [initial, base, changes].every((one) => !isSame(present[field], one[field])),
      );
      if (replaced.length > 0) return rebase(pick(present, replaced));
      const answer = await send(base);
      if (!answer.ok) return reasonOf(answer.reason);
      // The user may have continued to type in the meantime.
      change((one) => (one.changes === changes ? untyped : { ...one, base: { ...one.base, ...changes } }));
      return null;
    },
  };
}

const fieldsOf = <T extends object>(part: Partial<T>) => Object.keys(part) as (keyof T)[];

const pick = <T extends object>(from: T, fields: readonly (keyof T)[]): Partial<T> =>
  Object.fromEntries(fields.map((field) => [field, from[field]])) as Partial<T>;

/** Values of fields are small: texts, numbers, lists of them. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
