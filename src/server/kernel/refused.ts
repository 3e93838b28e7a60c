import { code } from '../../wire/envelope.ts';
import type { Reason, TextFacts } from './texts.ts';

/**
 * An expected refusal. It is thrown, not returned, so that the transaction around it rolls back
 * whatever was written before the reason was found; `http/answer.ts` is the one place that catches it.
 */
export class Refused extends Error {
  readonly reason: Reason;
  readonly facts: TextFacts;
  readonly code: number;
  readonly data: unknown;

  constructor(
    reason: Reason,
    more: { readonly code?: number; readonly facts?: TextFacts; readonly data?: unknown } = {},
  ) {
    super(reason);
    this.name = 'Refused';
    this.reason = reason;
    this.facts = more.facts ?? {};
    this.code = more.code ?? code.refused;
    this.data = more.data ?? (this.code === code.refused ? '' : []);
  }
}

/** Nothing was written; the same request may be tried again after the wait (SEND-5). */
export const refusedForNow = (
  reason: Reason,
  waitMs: number,
  facts: TextFacts = {},
  answer: number = code.refused,
): Refused =>
  new Refused(reason, { code: answer, facts, data: { retry_ms: Math.max(1, Math.ceil(waitMs)) } });
