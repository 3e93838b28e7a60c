import { code } from '../../wire/envelope.ts';
import type { Envelope } from '../../wire/envelope.ts';
import { refusedForNow } from './refusal.ts';
import type { Refusal } from './refusal.ts';
import { TurnsFullError } from './turns.ts';
import type { EndpointAnswer } from './request.ts';
import { FilesAwayError } from '../../ports/files.ts';
import {
  StoreBusyError,
  StoreFailedError,
  StoreFullError,
  StoreReadOnlyError,
  StoreUnavailableError,
} from './store-errors.ts';
import { fieldOf } from './fields.ts';
import { say } from './texts.ts';
import type { TextLanguage, Reason } from './texts.ts';

/** How long a client waits when the store is full of work. */
const BUSY_RETRY_MS = 1_000;

export interface RefusalAnswer {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

/** A refusal in words. */
export const refusalAnswer = (refusal: Refusal, language: TextLanguage): RefusalAnswer => ({
  code: refusal.code,
  msg: say(refusal.reason, language, refusal.facts),
  data: detailOf(refusal),
});

/** With the field that it is about (UI-166), unless the data has another form. */
function detailOf({ reason, detail, field: own }: Refusal): unknown {
  const field = own ?? fieldOf(reason);
  if (field === null || Array.isArray(detail)) return detail;
  if (detail === '') return { field };
  return typeof detail === 'object' ? { ...detail, field } : detail;
}

/** The refusal for an external fault; null for our own fault, which has no refusal (COMMIT-3). */
export function refusalOfError(error: unknown): Refusal | null {
  if (error instanceof TurnsFullError) return refusedForNow('away', TurnsFullError.retryMs, {}, code.away);
  return storeAway(error) ? refusedForNow(whyAway(error), BUSY_RETRY_MS, {}, code.away) : null;
}

/** The same for what fails: a refusal, or the fault itself again. */
export function refusedByStore(error: unknown): Refusal {
  const refusal = refusalOfError(error);
  if (refusal) return refusal;
  throw error;
}

/** Too many wait, or the disk or file storage is full or unreachable: nothing was written. */
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
 * The outcome of the commit is unknown: HTTP 502, which clients treat as unanswered (SEND-4), with the text
 * of an unavailable server. Null for any other fault.
 */
export const unknownOutcome = (error: unknown, language: TextLanguage): Envelope | null =>
  error instanceof StoreFailedError
    ? refusalEnvelope({ code: code.away, msg: say('away', language), data: { retry_ms: BUSY_RETRY_MS } })
    : null;

/** Returns true if the request was not executed and may be repeated (SEND-5). */
export const mayRetry = ({ detail }: Refusal): boolean =>
  typeof detail === 'object' && detail !== null && 'retry_ms' in detail;

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
