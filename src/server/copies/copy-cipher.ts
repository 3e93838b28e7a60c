import { createCipheriv, createDecipheriv, createHmac, randomBytes, scryptSync } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { copyLimits } from '../kernel/copy-limits.ts';
import { CopyRefusedError } from '../kernel/store-errors.ts';

const MAGIC = Buffer.from('parley-1');
const [SALT, IV, TAG] = [16, 12, 16];
/** Replaces the salt: names must be the same each time. */
const NAMES = Buffer.from('names of files\0\0');
const HEAD = MAGIC.length + SALT + IV;

/**
 * Encrypts copies with the operator's key (COPY-3): compressed, then AES-256-GCM. The name is authenticated,
 * so that a swapped, truncated or changed piece is detected. Each piece contains the salt of its key, so that
 * none depends on another.
 */
export class CopyCipher {
  private readonly salt = randomBytes(SALT);
  private readonly keys = new Map<string, Buffer>();

  constructor(private readonly secret: string) {}

  encrypt(name: string, plain: Buffer, packed = true): Buffer {
    const iv = randomBytes(IV);
    const cipher = createCipheriv('aes-256-gcm', this.key(this.salt), iv);
    cipher.setAAD(Buffer.from(name));
    const body = cipher.update(deflateRawSync(plain, { level: packed ? 1 : 0 }));
    return Buffer.concat([MAGIC, this.salt, iv, body, cipher.final(), cipher.getAuthTag()]);
  }

  /** @throws CopyRefusedError it is not what was encrypted under this name with this key */
  decrypt(name: string, encrypted: Buffer): Buffer {
    try {
      if (encrypted.length < HEAD + TAG || !encrypted.subarray(0, MAGIC.length).equals(MAGIC))
        throw new Error('cut off');
      const salt = encrypted.subarray(MAGIC.length, MAGIC.length + SALT);
      const iv = encrypted.subarray(MAGIC.length + SALT, HEAD);
      const decipher = createDecipheriv('aes-256-gcm', this.key(salt), iv);
      decipher.setAAD(Buffer.from(name));
      decipher.setAuthTag(encrypted.subarray(-TAG));
      const packed = Buffer.concat([decipher.update(encrypted.subarray(HEAD, -TAG)), decipher.final()]);
      return inflateRawSync(packed, { maxOutputLength: 2 * copyLimits.partBytes });
    } catch (error) {
      throw new CopyRefusedError(`${name} was changed or cut off, or COPIES_KEY is another one`, {
        cause: error,
      });
    }
  }

  /** Constant for this text and key, and meaningless without the key. */
  nameOf(text: string): string {
    return createHmac('sha256', this.key(NAMES)).update(text).digest('hex').slice(0, 32);
  }

  private key(salt: Buffer): Buffer {
    const text = salt.toString('hex');
    const cached = this.keys.get(text);
    if (cached) return cached;
    const key = scryptSync(this.secret, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 });
    this.keys.set(text, key);
    return key;
  }
}
