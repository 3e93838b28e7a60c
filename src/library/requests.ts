import { networkLimits } from '../domain/first-limits.ts';
import type { HttpPort } from '../ports/http.ts';
import { headersFor } from '../wire/first-call.ts';

/** A refusal of the server: its code and its sentence. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** The server did not answer, so the outcome is unknown. */
export class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
}

export interface Answered {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

/** Any call of the server. Throws `RefusedError` for a refusal, `UnansweredError` without an answer. */
export type ProgramCall = (path: string, body?: object) => Promise<Answered>;

export function createCall(http: HttpPort, token: string, language: string): ProgramCall {
  const headers = headersFor({ token, clientId: '', cid: '', language });
  return async (path, body = {}) => {
    const outcome = await http.send({
      path,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      timeoutMs: networkLimits.requestTimeoutMs,
    });
    if (outcome.kind !== 'answer') throw new UnansweredError(`${path}: ${outcome.kind}`);
    if (outcome.status !== 200) throw new UnansweredError(`${path}: HTTP ${outcome.status}`);
    const answer = JSON.parse(outcome.text) as Answered;
    if (answer.code !== 0) throw new RefusedError(answer.code, answer.msg);
    return answer;
  };
}
