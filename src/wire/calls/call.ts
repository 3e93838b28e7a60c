import type * as v from 'valibot';

/** One call of the contract: where it answers (any letter case) and what it reads; unknown fields are dropped (WIRE-2). */
export interface Call<S extends v.GenericSchema = v.GenericSchema> {
  readonly paths: readonly string[];
  readonly body: S;
}

export const call = <S extends v.GenericSchema>(path: string | readonly string[], body: S): Call<S> => ({
  paths: typeof path === 'string' ? [path] : path,
  body,
});
