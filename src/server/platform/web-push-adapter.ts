import { generateKeyPairSync } from 'node:crypto';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { pushLimits as limits } from '../../domain/limits.ts';
import type { Push, PushKeys, PushManner, PushOutcome, PushTarget } from '../../ports/push.ts';
import { bareHost, createGuard, type Guard } from './guard-adapter.ts';

export interface WebPushSettings {
  /** `mailto:` or `https:`: contact address for a push service. */
  readonly subject: string;
  /** For tests only: also allows plain HTTP and this machine. */
  readonly allowPrivate: boolean;
  /** Distributors in the own network, as `host` or `host:port` (PUSH-26). */
  readonly hosts?: readonly string[];
}

const PROTOCOLS: readonly string[] = ['https:'];

/** Loaded on first use: a start has nothing to send. */
const library = async () => (await import('web-push')).default;

/** In the library's form: numbers of 32 bytes, the public one as an uncompressed point. */
function newKeys(): PushKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { d = '', x = '', y = '' } = privateKey.export({ format: 'jwk' });
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d };
}

/** Standard Web Push: signed (VAPID) and encrypted (aes128gcm) by the library, sent by ourselves. */
export function createWebPush({ subject, allowPrivate, hosts = [] }: WebPushSettings): Push {
  const [guard, ownGuard] = [createGuard({ allowPrivate }), createGuard({ allowPrivate: true })];
  const guardFor = (endpoint: string): Guard =>
    URL.canParse(endpoint) && hosts.includes(new URL(endpoint).host) ? ownGuard : guard;
  // Every push service uses the default port; others could be private services of a machine.
  const addressed = (endpoint: string): URL | null => guardFor(endpoint).addressed(endpoint, PROTOCOLS);
  return {
    makeKeys: () => Promise.resolve(newKeys()),
    allows: (endpoint) =>
      new Promise((resolve) => {
        const url = addressed(endpoint);
        if (url === null) return resolve(false);
        const bare = bareHost(url);
        if (isIP(bare) !== 0) return resolve(true);
        return guardFor(endpoint).lookup(bare, { all: true }, (error) => resolve(error === null));
      }),
    send: async (target, text, manner) => {
      const url = addressed(target.endpoint);
      if (url === null) return 'refused';
      try {
        const { lookup } = guardFor(target.endpoint);
        return await post(url, await details(target, text, manner, subject), lookup);
      } catch {
        return 'later';
      }
    },
  };
}

const details = async (
  { endpoint, p256dh, auth }: PushTarget,
  text: string,
  { keys, urgency, ttlSec, topic }: PushManner,
  subject: string,
) =>
  (await library()).generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
    vapidDetails: { subject, ...keys },
    TTL: ttlSec,
    urgency,
    topic,
  });

/** Follows no redirects and reads only the status of the answer. */
function post(
  url: URL,
  { headers, body }: Awaited<ReturnType<typeof details>>,
  lookupFunction: LookupFunction,
): Promise<PushOutcome> {
  const open = url.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const request = open(
      url,
      {
        method: 'POST',
        headers: { ...headers },
        lookup: lookupFunction,
        timeout: limits.requestMs,
        signal: AbortSignal.timeout(limits.requestMs),
      },
      (answer) => {
        answer.destroy();
        resolve(pushOutcomeOf(answer.statusCode ?? 0));
      },
    );
    request.on('timeout', () => request.destroy(new Error('no answer')));
    request.on('error', reject);
    request.end(body);
  });
}

export function pushOutcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
}
