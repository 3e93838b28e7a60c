import type * as v from 'valibot';

/**
 * One call of the contract: its paths (any letter case) and its body; unknown fields are dropped (WIRE-2).
 */
export interface Call<S extends v.GenericSchema = v.GenericSchema> {
  readonly paths: readonly string[];
  readonly body: S;
}

const oursOnly = new Set<string>();

/** A server of the plain contract does not answer this path: it is an addition of ours (docs/protocol.md). */
export const isOurs = (path: string): boolean => oursOnly.has(path);

/** A call that is not in the contract. */
export function ours<S extends v.GenericSchema>(path: string, body: S): Call<S> {
  oursOnly.add(path);
  return defineCall(path, body);
}

/* @__NO_SIDE_EFFECTS__ */
export const defineCall = <S extends v.GenericSchema>(
  path: string | readonly string[],
  body: S,
): Call<S> => ({
  paths: typeof path === 'string' ? [path] : path,
  body,
});
