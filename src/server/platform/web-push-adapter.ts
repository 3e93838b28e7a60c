import { lookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { pushLimits as limits } from '../../domain/limits.ts';
import type { Push, PushManner, PushOutcome, PushTarget } from '../../ports/push.ts';
import { isPublicAddress } from './public-address.ts';

export interface WebPushSettings {
  /** `mailto:` or `https:`: whom a push service turns to when something is wrong with what we send. */
  readonly subject: string;
  /** For tests only: also unencrypted and on this machine. */
  readonly allowPrivate: boolean;
}

/** Loaded when it is first needed: a start has the keys already, and nothing to send. */
const library = async () => (await import('web-push')).default;

/** Standard Web Push: signed (VAPID) and encrypted (aes128gcm) by the library, sent by ourselves. */
export function createWebPush({ subject, allowPrivate }: WebPushSettings): Push {
  const mayAsk = (host: string): boolean => allowPrivate || isPublicAddress(host);
  /**
   * The connection goes to exactly the addresses that were looked at: a name that changes its mind meanwhile
   * gains nothing.
   */
  const looked: LookupFunction = (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found: readonly LookupAddress[]) => {
      const [one] = found ?? [];
      if (error || one === undefined) return done(error ?? new Error('no address'), '', 4);
      if (!found.every(({ address }) => mayAsk(address))) return done(new Error('a private address'), '', 4);
      return options.all === true ? done(null, [...found]) : done(null, one.address, one.family);
    });
  };
  const addressed = (endpoint: string): URL | null => {
    const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
    if (url === null || url.username !== '' || url.password !== '') return null;
    // Every push service is at the usual port; others are doors of somebody's machine.
    if (!allowPrivate && (url.protocol !== 'https:' || url.port !== '')) return null;
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
    const bare = url.hostname.replace(/^\[|\]$/g, '');
    return isIP(bare) === 0 || mayAsk(bare) ? url : null;
  };
  return {
    makeKeys: async () => (await library()).generateVAPIDKeys(),
    allows: (endpoint) =>
      new Promise((resolve) => {
        const url = addressed(endpoint);
        if (url === null) return resolve(false);
        const bare = url.hostname.replace(/^\[|\]$/g, '');
        if (isIP(bare) !== 0) return resolve(true);
        return looked(bare, { all: true }, (error) => resolve(error === null));
      }),
    send: async (target, text, manner) => {
      const url = addressed(target.endpoint);
      if (url === null) return 'refused';
      try {
        return await post(url, await details(target, text, manner, subject), looked);
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

/** Follows no redirection and reads nothing of the answer but its status. */
function post(
  url: URL,
  { headers, body }: Awaited<ReturnType<typeof details>>,
  looked: LookupFunction,
): Promise<PushOutcome> {
  const open = url.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const request = open(
      url,
      {
        method: 'POST',
        headers: { ...headers },
        lookup: looked,
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
