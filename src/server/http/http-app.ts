import { Hono } from 'hono';
import type { Context } from 'hono';
import type { Peer } from '../services/context.ts';
import { upload } from '../../domain/limits.ts';
import { serveDefaultFace, serveGroupFace } from '../files/faces.ts';
import { serveFile, servePicture } from '../files/serve.ts';
import { assetResponse } from './assets.ts';
import type { Assets } from './assets.ts';
import { addressKey } from './address-key.ts';
import { answerCall, countAnswer } from './calls.ts';
import type { Answered, Calls } from './calls.ts';
import { absoluteAlone } from '../frames/absolute.ts';
import { refused, unknownOutcome } from './answer.ts';
import { OUR_CLIENT, code } from '../../wire/envelope.ts';
import { jsonBytes } from './json-bytes.ts';
import type { Operation } from '../operation/operation.ts';
import { opened, preflight } from './other-origins.ts';
import { CALL } from './room.ts';
import { TABLE } from './table.ts';
import { languageOf, say } from './texts.ts';

export interface HttpApp {
  fetch(request: Request, peer: Peer): Promise<Response>;
}

/** Only our own scripts and pictures, no frame around us; frames inside are for the browser page, which sandboxes them. */
const SECURITY: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' blob:; " +
    "frame-src http: https:; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  // Calls are made here, and not by pages in frames; the rest is asked for by nobody.
  'permissions-policy': 'camera=(self), microphone=(self), display-capture=(self), geolocation=(self), payment=(), usb=(), serial=(), hid=(), midi=()',
};

/** For a year: whoever came by TLS comes by nothing else. Only said where TLS is known to be in front. */
const ONLY_TLS = 'max-age=31536000';

/** A fetch-style application, so that Node, tests and a page host the same object. */
export function createHttpApp(calls: Calls, assets: Assets | null, operation: Operation): HttpApp {
  const app = new Hono<{ Bindings: { peer: Peer } }>({ getPath });
  const { publicUrl: origin = null, allowOrigins = [] } = calls.core.settings;
  for (const row of TABLE) {
    for (const path of row.paths) {
      const answer = ({ req, env }: Context<{ Bindings: { peer: Peer } }>) => measured(calls, row.paths[0] ?? path, async () => seenFrom(req.raw, origin, await answerCall(calls, row, req.raw, env.peer, req.param())));
      app.post(path.toLowerCase(), answer);
      if (row.alsoGet) app.get(path.toLowerCase(), answer);
    }
  }
  app.options('*', () => plain(204, null, { allow: 'GET, HEAD, POST, OPTIONS' }));
  // Somebody opened the address of a code in a browser: the app goes where the code leads, after a login.
  app.get('/scan/*', ({ req }) => plain(302, null, { location: `/#/pages/index/scan?code=${encodeURIComponent(req.path.slice('/scan/'.length))}` }));
  app.get('/files/*', ({ req }) => serveFile(calls.core, req.raw));
  // Drawing costs more than asking: so many for each address.
  const maySee = (peer: Peer) => calls.rates.take(`faces @${addressKey(peer.address)}`, upload.facesRate) === 0;
  app.get('/avatar/:group/:version', ({ req, env }) => (maySee(env.peer) ? serveGroupFace(calls.core, req.param('group'), req.param('version')) : busy()));
  app.get('/avatar/:letters/:size/:person', ({ req, env }) => (maySee(env.peer) ? serveDefaultFace(calls.core, req.param('letters'), req.param('size'), req.param('person')) : busy()));
  app.get('/pictures/:key', ({ req }) => servePicture(calls.core, req.raw, req.param('key')));
  app.get('/healthz', () => plain(200, 'ok'));
  app.get('/readyz', async () => {
    const said = await operation.ready();
    return new Response(JSON.stringify(said), { status: said.ready ? 200 : 503, headers: JSON_HEADERS });
  });
  app.get('/metrics', async ({ req }) => {
    const text = await operation.metrics(req.header('authorization') ?? '');
    return text === null ? plain(404, 'not found') : plain(200, text);
  });
  app.get('/favicon.ico', async ({ req }) => {
    const icon = await assets?.('/icons/icon-192.png');
    return icon ? assetResponse(icon, req.raw, new Headers(SECURITY)) : plain(204, null);
  });
  app.get('*', async ({ req }) => {
    const asset = CALL.test(req.path) ? null : await assets?.(req.path);
    return asset ? assetResponse(asset, req.raw, new Headers(SECURITY)) : unknown(req.raw, req.path);
  });
  app.notFound(({ req }) => unknown(req.raw, req.path));
  app.onError((error, { req }) => {
    const { log } = calls.core;
    const undecided = unknownOutcome(error, languageOf(req.header('accept-language') ?? null));
    if (undecided !== null) {
      log.write('warn', 'outcome unknown', { path: req.path, error: String(error) });
      return new Response(JSON.stringify(undecided), { status: 502, headers: JSON_HEADERS });
    }
    // The asker is gone, and with it the body that was being read.
    if (req.raw.signal.aborted) return plain(499, 'aborted');
    // The path says which call; the body could hold what people wrote.
    log.write('error', 'call failed', { path: req.path, error: error.name, message: error.message, stack: error.stack });
    return plain(500, 'server fault');
  });
  return {
    fetch: async (request, peer) => {
      const response = opened(preflight(request, allowOrigins) ?? (await app.fetch(request, { peer })), request, allowOrigins);
      if ((peer.origin ?? origin)?.startsWith('https:')) response.headers.set('strict-transport-security', ONLY_TLS);
      return response;
    },
  };
}

/** The path of a call in an address that needs no taking apart: each request would pay for it. */
const PLAIN_CALL = /^https?:\/\/[^/?#]+(\/(?:common|enterprise)\/[a-z/]+)(?:\?|$)/i;

function getPath(request: Request): string {
  const plain = PLAIN_CALL.exec(request.url)?.[1];
  if (plain !== undefined) return plain.toLowerCase();
  const { pathname } = new URL(request.url);
  return CALL.test(pathname) ? pathname.toLowerCase() : pathname;
}

async function measured({ core, rates }: Calls, path: string, run: () => Promise<Answered>): Promise<Response> {
  const end = core.meter?.call(path);
  try {
    const { envelope, user, headers } = await run();
    end?.(envelope.code);
    const bytes = await jsonBytes(envelope, () => core.store.turn?.() ?? Promise.resolve());
    countAnswer(rates, user, bytes.length);
    return new Response(bytes, { headers: headers ? { ...JSON_HEADERS, ...headers } : JSON_HEADERS });
  } catch (error) {
    end?.(unknownOutcome(error, 'en')?.code ?? 500);
    throw error;
  }
}

/** Clients that live elsewhere need whole addresses; ours, which says who it is, is where they lead (FILE-13). */
function seenFrom(request: Request, origin: string | null, answered: Answered): Answered {
  if (origin === null || request.headers.get('x-requested-with') === OUR_CLIENT) return answered;
  return { ...answered, envelope: { ...answered.envelope, data: absoluteAlone(answered.envelope.data, origin) } };
}

/** A path of the API that there is not is still answered as the API answers. */
function unknown(request: Request, path: string): Response {
  if (!CALL.test(path)) return plain(404, 'not found');
  const msg = say('pathUnknown', languageOf(request.headers.get('accept-language')));
  return new Response(JSON.stringify(refused({ code: code.unknown, msg, data: '' })), { status: 404, headers: JSON_HEADERS });
}

const busy = (): Response => plain(429, 'too many requests', { 'retry-after': '60' });

export const JSON_HEADERS = { ...SECURITY, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

const plain = (status: number, text: string | null, more: Readonly<Record<string, string>> = {}): Response =>
  new Response(text, { status, headers: { ...SECURITY, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...more } });
