import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';

/** Encrypts what goes from one process to others that know the same secret, and decrypts what they sent. */
export interface Seal {
  close(text: string): string;
  /** Null where that process did not make it with our secret, or where it was changed on its way. */
  open(from: string, sealed: string): string | null;
}

const CIPHER = 'aes-256-gcm';
const [NONCE, TAG] = [12, 16];
/** Of so many processes the key is kept: more than there are nodes, and those that ended lately. */
const KEYS_MAX = 200;

/**
 * Each process has a key of its own, made from the secret and its name, and counts what it closes: so no
 * number is used twice with one key.
 */
export function sealOf(secret: string, me: string): Seal {
  const keys = new Map<string, Buffer>();
  const keyOf = (name: string): Buffer => {
    const known = keys.get(name);
    if (known) return known;
    if (keys.size >= KEYS_MAX) keys.clear();
    const made = createHmac('sha256', secret).update(`bus ${name}`).digest();
    keys.set(name, made);
    return made;
  };
  let closed = 0n;
  return {
    close(text) {
      const nonce = Buffer.alloc(NONCE);
      nonce.writeBigUInt64BE((closed += 1n));
      const cipher = createCipheriv(CIPHER, keyOf(me), nonce);
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64');
    },
    open(from, sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      if (bytes.length < NONCE + TAG) return null;
      try {
        const decipher = createDecipheriv(CIPHER, keyOf(from), bytes.subarray(0, NONCE), {
          authTagLength: TAG,
        });
        decipher.setAuthTag(bytes.subarray(-TAG));
        const text = decipher.update(bytes.subarray(NONCE, -TAG), undefined, 'utf8');
        return text + decipher.final('utf8');
      } catch {
        return null;
      }
    },
  };
}
