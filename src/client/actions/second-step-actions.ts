import { decodeRecoveryCodes, decodeSecondStep, decodeSetUp } from '../../wire/answers/second-step.ts';
import * as calls from '../../wire/calls/second-step.ts';
import { outcome, path } from '../connection/answers.ts';
import type { SecondStepActions } from '../interface/second-step.ts';
import { askAndRead, atField } from './ask-and-read.ts';
import type { ActionParts } from './parts.ts';

/** The second login step, after the password (SECOND-1). */
export function secondStepActions(parts: ActionParts): SecondStepActions {
  const ask = askAndRead(parts);
  return {
    secondStep: () => ask(calls.getSecondStep, {}, decodeSecondStep),
    beginSecondStep: (password) => ask(calls.beginSecondStep, { password }, decodeSetUp),
    confirmSecondStep: (otp) =>
      ask(calls.confirmSecondStep, { otp }, (data) => decodeRecoveryCodes(data)?.codes ?? null),
    endSecondStep: (password, otp) =>
      outcome(parts.api.call(path(calls.endSecondStep), { password, otp }, atField)),
  };
}
