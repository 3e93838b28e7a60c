import { fail, ok, type Result } from '../../domain/result.ts';
import type { FieldProblem } from '../../domain/validation.ts';
import type { Failure } from '../interface/client.ts';

/** Results of actions that no server answered, and helpers that name calls. */
export const path = (call: { readonly paths: readonly string[] }): string => call.paths[0] ?? '';

export const fieldFailure = (problem: FieldProblem): Result<never, Failure> =>
  fail({ kind: 'field', problem });

/** The answer matches none of the contract's forms. */
export const MISREAD: Result<never, Failure> = fail({ kind: 'transport', why: 'broken' });
/** The code that would ask cannot be had. */
export const NOT_LOADED: Result<never, Failure> = MISREAD;
/** The session has ended or never began. */
export const NOBODY_SIGNED_IN: Result<never, Failure> = fail({ kind: 'server', code: -1, message: '' });

export const DONE: Result<void, Failure> = ok(undefined);

/** Only whether it went well. */
export const outcome = async (call: Promise<Result<unknown, Failure>>): Promise<Result<void, Failure>> => {
  const answer = await call;
  return answer.ok ? DONE : answer;
};
