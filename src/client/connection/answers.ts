import { fail, ok, type Result } from '../../domain/result.ts';
import type { FieldProblem } from '../../domain/validation.ts';
import type { Failure } from '../interface/client.ts';

/** What actions answer with where no server has answered, and how they name their calls. */
export const path = (call: { readonly paths: readonly string[] }): string => call.paths[0] ?? '';

export const fieldFailure = (problem: FieldProblem): Result<never, Failure> =>
  fail({ kind: 'field', problem });

/** Answered with something that is none of the contract's answers. */
export const MISREAD: Result<never, Failure> = fail({ kind: 'transport', why: 'broken' });
/** The code that would ask cannot be had. */
export const NOT_LOADED: Result<never, Failure> = MISREAD;
/** Nobody is signed in (any more). */
export const NOBODY_SIGNED_IN: Result<never, Failure> = fail({ kind: 'server', code: -1, message: '' });

export const DONE: Result<void, Failure> = ok(undefined);

/** Only whether it went well. */
export const outcome = async (call: Promise<Result<unknown, Failure>>): Promise<Result<void, Failure>> => {
  const answer = await call;
  return answer.ok ? DONE : answer;
};
