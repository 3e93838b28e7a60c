import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A third-party provider on this machine, with its usual forms. */
export async function realProvider(
  redirect: () => string,
): Promise<{ readonly issuer: string; close(): Promise<void> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const made: { provider: Provider | null } = { provider: null };
  server.on('request', (request, response) => {
    made.provider ??= providerAt(issuer, redirect());
    made.provider.callback()(request, response);
  });
  return {
    issuer,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Logs in any name as that user, with an address of that name. */
const providerAt = (issuer: string, redirect: string): Provider =>
  new Provider(issuer, {
    clients: [
      {
        client_id: 'parley',
        client_secret: 'a-secret-of-thirty-two-characters',
        redirect_uris: [redirect],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        backchannel_logout_uri: `${redirect}/logout`,
        backchannel_logout_session_required: true,
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { backchannelLogout: { enabled: true } },
    // It would ask no address of this machine otherwise, as providers should.
    fetch: (url: URL, options: object) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    pkce: { required: () => true },
    cookies: { keys: ['of this test'] },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@example.org`, email_verified: true, name: `${id} Lake` }),
    }),
  });
