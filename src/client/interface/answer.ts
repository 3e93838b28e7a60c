import { code } from '../../wire/envelope.ts';
import type { Result } from '../../domain/result.ts';
import type { FieldProblem } from '../../domain/validation.ts';

/** A refusal that the person sees: a server's text, or one of our own reasons. */
export type Failure =
  | {
      readonly kind: 'server';
      readonly code: number;
      readonly message: string;
      /** The field of the form that it is about (`FormField`), if the server names one (UI-166). */
      readonly field?: string;
      /** Another save replaced these values of the form meanwhile (SEND-24). */
      readonly present?: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'transport';
      /** `full`: this device has no room for it. */
      readonly why: 'offline' | 'setup' | 'timeout' | 'broken' | 'http' | 'absent' | 'full';
    }
  | { readonly kind: 'field'; readonly problem: FieldProblem };

/** The request was lost, or the server refused it for now: the same question may be answered later. */
export const isTemporary = (failure: Failure): boolean =>
  failure.kind === 'transport'
    ? failure.why !== 'absent' && failure.why !== 'setup' && failure.why !== 'full'
    : failure.kind === 'server' && failure.code === code.away;

export type Answer<T = void> = Promise<Result<T, Failure>>;

/** A person as others see them; with my friend row, when we are friends. */
export type { CardFacts as PersonCard } from '../../wire/answers/people.ts';
