import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';

/** Encrypts messages between processes that share a secret, and decrypts received ones. */
export interface BusCipher {
  encrypt(text: string): string;
  /** Null where that process did not make it with our secret, or where it was changed on its way. */
  decrypt(from: string, encrypted: string): string | null;
}

const CIPHER = 'aes-256-gcm';
const [NONCE, TAG] = [12, 16];
/** Maximum processes whose key is cached: more than the nodes, including those that ended recently. */
const KEYS_MAX = 200;

/**
 * Each process has its own key, derived from the secret and its name, and counts its messages: no nonce is
 * used twice with one key.
 */
export function busCipher(secret: string, me: string): BusCipher {
  const keys = new Map<string, Buffer>();
  const keyOf = (name: string): Buffer => {
    const cached = keys.get(name);
    if (cached) return cached;
    if (keys.size >= KEYS_MAX) keys.clear();
    const key = createHmac('sha256', secret).update(`bus ${name}`).digest();
    keys.set(name, key);
    return key;
  };
  let encryptions = 0n;
  return {
    encrypt(text) {
      const nonce = Buffer.alloc(NONCE);
      nonce.writeBigUInt64BE((encryptions += 1n));
      const cipher = createCipheriv(CIPHER, keyOf(me), nonce);
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64');
    },
    decrypt(from, encrypted) {
      const bytes = Buffer.from(encrypted, 'base64');
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
