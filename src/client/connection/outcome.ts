import * as v from 'valibot';
import { code, retryData, type Envelope } from '../../wire/envelope.ts';
import { asRecord } from '../../wire/down/read.ts';
import type { RequestResult } from './api.ts';

/** The result of one repeatable request (SEND-4, SEND-5). */
export type RequestOutcome =
  | { readonly outcome: 'sent'; readonly data: unknown }
  /** `overtaken`: a newer change of another device won (SEND-23); holds its value if the server names it. */
  | { readonly outcome: 'refused'; readonly reason: string; readonly overtaken?: { readonly value: unknown } }
  | { readonly outcome: 'later'; readonly waitMs: number }
  | { readonly outcome: 'held' | 'unknown' };

/** The request never left the device: repeated when the network is back, or soon. */
const NO_NETWORK: RequestOutcome = { outcome: 'later', waitMs: 1_000 };

export function outcomeOf(result: RequestResult): RequestOutcome {
  switch (result.kind) {
    case 'envelope':
      return outcomeOfEnvelope(result.envelope);
    case 'http':
      return outcomeOfStatus(result.status);
    case 'offline':
      return NO_NETWORK;
    case 'setup':
    case 'absent':
      return { outcome: 'refused', reason: '' };
    case 'timeout':
    case 'broken':
      return { outcome: 'unknown' };
  }
}

export function outcomeOfEnvelope(envelope: Pick<Envelope, 'code' | 'msg' | 'data'>): RequestOutcome {
  if (envelope.code === code.ok) return { outcome: 'sent', data: envelope.data };
  if (envelope.code === code.session) return { outcome: 'held' };
  const retry = v.safeParse(retryData, envelope.data);
  const waitMs = retry.success ? retry.output.retry_ms : undefined;
  if (waitMs !== undefined) return { outcome: 'later', waitMs };
  const { overtaken, value = null } = asRecord(envelope.data);
  return { outcome: 'refused', reason: envelope.msg, ...(overtaken === 1 && { overtaken: { value } }) };
}

/** The values of a form that another save replaced (SEND-24). */
export function presentIn(data: unknown): Readonly<Record<string, unknown>> | null {
  const { overtaken, value } = asRecord(data);
  return overtaken === 1 && value !== undefined ? asRecord(value) : null;
}

/** Proxies use 408 and 429 for temporary overload; other 4xx would be repeated for the same request. */
function outcomeOfStatus(status: number): RequestOutcome {
  if (status === 401) return { outcome: 'held' };
  if (status === 408 || status === 429) return { outcome: 'unknown' };
  return status >= 400 && status < 500 ? { outcome: 'refused', reason: '' } : { outcome: 'unknown' };
}
