import { ok, type Result } from '../../domain/result.ts';
import { decodeRecoveryCodes, decodeSecondStep, decodeSetUp } from '../../wire/answers/second-step.ts';
import type { Call } from '../../wire/calls/call.ts';
import * as calls from '../../wire/calls/second-step.ts';
import { MISREAD, outcome, path } from '../connection/answers.ts';
import type { Failure } from '../interface/client.ts';
import type { SecondStepActions } from '../interface/second-step.ts';
import type { ActionParts } from './parts.ts';

/** A refusal is shown where the form is (ERR-7). */
const atField = { quiet: 'refusals' } as const;

/** What is asked for after the password (SECOND-1). */
export function secondStepActions({ api }: ActionParts): SecondStepActions {
  const ask = async <T>(
    call: Pick<Call<never>, 'paths'>,
    body: object,
    decode: (data: unknown) => T | null,
  ): Promise<Result<T, Failure>> => {
    const answer = await api.call(path(call), body, atField);
    if (!answer.ok) return answer;
    const found = decode(answer.value.data);
    return found === null ? MISREAD : ok(found);
  };
  return {
    secondStep: () => ask(calls.getSecondStep, {}, decodeSecondStep),
    beginSecondStep: (password) => ask(calls.beginSecondStep, { password }, decodeSetUp),
    confirmSecondStep: (otp) =>
      ask(calls.confirmSecondStep, { otp }, (data) => decodeRecoveryCodes(data)?.codes ?? null),
    endSecondStep: (password, otp) =>
      outcome(api.call(path(calls.endSecondStep), { password, otp }, atField)),
  };
}
