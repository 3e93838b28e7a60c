import type { Core } from './core.ts';

export type Signing = Pick<Core, 'passwords' | 'secret'>;

/** Purpose of a signature; a token of one purpose is invalid for any other. */
export type SignedFor =
  | 'group'
  | 'link'
  | 'person'
  | 'cursor'
  | 'passkey'
  | 'openid'
  | 'ticket'
  | 'export'
  | 'answer';

/**
 * Digits and letters only, so that it fits into an address: the facts, and the signature over purpose and
 * facts.
 */
export const signed = (core: Signing, purpose: SignedFor, facts: readonly number[]): string => {
  const text = facts.join('-');
  return `${text}-${macOf(core, purpose, text)}`;
};

/** The facts of a token of this server and purpose, else null. */
export function factsOfToken(core: Signing, purpose: SignedFor, token: string): readonly number[] | null {
  const at = token.lastIndexOf('-');
  const text = token.slice(0, Math.max(0, at));
  if (!/^\d{1,15}(?:-\d{1,15}){0,5}$/.test(text)) return null;
  return isMac(core, purpose, text, token.slice(at + 1)) ? text.split('-').map(Number) : null;
}

/** Compares digests of both, so that the time reveals nothing. */
export const isMac = (core: Signing, purpose: SignedFor, text: string, mac: string): boolean =>
  core.passwords.digest(mac) === core.passwords.digest(macOf(core, purpose, text));

export const macOf = ({ passwords, secret }: Signing, purpose: SignedFor, text: string): string =>
  passwords.mac(secret, `${purpose} ${text}`).slice(0, 32);
