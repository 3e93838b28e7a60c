import { badField } from '../../wire/bad-field.ts';
import type { Foretold, Store, WriteTx } from '../../ports/store.ts';
import { code } from '../../wire/envelope.ts';
import type { FormField } from '../../wire/envelope.ts';
import type { Reason, TextFacts } from './texts.ts';

/**
 * An expected refusal: a value that each caller returns unchanged. `http/calls.ts` converts it to an answer.
 */
export class Refusal {
  readonly reason: Reason;
  readonly facts: TextFacts;
  readonly code: number;
  /** Data of the answer. */
  readonly detail: unknown;
  /** The field that it is about, for a reason that fits several fields. */
  readonly field: FormField | undefined;

  constructor(
    reason: Reason,
    more: {
      readonly code?: number;
      readonly facts?: TextFacts;
      readonly detail?: unknown;
      readonly field?: FormField;
    } = {},
  ) {
    this.reason = reason;
    this.facts = more.facts ?? {};
    this.code = more.code ?? code.refused;
    this.field = more.field;
    this.detail = more.detail ?? (this.code === code.refused ? '' : []);
  }
}

/** The request was not executed; it may be repeated after the wait (SEND-5). */
export const refusedForNow = (
  reason: Reason,
  waitMs: number,
  facts: TextFacts = {},
  answer: number = code.refused,
): Refusal =>
  new Refusal(reason, { code: answer, facts, detail: { retry_ms: Math.max(1, Math.ceil(waitMs)) } });

/** On its way out of a transaction, and nowhere else. */
class RolledBack<T> extends Error {
  constructor(readonly answer: T) {
    super('refused');
  }
}

/**
 * A store transaction without trace if it is refused. This is the only place that throws for a refusal, and
 * catches it again: a store rolls back earlier writes only if its work fails.
 */
export async function writeUnlessRefused<T>(
  store: Pick<Store, 'write'>,
  work: (tx: WriteTx) => Promise<T>,
  foretold: Foretold | null = null,
): Promise<T> {
  try {
    return await store.write(async (tx) => {
      const answer = await work(tx);
      if (answer instanceof Refusal) throw new RolledBack<T>(answer);
      return answer;
    }, foretold);
  } catch (error) {
    if (error instanceof RolledBack) return error.answer as T;
    throw error;
  }
}

/** A body that its schema refuses; `within`: what the field is inside of, with a dot at its end. */
export function fieldRefusal(issues: Parameters<typeof badField>[0], within = ''): Refusal {
  const { field, isMissing } = badField(issues);
  return new Refusal(isMissing ? 'noField' : 'badField', { facts: { field: `${within}${field}` } });
}
