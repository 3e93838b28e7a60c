import type { Hono } from 'hono';
import { textOfForm } from '../features/hooks/forms/read.ts';
import type { HookAnswer } from '../features/hooks/post-words.ts';
import { receiveHook } from '../features/hooks/receive.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { RequestOrigin } from '../kernel/request.ts';
import { type CallRequest, FetchCallRequest } from './call-request.ts';
import type { EndpointParts } from './calls.ts';
import type { PlainAnswer } from './http-app.ts';

const GUARDS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/** Success in the words of each form; refusals are plain words with a status (HOOK-5). */
function answered({ status, words, reply, retryAfterSec }: HookAnswer, wait: boolean): PlainAnswer {
  const headers = { ...GUARDS, ...(retryAfterSec && { 'retry-after': String(retryAfterSec) }) };
  if (reply === 'discord' && !wait) return { status: 204, headers, body: '' };
  if (reply !== 'discord' && reply !== 'success')
    return { status, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' }, body: words };
  const body = JSON.stringify(reply === 'success' ? { success: true } : { id: '0', type: 0, content: '' });
  return { status, headers: { ...headers, 'content-type': 'application/json' }, body };
}

const EVENTS = ['x-github-event', 'x-gitea-event', 'x-gogs-event', 'x-forgejo-event'] as const;
const DELIVERIES = ['x-github-delivery', 'x-gitea-delivery', 'x-gogs-delivery', 'webhook-id'] as const;

const PATH = /^\/hooks\/([^/]+)(?:\/([^/]+))?$/;

type Answer = (request: CallRequest, peer: RequestOrigin) => Promise<PlainAnswer>;

/** Addresses of incoming hooks (HOOK-1). Returns the handler of a path; null: it is another path. */
export function addHooks(
  app: Hono<{ Bindings: { peer: RequestOrigin } }>,
  calls: EndpointParts,
  fail: (error: unknown, request: CallRequest) => PlainAnswer,
): (path: string) => Answer | null {
  const hookAt = (path: string): Answer | null => {
    const [, secret, form = ''] = PATH.exec(path) ?? [];
    if (secret === undefined) return null;
    return (request, peer) =>
      answerHook(calls, { secret, form }, request, peer).catch((error) => fail(error, request));
  };
  app.post('/hooks/*', async ({ req, env }) => {
    const answer = await hookAt(req.path)?.(new FetchCallRequest(req.raw), env.peer);
    const { status, headers, body } = answer ?? { status: 404, headers: GUARDS, body: 'not found' };
    return new Response(status === 204 ? null : body, { status, headers });
  });
  return hookAt;
}

async function answerHook(
  calls: EndpointParts,
  { secret, form }: { readonly secret: string; readonly form: string },
  request: CallRequest,
  peer: RequestOrigin,
): Promise<PlainAnswer> {
  const first = (names: readonly string[]) => names.map((name) => request.header(name)).find(Boolean) ?? '';
  const type = (request.header('content-type') ?? '').trim();
  const reply = await receiveHook(calls, {
    secret,
    form: form.toLowerCase(),
    address: peer.address,
    type: type.toLowerCase(),
    event: first(EVENTS).slice(0, 64),
    delivery: first(DELIVERIES).slice(0, 128),
    body: async (most) => {
      const text = await request.text(most);
      return text instanceof Refusal || !/^multipart\/form-data/i.test(type) ? text : textOfForm(text, type);
    },
  });
  return answered(reply, /[?&]wait=true(?:&|$)/.test(request.url));
}
