import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import type { FetchImplementation } from 'jose';
import type { ServerMetadata } from 'openid-client';
import type { OpenIdEnd } from '../../ports/openid.ts';
import { openIdLimits as limits } from '../kernel/limits.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Signature methods of providers; secrets are excluded, because the provider would share one. */
const SIGNATURES = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

interface Reading {
  readonly facts: ServerMetadata;
  /** Its name for this server. */
  readonly client: string;
  readonly fetch: FetchImplementation;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads a provider's signed note of an ended login (OIDC-9). @throws if it is invalid */
export async function readEnd(note: string, { facts, client, fetch }: Reading): Promise<OpenIdEnd> {
  if (facts.jwks_uri === undefined) throw new Error('the provider shows no keys');
  const keys = createRemoteJWKSet(new URL(facts.jwks_uri), {
    timeoutDuration: limits.waitMs,
    [customFetch]: fetch,
  });
  const { payload } = await jwtVerify(note, keys, {
    issuer: facts.issuer,
    audience: client,
    algorithms: SIGNATURES,
    maxTokenAge: limits.noteLifeMs / 1_000,
    clockTolerance: limits.clockSec,
    requiredClaims: ['jti', 'iat'],
  });
  const events = payload['events'];
  const isEnd =
    typeof events === 'object' && events !== null && typeof Reflect.get(events, EVENT) === 'object';
  // A login token has a nonce: it must not be accepted as the end of a login.
  if (!isEnd || payload['nonce'] !== undefined) throw new Error('this is no note of a logout');
  const [subject, session] = [text(payload.sub), text(payload['sid'])];
  if (subject === '' && session === '') throw new Error('the note names nobody');
  return { issuer: facts.issuer, subject, session, once: text(payload.jti) };
}
