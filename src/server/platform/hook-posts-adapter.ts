import { createHmac } from 'node:crypto';
import { request as requestPlain } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { HookPost, HookPosts, HookReply } from '../../ports/hook-posts.ts';
import { createGuard } from './guard-adapter.ts';
import type { Guard, GuardSettings } from './guard-adapter.ts';

const PROTOCOLS: readonly string[] = ['https:', 'http:'];
const SECRET_HEAD = 'whsec_';

/** The headers of Standard Webhooks 1.0 (HOOK-11). */
function signed({ id, atMs, body, secret }: HookPost): Readonly<Record<string, string>> {
  const sec = Math.floor(atMs / 1_000);
  const key = Buffer.from(secret.slice(SECRET_HEAD.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${sec}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(sec), 'webhook-signature': `v1,${signature}` };
}

export function createHookPosts(settings: Omit<GuardSettings, 'anyPort'>): HookPosts {
  const guard = createGuard({ ...settings, anyPort: true });
  return {
    isAllowed: (address) => guard.addressed(address, PROTOCOLS) !== null,
    post: async (request) => {
      const url = guard.addressed(request.url, PROTOCOLS);
      if (url === null) return { status: 0, fault: 'refused address' };
      try {
        return await ask(guard, url, request);
      } catch (error) {
        const isRefused = error instanceof Error && error.message === 'a private address';
        return { status: 0, fault: isRefused ? 'refused address' : 'no answer' };
      }
    },
  };
}

/** Each request has its own connection, to the checked address. */
function ask(guard: Guard, url: URL, request: HookPost): Promise<HookReply> {
  const open = url.protocol === 'https:' ? requestSecure : requestPlain;
  const headers = {
    ...signed(request),
    'content-type': request.type,
    'content-length': Buffer.byteLength(request.body),
    'user-agent': 'Parley (hook)',
    connection: 'close',
  };
  const { signal } = request;
  return new Promise((resolve, reject) => {
    const asking = open(
      url,
      { method: 'POST', headers, agent: false, lookup: guard.lookup, signal },
      (answer) => {
        beginningOf(answer, request.readMax)
          .then((text) => resolve({ status: answer.statusCode ?? 0, text }), reject)
          .finally(() => answer.destroy());
      },
    );
    asking.on('error', reject);
    asking.end(request.body);
  });
}

/** The rest of an endless answer is never read (HOOK-12). */
async function beginningOf(answer: IncomingMessage, max: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.byteLength;
    if (size >= max) break;
  }
  return Buffer.concat(parts).subarray(0, max).toString('utf8');
}
