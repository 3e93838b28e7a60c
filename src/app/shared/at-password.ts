import type { TFunction } from 'i18next';
import type { Failure } from '../../client/interface/client.ts';
import type { FormProblem } from '../kit/form-problem.ts';
import { withBlankHint } from './blank-hint.ts';
import { formProblem } from './failure-text.ts';

/** Why a form with a password was refused: a wrong one is reported at its field, named `password`. */
export function atPassword(t: TFunction, failure: Failure, password: string): FormProblem {
  const problem = formProblem(t, failure, { password: 'password', otp: 'otp' });
  if (typeof problem === 'string' || problem.field !== 'password') return problem;
  return { ...problem, text: withBlankHint(t, problem.text, password) };
}
