import type { TFunction } from 'i18next';
import type { FormProblem } from '../kit/form-problem.ts';
import type { Failure } from '../../client/interface/client.ts';
import { PROBLEM_TEXT } from '../i18n/problem-text.ts';

/** User text of a refusal, for blocks and dialogs that stay; the client's notices become toasts. */
export function failureText(t: TFunction, failure: Failure): string {
  switch (failure.kind) {
    case 'server':
      return failure.message === '' ? t('err.unknown') : failure.message;
    case 'field':
      return t(PROBLEM_TEXT[failure.problem]);
    case 'transport':
      return t(TRANSPORT_TEXT[failure.why]);
  }
}

/** The same for a form: at the field that it is about, if the form has a field of that name (UI-166). */
export const formProblem = (
  t: TFunction,
  failure: Failure,
  names: Readonly<Record<string, string>>,
): FormProblem => {
  const field = failure.kind === 'server' ? names[failure.field ?? ''] : undefined;
  const text = failureText(t, failure);
  return field === undefined ? text : { field, text };
};

const TRANSPORT_TEXT = {
  offline: 'err.offline',
  setup: 'err.setup',
  timeout: 'err.timeout',
  // The browser reported a network, or it would be `offline`.
  broken: 'err.unreachable',
  http: 'err.server',
  absent: 'err.absent',
  full: 'err.full',
} as const;
