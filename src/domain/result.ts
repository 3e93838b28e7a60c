/** An expected outcome as a value: refusals are data, not exceptions. */
export type Result<T, R = string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: R };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });
export const fail = <R>(reason: R): { readonly ok: false; readonly reason: R } => ({ ok: false, reason });
