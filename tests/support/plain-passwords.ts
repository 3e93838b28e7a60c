import { createHash, createHmac } from 'node:crypto';
import type { Passwords } from '../../src/ports/passwords.ts';

/** Fast and readable. Another test covers the real hashing. */
export const plainPasswords: Passwords = {
  hash: (password) => Promise.resolve(`hash of ${password}`),
  verify: (hash, password) => Promise.resolve(hash === `hash of ${password}`),
  digest: (text) => createHash('sha256').update(text).digest('hex'),
  mac: (key, text) => createHmac('sha256', key).update(text).digest('hex'),
  relayPassword: (secret, name) => createHmac('sha1', secret).update(name).digest('base64'),
};
