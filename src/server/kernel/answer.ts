import { code } from '../../wire/envelope.ts';
import type { Envelope } from '../../wire/envelope.ts';
import { Refused } from './refused.ts';
import type { EndpointAnswer } from './request.ts';
import { FilesAwayError } from '../../ports/files.ts';
import {
  StoreBusyError,
  StoreFailedError,
  StoreFullError,
  StoreReadOnlyError,
  StoreUnavailableError,
} from './store-errors.ts';
import { say } from './texts.ts';
import type { TextLanguage, Reason } from './texts.ts';

/** How long a client waits when the store is full of work. */
const BUSY_RETRY_MS = 1_000;

export interface RefusalAnswer {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

/** A refusal in words, or null for a fault of our own, which is nobody's answer (COMMIT-3). */
export function refusalOfError(error: unknown, language: TextLanguage): RefusalAnswer | null {
  if (error instanceof Refused)
    return { code: error.code, msg: say(error.reason, language, error.facts), data: error.data };
  if (storeAway(error))
    return { code: code.away, msg: say(whyAway(error), language), data: { retry_ms: BUSY_RETRY_MS } };
  return null;
}

/**
 * Too much waits, or the disk or the storage of files is full or away: nothing was written in either case.
 */
const storeAway = (error: unknown): boolean =>
  error instanceof StoreBusyError ||
  error instanceof StoreUnavailableError ||
  error instanceof FilesAwayError;

const isFull = (error: unknown): boolean =>
  error instanceof StoreFullError || (error instanceof FilesAwayError && error.full);

function whyAway(error: unknown): Reason {
  if (error instanceof StoreReadOnlyError) return 'readOnly';
  return isFull(error) ? 'full' : 'away';
}

/**
 * Nobody knows whether a commit was kept: HTTP 502, which clients take for no answer (SEND-4), with the words
 * of a server that is away in it. Null for any other fault.
 */
export const unknownOutcome = (error: unknown, language: TextLanguage): Envelope | null =>
  error instanceof StoreFailedError
    ? refusalEnvelope({ code: code.away, msg: say('away', language), data: { retry_ms: BUSY_RETRY_MS } })
    : null;

/** Nothing was written and the same request may be tried again (SEND-5). */
export const mayRetry = (error: unknown): boolean =>
  storeAway(error) ||
  (error instanceof Refused &&
    typeof error.data === 'object' &&
    error.data !== null &&
    'retry_ms' in error.data);

export const succeeded = (answer: EndpointAnswer, language: TextLanguage): Envelope => ({
  code: code.ok,
  msg: answer.msg ? say(answer.msg, language) : '',
  count: answer.count ?? 0,
  data: answer.data ?? '',
  page: answer.page ?? 1,
  ...answer.beside,
});

export const refusalEnvelope = (refusal: RefusalAnswer): Envelope => ({
  ...refusal,
  count: 0,
  page: refusal.code === code.away ? 0 : 1,
});
