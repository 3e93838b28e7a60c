/** The secret from which a device encrypts its frames, and its name (docs/calls.md "Keys"). */
export interface MediaKey {
  readonly generation: number;
  readonly step: number;
  readonly secret: Uint8Array<ArrayBuffer>;
}

export const SECRET_BYTES = 32;
const text = new TextEncoder();

async function derived(secret: Uint8Array<ArrayBuffer>, purpose: string): Promise<Uint8Array<ArrayBuffer>> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: text.encode(purpose) };
  return new Uint8Array(await crypto.subtle.deriveBits(how, base, SECRET_BYTES * 8));
}

/** Returns the secret of the next step. No holder can compute the previous one. */
export const nextSecret = (secret: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  derived(secret, 'parley call: next step');

export const frameKeyOf = async (secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', await derived(secret, 'parley call: frames'), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ]);
