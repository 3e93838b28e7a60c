import { GENERATIONS_MAX, joined, STEPS_MAX } from '../../../domain/frame-layout.ts';
import { CALL_WORDS, wordIndexes } from '../../../domain/call-words.ts';
import type { KeyHolder } from '../../../ports/media.ts';
import { nextSecret, SECRET_BYTES, type MediaKey } from './media-key.ts';

type Bytes = Uint8Array<ArrayBuffer>;
const ECDH = { name: 'ECDH', namedCurve: 'P-256' } as const;
const NONCE_BYTES = 12;
const NAME_BYTES = 3;
/** Stretches the words: each guess of an attacker who looks for the same words costs so many rounds. */
const WORD_ROUNDS = 200_000;
const text = new TextEncoder();

/**
 * Keys of this device in one call: a key pair, and the secret of its frames, which others receive wrapped for
 * their public key. Nothing is stored, and only wrapped secrets leave the page (GCALL-19).
 */
export class KeyExchange {
  readonly publicKey: string;
  readonly #pair: CryptoKeyPair;
  #newest: MediaKey = { generation: 0, step: 0, secret: freshSecret() };

  private constructor(pair: CryptoKeyPair, publicKey: string) {
    this.#pair = pair;
    this.publicKey = publicKey;
  }

  static async create(): Promise<KeyExchange> {
    const pair = await crypto.subtle.generateKey(ECDH, false, ['deriveBits']);
    return new KeyExchange(
      pair,
      encode(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))),
    );
  }

  get newest(): MediaKey {
    return this.#newest;
  }

  /** Goes one step further, so that a new holder cannot compute earlier secrets. */
  async advance(): Promise<void> {
    const { generation, step, secret } = this.#newest;
    if (step >= STEPS_MAX) return this.rotate();
    this.#newest = { generation, step: step + 1, secret: await nextSecret(secret) };
  }

  /** Makes a secret that holders of the previous one cannot compute. */
  rotate(): void {
    const generation = (this.#newest.generation + 1) % (GENERATIONS_MAX + 1);
    this.#newest = { generation, step: 0, secret: freshSecret() };
  }

  /** The newest secret, readable for one device. */
  async wrap(call: string, from: string, to: KeyHolder): Promise<string> {
    const { generation, step, secret } = this.#newest;
    const name = Uint8Array.of(generation >> 8, generation & 255, step);
    const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
    const key = await this.#between(to.publicKey, [call, from, to.device, this.publicKey, to.publicKey]);
    const box = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, joined([name, secret]));
    return encode(joined([iv, new Uint8Array(box)]));
  }

  /** Null: it was not wrapped by that device for this one. */
  async unwrap(call: string, from: KeyHolder, to: string, box: string): Promise<MediaKey | null> {
    try {
      const bytes = decode(box);
      const key = await this.#between(from.publicKey, [
        call,
        from.device,
        to,
        from.publicKey,
        this.publicKey,
      ]);
      const iv = bytes.subarray(0, NONCE_BYTES);
      const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes.subarray(NONCE_BYTES));
      const plain = new Uint8Array(opened);
      if (plain.length !== NAME_BYTES + SECRET_BYTES) return null;
      const [high = 0, low = 0, step = 0] = plain;
      return { generation: high * 256 + low, step, secret: plain.slice(NAME_BYTES) };
    } catch {
      return null;
    }
  }

  async #between(publicKey: string, names: readonly string[]): Promise<CryptoKey> {
    const other = await crypto.subtle.importKey('raw', decode(publicKey), ECDH, false, []);
    const shared = await crypto.subtle.deriveBits(
      { name: 'ECDH', public: other },
      this.#pair.privateKey,
      256,
    );
    const base = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
    const info = text.encode(['parley call: key', ...names].join('\n'));
    const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info };
    return crypto.subtle.deriveKey(how, base, { name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]);
  }
}

/** Places in the list of words, the same on each device that has the same public keys (GCALL-21). */
export async function compareCode(call: string, holders: readonly KeyHolder[]): Promise<readonly number[]> {
  const lines = holders.map(({ device, publicKey }) => `${device} ${publicKey}`).toSorted();
  const base = await crypto.subtle.importKey('raw', text.encode(lines.join('\n')), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const salt = text.encode(`parley call: words\n${call}`);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: WORD_ROUNDS };
  return wordIndexes(new Uint8Array(await crypto.subtle.deriveBits(how, base, CALL_WORDS * 8)));
}

const FINGERPRINT = /^a=fingerprint:(\S+) (\S+)/gm;

/**
 * Returns the same places on both ends of a direct connection, which uses the keys of the two descriptions. A
 * server between the two would use other keys (CALL-50).
 */
export function connectionCode(...descriptions: readonly string[]): Promise<readonly number[]> {
  const holders = descriptions.map((sdp) => {
    const prints = Array.from(sdp.matchAll(FINGERPRINT), ([, hash = '', print = '']) =>
      `${hash} ${print}`.toLowerCase(),
    );
    return { device: 'end', publicKey: [...new Set(prints)].toSorted().join() };
  });
  return compareCode('', holders);
}

const freshSecret = (): Bytes => crypto.getRandomValues(new Uint8Array(SECRET_BYTES));

const encode = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

const decode = (words: string): Bytes => Uint8Array.from(atob(words), (one) => one.charCodeAt(0));
