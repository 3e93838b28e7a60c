import type { Passwords } from '../../ports/passwords.ts';
import { hexOf, hmac, sha256, textBytes } from './sha256.ts';

/**
 * The page's own way to make passwords costly to guess. Fewer rounds than a server would take: these accounts
 * are play.
 */
const ROUNDS = 20_000;

async function derived(password: string, salt: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(password), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: new TextEncoder().encode(salt), iterations: ROUNDS },
    key,
    256,
  );
  return hexOf(new Uint8Array(bits));
}

export const pagePasswords: Passwords = {
  hash: async (password) => {
    const salt = hexOf(crypto.getRandomValues(new Uint8Array(16)));
    return `pbkdf2 ${salt} ${await derived(password, salt)}`;
  },
  verify: async (stored, password) => {
    const [kind, salt = '', hash] = (stored ?? '').split(' ');
    return kind === 'pbkdf2' && (await derived(password, salt)) === hash;
  },
  digest: (text) => hexOf(sha256(textBytes(text))),
  mac: (key, text) => hexOf(hmac(textBytes(key), textBytes(text))),
  // No relay stands beside a page, so nobody has to know it.
  relayPassword: (secret, name) => hexOf(hmac(textBytes(secret), textBytes(name))),
};
