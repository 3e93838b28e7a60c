import type * as v from 'valibot';
import { uploadLimits } from '../../domain/limits.ts';
import type { Call } from '../../wire/calls/call.ts';
import type { FormKind } from '../kernel/form-kind.ts';
import type { Rate } from '../kernel/rate.ts';
import type { Refusal } from '../kernel/refusal.ts';
import type { EndpointAnswer } from '../kernel/request.ts';
import type { Context, SignedIn } from './context.ts';
import type { GivenFile } from './uploads/take.ts';

/** Paths, input, permission, rate and handler of a call. */
export interface Endpoint {
  readonly paths: readonly string[];
  readonly body: v.GenericSchema;
  /** `anyone` still identifies the caller if a valid token is sent. */
  readonly who: 'anyone' | 'signedIn';
  readonly rate: Rate | null;
  /** Also answers GET, with its fields in the address. */
  readonly alsoGet?: true;
  /** Checks the session again in its own transaction, so that a cached one suffices at first. */
  readonly proves?: true;
  /** Reads a form with one file instead of plain fields. */
  readonly form?: FormKind;
  execute(context: Context, body: unknown): Promise<EndpointAnswer | Refusal>;
}

/** The body handed to `execute` was read by this very schema, so its type is the schema's. */
export function open<S extends v.GenericSchema>(
  { paths, body }: Call<S>,
  execute: (context: Context, body: v.InferOutput<S>) => Promise<EndpointAnswer | Refusal>,
  rate: Rate | null = null,
): Endpoint {
  return { paths, body, who: 'anyone', rate, execute: (context, read) => execute(context, read) };
}

export function own<S extends v.GenericSchema>(
  { paths, body }: Call<S>,
  execute: (context: SignedIn, body: v.InferOutput<S>) => Promise<EndpointAnswer | Refusal>,
  rate: Rate | null = null,
): Endpoint {
  // `who` makes sure that there is a session before `execute` is reached.
  return {
    paths,
    body,
    who: 'signedIn',
    rate,
    execute: (context, read) => execute(context as SignedIn, read),
  };
}

export function form<S extends v.GenericSchema>(
  kind: FormKind,
  { paths, body }: Call<S>,
  execute: (
    context: SignedIn,
    body: v.InferOutput<S> & { readonly file: GivenFile | null },
  ) => Promise<EndpointAnswer | Refusal>,
): Endpoint {
  return {
    paths,
    body,
    who: 'signedIn',
    rate: uploadLimits.rate,
    form: kind,
    execute: (context, read) =>
      execute(context as SignedIn, read as v.InferOutput<S> & { readonly file: GivenFile | null }),
  };
}
