import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { PasskeyFacts, Passkeys, PasskeySite } from '../../ports/passkeys.ts';

/** Loaded for the first passkey: a start has none to read. */
const library = () => import('@simplewebauthn/server');

const bytesOf = (text: string, encoding: 'hex' | 'base64url'): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(text, encoding));
const textOf = (challenge: string): string => Buffer.from(challenge, 'base64url').toString('utf8');

/** The library parses an answer without trusting it, and throws for an invalid one. */
const read = <T>(answer: string): T => JSON.parse(answer) as T;

/**
 * Attestation statements are not requested. The library would follow the addresses in one with certificates,
 * so it is refused first.
 */
async function hasCertificates(answer: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(bytesOf(answer.response.attestationObject, 'base64url'));
  const kind: string = attestation.get('fmt');
  return kind !== 'none' && (kind !== 'packed' || attestation.get('attStmt').get('x5c') !== undefined);
}

export function createPasskeys(): Passkeys {
  return {
    async toMake({ domain }, service, { handle, account, name, existingIds }, challenge) {
      const { generateRegistrationOptions } = await library();
      return generateRegistrationOptions({
        rpName: service,
        rpID: domain,
        userID: bytesOf(handle, 'hex'),
        userName: account,
        userDisplayName: name,
        challenge,
        excludeCredentials: existingIds.map((id) => ({ id })),
        // Discoverable and user-verified: it replaces name and password.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },
    async toUse({ domain }, challenge) {
      const { generateAuthenticationOptions } = await library();
      return generateAuthenticationOptions({ rpID: domain, challenge, userVerification: 'required' });
    },
    async verifyMade(site, answer) {
      try {
        return await readMade(site, read<RegistrationResponseJSON>(answer));
      } catch {
        return null;
      }
    },
    idIn(answer) {
      try {
        const { id } = read<{ readonly id?: unknown }>(answer);
        return typeof id === 'string' ? id : null;
      } catch {
        return null;
      }
    },
    async verifyUsed(site, answer, facts) {
      try {
        return await readUsed(site, read<AuthenticationResponseJSON>(answer), facts);
      } catch {
        return null;
      }
    },
  };
}

async function readMade({ domain, origin }: PasskeySite, response: RegistrationResponseJSON) {
  if (await hasCertificates(response)) return null;
  const { verifyRegistrationResponse } = await library();
  let challenge = '';
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: (value) => ((challenge = textOf(value)), true),
    expectedOrigin: origin,
    expectedRPID: domain,
  });
  if (!registrationInfo) return null;
  const { id, publicKey, counter } = registrationInfo.credential;
  const facts = { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
  return { facts, challenge };
}

async function readUsed(
  { domain, origin }: PasskeySite,
  response: AuthenticationResponseJSON,
  { id, publicKey, counter }: PasskeyFacts,
) {
  const { verifyAuthenticationResponse } = await library();
  let challenge = '';
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (value) => ((challenge = textOf(value)), true),
    expectedOrigin: origin,
    expectedRPID: domain,
    credential: { id, publicKey: bytesOf(publicKey, 'base64url'), counter },
  });
  return verified ? { counter: authenticationInfo.newCounter, challenge } : null;
}
