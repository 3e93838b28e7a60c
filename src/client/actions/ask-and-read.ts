import { ok, type Result } from '../../domain/result.ts';
import type { Call } from '../../wire/calls/call.ts';
import { MISREAD, path } from '../connection/answers.ts';
import type { Failure } from '../interface/client.ts';
import type { ActionParts } from './parts.ts';

/** A refusal is shown where the form is (ERR-7). */
export const atField = { quiet: 'refusals' } as const;

/** Asks, and reads what is answered; a refusal is shown where the form is. */
export const askAndRead =
  ({ api }: ActionParts) =>
  async <T>(
    call: Pick<Call<never>, 'paths'>,
    body: object,
    decode: (data: unknown) => T | null,
  ): Promise<Result<T, Failure>> => {
    const answer = await api.call(path(call), body, atField);
    if (!answer.ok) return answer;
    const decoded = decode(answer.value.data);
    return decoded === null ? MISREAD : ok(decoded);
  };
