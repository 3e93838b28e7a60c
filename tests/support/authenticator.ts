import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Possible faults in the answer of a device. */
export interface Said {
  readonly origin?: string;
  readonly domain?: string;
  readonly counter?: number;
  readonly challenge?: string;
  /** The user was not verified by the device. */
  readonly unverified?: true;
  readonly id?: string;
  readonly type?: string;
  /** The attestation statement, if the device makes one. */
  readonly statement?: readonly [kind: string, facts: ReadonlyMap<string, unknown>];
}

interface Asked {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
}

const text64 = (value: Uint8Array | string): string => Buffer.from(value).toString('base64url');
const sha256 = (value: Uint8Array | string): Buffer => createHash('sha256').update(value).digest();
const part = (value = ''): Uint8Array => new Uint8Array(Buffer.from(value, 'base64url'));
const COUNT = 4;
const [PRESENT, VERIFIED, WITH_KEY] = [0x01, 0x04, 0x40];

/**
 * A device with one passkey, in software. It creates the passkey and signs challenges, with faults if
 * requested.
 */
export class Authenticator {
  readonly id = text64(randomBytes(16));
  counter = 0;
  private readonly keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } =
    generateKeyPairSync('ec', { namedCurve: 'P-256' });

  constructor(private readonly origin: string) {}

  made(asked: Asked, said: Said = {}): string {
    const jwk = this.keys.publicKey.export({ format: 'jwk' });
    // COSE: an elliptic curve key, for ES256, on P-256.
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, part(jwk.x)],
        [-3, part(jwk.y)],
      ]),
    );
    const id = Buffer.from(said.id ?? this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const authData = Buffer.concat([this.head(asked, said, WITH_KEY), Buffer.alloc(16), length, id, key]);
    const [fmt, attStmt] = said.statement ?? ['none', new Map()];
    const object = new Map<string, unknown>([
      ['fmt', fmt],
      ['attStmt', attStmt],
      ['authData', new Uint8Array(authData)],
    ]);
    return this.answer(said, {
      clientDataJSON: this.client('webauthn.create', asked, said),
      attestationObject: text64(isoCBOR.encode(object as never)),
    });
  }

  used(asked: Asked, said: Said = {}): string {
    const clientDataJSON = this.client('webauthn.get', asked, said);
    const authData = this.head(asked, said, 0);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const signature = sign('sha256', signed, this.keys.privateKey);
    return this.answer(said, {
      clientDataJSON,
      authenticatorData: text64(authData),
      signature: text64(signature),
    });
  }

  private answer({ id = this.id }: Said, response: object): string {
    return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
  }

  private client(type: string, asked: Asked, said: Said): string {
    return text64(
      JSON.stringify({
        type: said.type ?? type,
        challenge: said.challenge ?? asked.challenge,
        origin: said.origin ?? this.origin,
        crossOrigin: false,
      }),
    );
  }

  private head(asked: Asked, said: Said, more: number): Buffer {
    const counter = Buffer.alloc(COUNT);
    counter.writeUInt32BE(said.counter ?? this.counter);
    const flags = Buffer.from([PRESENT | (said.unverified ? 0 : VERIFIED) | more]);
    return Buffer.concat([sha256(said.domain ?? asked.rp?.id ?? asked.rpId ?? ''), flags, counter]);
  }
}
