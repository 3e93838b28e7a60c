import { createHmac, hash as digestOf } from 'node:crypto';
import { serverLimits } from '../kernel/limits.ts';
import type { Passwords } from '../../ports/passwords.ts';
import { Turns } from '../kernel/turns.ts';

/**
 * argon2id (the library's default kind) with 19 MiB, two passes, one lane: about 10 ms off the event loop
 * (ACC-6).
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** A hash of no real password, at the same cost: checked if the account does not exist (ACC-14). */
export const NOBODY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$y9DZCDhLjkNlyVOrQbnSAw$BSAPwP4l3k1ui/UWq4Sa2VL44WzlS5KR1fPYV/fEczo';

/** Native code that is loaded for the first password. */
const argon2 = () => import('@node-rs/argon2');

export function createPasswords(): Passwords {
  // A hash costs as much as hundreds of messages.
  const pool = new Turns(serverLimits.hashesAtOnce, serverLimits.hashesWaitingMax);
  return {
    hash: (password) => pool.execute(async () => (await argon2()).hash(password, COST)),
    verify: (stored, password) =>
      pool.execute(
        async () => (await (await argon2()).verify(stored ?? NOBODY_HASH, password)) && stored !== null,
      ),
    digest: (text) => digestOf('sha256', text, 'hex'),
    mac: (key, text) => createHmac('sha256', key).update(text).digest('hex'),
    relayPassword: (secret, name) => createHmac('sha1', secret).update(name).digest('base64'),
  };
}
