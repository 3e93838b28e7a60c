import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { AddressInfo } from 'node:net';

/** Possible faults in an answer of the provider. */
export interface Deviation {
  readonly claims?: Readonly<Record<string, unknown>>;
  /** `none` leaves out the signature. */
  readonly alg?: string;
  /** Signed by a key that the provider does not show. */
  readonly strange?: true;
  /** Instead of an answer. */
  readonly status?: number;
}

const text64 = (value: Uint8Array | string): string => Buffer.from(value).toString('base64url');
const part = (value: unknown): string => text64(JSON.stringify(value));

interface Key {
  readonly kid: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const newKey = (): Key => ({
  kid: randomBytes(4).toString('hex'),
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }),
});

/** A provider on this machine with correct or faulty answers, as the test sets. */
export class OpenIdHouse {
  issuer = '';
  /** Optional metadata of the provider, which a test may replace. */
  facts: Readonly<Record<string, unknown>> = {};
  deviation: Deviation = {};
  /** The user who is logged in at the provider. */
  person: Readonly<Record<string, unknown>> = {
    sub: 'anna-1',
    email: 'anna@example.org',
    email_verified: true,
    name: 'Anna Lake',
  };
  readonly asked: { readonly path: string; readonly body: string; readonly authorization: string }[] = [];
  private key = newKey();
  private readonly codes = new Map<string, { readonly nonce: string; readonly challenge: string }>();
  private readonly server = createServer((request, response) => void this.answer(request, response));

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.issuer = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  /** Other keys from now on. */
  rotate(): void {
    this.key = newKey();
  }

  /** Parameters with which the browser of a consenting user returns. */
  visit(url: string): URLSearchParams {
    const { searchParams } = new URL(url);
    const code = randomBytes(8).toString('hex');
    this.codes.set(code, {
      nonce: searchParams.get('nonce') ?? '',
      challenge: searchParams.get('code_challenge') ?? '',
    });
    return new URLSearchParams({ code, state: searchParams.get('state') ?? '', iss: this.issuer });
  }

  /** Makes the logout token that the provider posts after a logout. */
  note(claims: Readonly<Record<string, unknown>> = {}): string {
    const sec = Math.floor(Date.now() / 1_000);
    return this.signed({
      iss: this.issuer,
      aud: 'parley',
      iat: sec,
      exp: sec + 120,
      jti: randomBytes(8).toString('hex'),
      sub: this.person['sub'],
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      ...claims,
    });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const path = request.url ?? '';
    this.asked.push({ path, body, authorization: request.headers.authorization ?? '' });
    const say = (said: unknown, status = 200): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    };
    if (this.deviation.status !== undefined) return say({}, this.deviation.status);
    if (path.endsWith('/.well-known/openid-configuration')) return say(this.document());
    if (path.endsWith('/keys')) {
      const view = this.key.publicKey.export({ format: 'jwk' });
      return say({ keys: [{ ...view, kid: this.key.kid, use: 'sig', alg: 'ES256' }] });
    }
    if (path.endsWith('/me')) return say(this.person);
    return this.exchange(new URLSearchParams(body), say);
  }

  private exchange(body: URLSearchParams, say: (said: unknown, status?: number) => void): void {
    const code = body.get('code') ?? '';
    const entry = this.codes.get(code);
    const proof = createHash('sha256').update(body.get('code_verifier') ?? '');
    if (!entry || proof.digest('base64url') !== entry.challenge) return say({ error: 'invalid_grant' }, 400);
    this.codes.delete(code);
    say({ access_token: 'a', token_type: 'bearer', id_token: this.token(entry.nonce) });
  }

  private document(): object {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      userinfo_endpoint: `${this.issuer}/me`,
      jwks_uri: `${this.issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256', 'none', 'HS256'],
      authorization_response_iss_parameter_supported: true,
      ...this.facts,
    };
  }

  private token(nonce: string): string {
    const sec = Math.floor(Date.now() / 1_000);
    return this.signed({
      iss: this.issuer,
      aud: 'parley',
      iat: sec,
      exp: sec + 300,
      nonce,
      ...this.person,
      ...this.deviation.claims,
    });
  }

  private signed(said: object): string {
    const { alg = 'ES256', strange } = this.deviation;
    const key = strange ? { ...newKey(), kid: this.key.kid } : this.key;
    const text = `${part({ alg, kid: key.kid })}.${part(said)}`;
    const signer = { key: key.privateKey, dsaEncoding: 'ieee-p1363' } as const;
    return `${text}.${alg === 'none' ? '' : text64(sign('sha256', Buffer.from(text), signer))}`;
  }
}
