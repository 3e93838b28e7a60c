import type { ServerMetadata } from 'openid-client';
import type { Log } from '../../ports/log.ts';
import type { OpenIdEnd, OpenIdPerson, OpenIdProblem, OpenIds, OpenIdTrip } from '../../ports/openid.ts';
import { openIdLimits as limits } from '../kernel/limits.ts';
import type { OpenIdSetting } from '../kernel/openid-settings.ts';

/** Loaded for the first login elsewhere: a start has none to read. */
const library = () => import('openid-client');

const waitSec = limits.waitMs / 1_000;
const now = (): number => performance.now();

/** Requested data: identity and address. */
const SCOPE = 'openid email profile';

export function createOpenIds(settings: readonly OpenIdSetting[], log: Log): OpenIds {
  const ways = new Map(settings.map((setting) => [setting.id, new Way(setting)]));
  const wayOf = ({ provider }: OpenIdTrip): Way => {
    const way = ways.get(provider);
    if (!way) throw new Error('the caller asks for providers that there are');
    return way;
  };
  /** The reason is for the operator; it contains no user data. */
  const refused = (provider: string, error: unknown): void => {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    log.write('warn', 'login elsewhere refused', { provider, error: name, message });
  };
  return {
    providers: settings.map(({ id, name, isOpen }) => ({ id, name, isOpen })),
    faults: () => [...ways.values()].flatMap((way) => way.fault ?? []),
    look: async () => void (await Promise.all([...ways.values()].map((way) => way.look(log)))),
    async begin(trip) {
      try {
        return await wayOf(trip).begin(trip);
      } catch (error) {
        refused(trip.provider, error);
        return null;
      }
    },
    async finish(trip, answer) {
      try {
        return await wayOf(trip).finish(trip, answer);
      } catch (error) {
        refused(trip.provider, error);
        return problemOf(error);
      }
    },
    async ended(provider, note) {
      const way = ways.get(provider);
      if (!way) return 'wrong';
      try {
        return await way.ended(note);
      } catch (error) {
        refused(provider, error);
        return problemOf(error);
      }
    },
  };
}

/** One provider. Its metadata is cached for a while; its keys are requested again at each login. */
class Way {
  private cache: { readonly facts: ServerMetadata; readonly untilMs: number } | null = null;

  /** Why the provider could not be asked about itself the last time; null: it answered. */
  fault: string | null = null;

  /** The fault as the log has it. */
  private loggedFault: string | null = null;

  constructor(private readonly setting: OpenIdSetting) {}

  async begin({ redirect, state, nonce, verifier }: OpenIdTrip): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
    const url = buildAuthorizationUrl(await this.configuration(), {
      redirect_uri: redirect,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  async finish({ redirect, state, nonce, verifier }: OpenIdTrip, answer: string): Promise<OpenIdPerson> {
    const { authorizationCodeGrant, fetchUserInfo } = await library();
    const configuration = await this.configuration();
    const tokens = await authorizationCodeGrant(configuration, new URL(`${redirect}?${answer}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('no claims');
    const { userinfo_endpoint } = configuration.serverMetadata();
    // Some providers sign only the user id, and return the rest by a request with the token.
    const more =
      claims['email'] === undefined && userinfo_endpoint !== undefined
        ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {};
    return personOf(this.setting, claims.iss, claims.sub, { ...claims, ...more });
  }

  async ended(note: string): Promise<OpenIdEnd> {
    // Loaded for the first of them: a start has none to read.
    const { readEnd } = await import('./openid-ended.ts');
    return readEnd(note, {
      facts: await this.facts(),
      client: this.setting.client,
      fetch: (url, options) => boundedFetch(url, options),
    });
  }

  /** Keys are kept with a configuration: a new one has none, so keys that were changed count at once. */
  private async configuration() {
    const openid = await library();
    const { setting } = this;
    const facts = await this.facts();
    const methods = facts.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const auth =
      setting.secret === ''
        ? openid.None()
        : methods.includes('client_secret_basic')
          ? openid.ClientSecretBasic(setting.secret)
          : openid.ClientSecretPost(setting.secret);
    const configuration = new openid.Configuration(facts, setting.client, {}, auth);
    configuration.timeout = waitSec;
    configuration[openid.customFetch] = boundedFetch;
    openid.enableNonRepudiationChecks(configuration);
    if (setting.issuer.startsWith('http:')) openid.allowInsecureRequests(configuration);
    return configuration;
  }

  /** Logs a fault when it begins or changes, so that it shows before the first login (OPS-22). */
  async look(log: Log): Promise<void> {
    await this.facts().catch(() => undefined);
    if (this.fault !== null && this.fault !== this.loggedFault) log.write('warn', this.fault);
    this.loggedFault = this.fault;
  }

  private async facts(): Promise<ServerMetadata> {
    if (this.cache !== null && this.cache.untilMs > now()) return this.cache.facts;
    try {
      const facts = await this.askFacts();
      this.fault = null;
      this.cache = { facts, untilMs: now() + limits.metadataLifeMs };
      return facts;
    } catch (error) {
      const { id, issuer } = this.setting;
      this.fault = `the provider ${id} (${issuer}) does not answer as it should: ${reasonOf(error, issuer)}`;
      throw error;
    }
  }

  private async askFacts(): Promise<ServerMetadata> {
    const openid = await library();
    const { setting } = this;
    const discovered = await openid.discovery(
      new URL(setting.issuer),
      setting.client,
      undefined,
      openid.None(),
      {
        timeout: waitSec,
        [openid.customFetch]: boundedFetch,
        // Only an address of this machine itself is taken without TLS.
        execute: setting.issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [],
      },
    );
    return discovered.serverMetadata();
  }
}

/** The innermost error: the outer ones only report a failure. */
function reasonOf(error: unknown, issuer: string): string {
  const cause = fieldOf(error, 'cause');
  if (cause instanceof Response && cause.status !== 200) return `HTTP ${cause.status}: check the issuer`;
  const statedIssuer = fieldOf(fieldOf(cause, 'body'), 'issuer');
  if (typeof statedIssuer === 'string' && statedIssuer !== issuer)
    return `it names the issuer ${statedIssuer}: set exactly that`;
  if (cause instanceof Error) return reasonOf(cause, issuer);
  const code = fieldOf(error, 'code');
  return typeof code === 'string' ? code : error instanceof Error ? error.message : String(error);
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function personOf(
  { isTrusted }: OpenIdSetting,
  issuer: string,
  subject: string,
  claims: Readonly<Record<string, unknown>>,
): OpenIdPerson {
  const isVerified = isTrusted || claims['email_verified'] === true || claims['email_verified'] === 'true';
  return {
    issuer,
    subject,
    email: isVerified ? text(claims['email']).trim().toLowerCase() : '',
    name: text(claims['name']) || text(claims['preferred_username']),
    session: text(claims['sid']).slice(0, limits.sessionLengthMax),
  };
}

/** Provider answers are a few kilobytes; longer ones are rejected. */
async function boundedFetch(url: string, options: object): Promise<Response> {
  const answer = await fetch(url, options);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.byteLength;
    if (length > limits.answerBytesMax) throw new Error('the answer of the provider is too long');
    parts.push(new Uint8Array(part));
  }
  const { status, statusText, headers } = answer;
  const hasBody = length > 0;
  return new Response(hasBody ? new Blob(parts) : null, { status, statusText, headers });
}

const fieldOf = (error: unknown, field: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, field) : undefined;

/** The library throws for every invalid answer; the layer below throws if the provider is unreachable. */
function problemOf(error: unknown): OpenIdProblem {
  if (fieldOf(error, 'error') === 'access_denied') return 'denied';
  const causes = [error, fieldOf(error, 'cause')];
  const isAway =
    causes.some((one) => Number(fieldOf(one, 'status')) >= 500) ||
    causes.some((one) => one instanceof TypeError && one.message === 'fetch failed') ||
    causes.some((one) => ['TimeoutError', 'AbortError'].includes(String(fieldOf(one, 'name'))));
  return isAway ? 'away' : 'wrong';
}
