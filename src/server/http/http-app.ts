import { addHooks } from './hooks.ts';
import { addMailDigest } from './mail-digest.ts';
import { addMcp } from './mcp.ts';
import { Hono } from 'hono';
import type { Context } from 'hono';
import type { RequestOrigin } from '../kernel/request.ts';
import { uploadLimits } from '../../domain/limits.ts';
import { endByProvider } from '../features/auth/openid-logout.ts';
import type { LogoutAnswer } from '../features/auth/openid-logout.ts';
import { serveDefaultFace, serveGroupFace } from '../files/faces.ts';
import { serveLogo } from '../features/config/logo.ts';
import { serveOwn } from '../features/exporting/export-own.ts';
import { serveFile, servePicture } from '../files/serve.ts';
import { assetResponse } from './assets.ts';
import type { Asset, Assets } from './assets.ts';
import { addressKey } from '../kernel/address-key.ts';
import { openIdLimits } from '../kernel/limits.ts';
import { FetchCallRequest } from './call-request.ts';
import type { CallRequest } from './call-request.ts';
import { configAt, visitorConfig } from '../frames/config-data.ts';
import { createFirstAnswer, policyFor, pageLanguage } from './first-answer-adapter.ts';
import { answerCall, countAnswer, isOurs } from './calls.ts';
import type { EndpointParts } from './calls.ts';
import { absoluteAlone } from '../frames/absolute.ts';
import { refusalEnvelope, unknownOutcome } from '../kernel/answer.ts';
import { code } from '../../wire/envelope.ts';
import { ELSEWHERE, inspectorRefusal } from './inspector-guard.ts';
import { jsonBody } from './json-bytes.ts';
import type { Operation } from '../operation/operation.ts';
import { isFromElsewhere, preflight, withOriginHeaders } from '../kernel/other-origins.ts';
import { cameByProxy } from '../kernel/peer.ts';
import { CALL_PATH } from './room.ts';
import { ENDPOINTS } from '../features/features.ts';
import type { Endpoint } from '../features/endpoint.ts';
import { languageOf, say } from '../kernel/texts.ts';

export interface HttpApp {
  fetch(request: Request, peer: RequestOrigin): Promise<Response>;
  /**
   * The handler of POST calls at this path, including failures; null: there is no such call, or it uses a
   * form or path parameters.
   */
  call(path: string): CallAnswer | null;
}

type CallAnswer = (request: CallRequest, peer: RequestOrigin) => Promise<PlainAnswer>;

/** An answer as it leaves. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/**
 * Only our own scripts and pictures, no frame around us; frames inside are for the browser page, which
 * sandboxes them.
 */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' blob:; " +
  "frame-src http: https:; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'";
const SECURITY: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  // Calls are made here, never by pages in frames; other permissions are unused.
  'permissions-policy':
    'camera=(self), microphone=(self), display-capture=(self), geolocation=(self), payment=(), usb=(), serial=(), hid=(), midi=()',
};

/** One year: a browser that used TLS then uses only TLS. Sent only if TLS is known to be in front. */
const ONLY_TLS = 'max-age=31536000';

/** A fetch-style application, so that Node, tests and a page host the same object. */
export function createHttpApp(
  calls: EndpointParts,
  assets: Assets | null,
  operation: Operation,
  administration: Administration | null = null,
): HttpApp {
  const app: App = new Hono({ getPath });
  const firstAnswer = assets && createFirstAnswer(assets, POLICY);
  const { publicUrl: origin = null, allowOrigins = [] } = calls.core.settings;
  const direct = new Map<string, CallAnswer>();
  for (const row of ENDPOINTS) {
    const call = answering(calls, row, origin);
    for (const path of row.paths.map((one) => one.toLowerCase())) {
      const hasParameters = path.includes(':');
      const answer = async ({ req, env }: Context<{ Bindings: { peer: RequestOrigin } }>) =>
        responseOf(await call(new FetchCallRequest(req.raw), env.peer, hasParameters ? req.param() : null));
      app.post(path, answer);
      if (row.alsoGet) app.get(path, answer);
      if (!row.form && !hasParameters) direct.set(path, (request, peer) => call(request, peer, null));
    }
  }
  app.options('*', () => plain(204, null, { allow: 'GET, HEAD, POST, OPTIONS' }));
  // The address of a code was opened in a browser: the app opens the code's target, after a login.
  app.get('/scan/*', ({ req }) =>
    plain(302, null, {
      location: `/#/pages/index/scan?code=${encodeURIComponent(req.path.slice('/scan/'.length))}`,
    }),
  );
  addOthers(app, calls, origin);
  const hookAt = addHooks(app, calls, (error, request) => faultOf(calls.core, error, request, '/hooks'));
  addPictures(app, calls);
  addOperation(app, operation);
  if (administration) addConsole(app, administration, assets, origin);
  app.get('/favicon.ico', async ({ req }) => {
    const icon = await assets?.('/icons/icon-192.png');
    return icon ? assetResponse(icon, req.raw, new Headers(SECURITY)) : plain(204, null);
  });
  app.get('/', async ({ req, env }) => {
    const language = pageLanguage(req.header('cookie') ?? '', req.header('accept-language') ?? '');
    const config = visitorConfig(configAt(calls.core, env.peer.origin ?? origin ?? ''));
    const first = await firstAnswer?.(language, config);
    const vary = 'cookie, accept-language';
    if (first) {
      const headers = new Headers({ ...SECURITY, 'content-security-policy': first.policy, vary });
      return assetResponse(first.asset, req.raw, headers);
    }
    const page = await assets?.('/');
    return page ? pageResponse(page, req.raw) : unknown(req.raw, req.path);
  });
  guardInspector(app, calls, origin);
  app.get('*', async ({ req }) => {
    const asset = CALL_PATH.test(req.path) ? null : await assets?.(req.path);
    if (asset?.type.startsWith('text/html')) return pageResponse(asset, req.raw, req.path === FRAMED_PAGE);
    return asset ? assetResponse(asset, req.raw, new Headers(SECURITY)) : unknown(req.raw, req.path);
  });
  app.notFound(({ req }) => unknown(req.raw, req.path));
  app.onError((error, { req }) =>
    responseOf(faultOf(calls.core, error, new FetchCallRequest(req.raw), req.path)),
  );
  return {
    fetch: async (request, peer) => {
      const response = withOriginHeaders(
        preflight(request, allowOrigins) ?? (await app.fetch(request, { peer })),
        request,
        allowOrigins,
      );
      if (isTls(peer, origin)) response.headers.set('strict-transport-security', ONLY_TLS);
      return response;
    },
    call: (path) => direct.get(path.toLowerCase()) ?? hookAt(path),
  };
}

const ENDED: Readonly<Record<LogoutAnswer, number>> = { ended: 200, wrong: 400, tooOften: 429 };

/** As providers of logins ask for it: a form, and an answer by its status alone (OIDC-9). */
async function endedElsewhere(
  { core, rates }: EndpointParts,
  request: CallRequest,
  peer: RequestOrigin,
  provider: string,
): Promise<Response> {
  const body = await request.text(openIdLimits.noteBytesMax);
  const answer =
    typeof body === 'string' ? await endByProvider({ core, rates, peer }, provider, body) : 'wrong';
  return plain(ENDED[answer], null, { 'cache-control': 'no-store' });
}

type App = Hono<{ Bindings: { peer: RequestOrigin } }>;

function addOthers(app: App, calls: EndpointParts, origin: string | null): void {
  addMcp(app, calls, origin);
  addMailDigest(app, calls, JSON_HEADERS);
  // A login provider redirects a browser here; the page passes on the parameters (OIDC-3).
  app.get('/openid/:provider', ({ req }) => {
    const provider = encodeURIComponent(req.param('provider'));
    const answer = encodeURIComponent(new URL(req.url).search.slice(1));
    return plain(302, null, { location: `/#/pages/login/index?openid=${provider}&answer=${answer}` });
  });
  app.post('/openid/:provider/logout', async ({ req, env }) =>
    endedElsewhere(calls, new FetchCallRequest(req.raw), env.peer, req.param('provider')),
  );
}

function guardInspector(app: App, { core }: EndpointParts, origin: string | null): void {
  app.get('*', async ({ req, env }, next) => {
    const refusal = await inspectorRefusal(core, req, [origin, env.peer.origin]);
    return refusal === null ? next() : plain(403, refusal);
  });
}

function addPictures(app: App, calls: EndpointParts): void {
  app.get('/files/own/:token', ({ req }) =>
    serveOwn(calls.core, req.param('token'), { method: req.method, zone: req.query('zone') ?? null }),
  );
  app.get('/files/*', ({ req }) => serveFile(calls.core, req.raw));
  // Drawing costs more than asking: so many for each address.
  const maySee = (peer: RequestOrigin) =>
    calls.rates.take(`faces @${addressKey(peer.address)}`, uploadLimits.facesRate) === 0;
  app.get('/avatar/:group/:version', ({ req, env }) =>
    maySee(env.peer) ? serveGroupFace(calls.core, req.param('group'), req.param('version')) : busy(),
  );
  app.get('/avatar/:letters/:size/:person', ({ req, env }) =>
    maySee(env.peer)
      ? serveDefaultFace(calls.core, req.param('letters'), req.param('size'), req.param('person'))
      : busy(),
  );
  app.get('/logo/:name', ({ req }) => serveLogo(calls.core, req.param('name')));
  app.get('/pictures/:key', ({ req }) => servePicture(calls.core, req.raw, req.param('key')));
}

function addOperation(app: App, operation: Operation): void {
  app.get('/healthz', () => plain(200, 'ok'));
  app.get('/readyz', async () => {
    const readiness = await operation.ready();
    return new Response(JSON.stringify(readiness), {
      status: readiness.ready ? 200 : 503,
      headers: JSON_HEADERS,
    });
  });
  // Upgrades bypass this route. The answer tells pages that a proxy removed the upgrade.
  app.get('/wss', ({ req, env }) => {
    // A proxy may drop its own headers, too: with `TRUST_PROXY` one is in front.
    const { isUnforwarded = false } = env.peer;
    if (isUnforwarded || cameByProxy((name) => req.header(name))) operation.upgradeLost();
    return plain(426, 'This address is for WebSockets', { upgrade: 'websocket', connection: 'upgrade' });
  });
  app.get('/metrics', async ({ req }) => {
    const text = await operation.metrics(req.header('authorization') ?? '');
    return text === null ? plain(404, 'not found') : plain(200, text);
  });
}

/** What administrators are answered: an envelope as of a call, or a file (CONSOLE-1). */
export interface Administration {
  answer(
    what: 'show' | 'run' | 'prove' | 'logo' | 'emoji',
    request: CallRequest,
    peer: RequestOrigin,
  ): Promise<
    { readonly envelope: unknown } | { readonly file: ReadableStream<Uint8Array>; readonly name: string }
  >;
}

function addConsole(
  app: App,
  administration: Administration,
  assets: Assets | null,
  origin: string | null,
): void {
  app.get('/admin', async ({ req }) => {
    const page = await assets?.('/admin.html');
    return page ? pageResponse(page, req.raw) : plain(404, 'not found');
  });
  for (const what of ['show', 'run', 'prove', 'logo', 'emoji'] as const)
    app.post(`/admin/${what}`, async ({ req, env }) => {
      if (isFromElsewhere(req.raw, [origin, env.peer.origin])) return plain(403, ELSEWHERE);
      const reply = await administration.answer(what, new FetchCallRequest(req.raw), env.peer);
      if (!('file' in reply)) return new Response(JSON.stringify(reply.envelope), { headers: JSON_HEADERS });
      return new Response(reply.file, {
        headers: {
          ...SECURITY,
          'content-type': 'application/octet-stream',
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(reply.name)}`,
          'cache-control': 'no-store',
        },
      });
    });
}

const responseOf = ({ status, headers, body }: PlainAnswer): Response =>
  new Response(body, { status, headers });

/** The path of a call in an address that needs no taking apart: each request would pay for it. */
const PLAIN_CALL = /^https?:\/\/[^/?#]+(\/(?:common|enterprise)\/[a-z/]+)(?:\?|$)/i;

function getPath(request: Request): string {
  const plain = PLAIN_CALL.exec(request.url)?.[1];
  if (plain !== undefined) return plain.toLowerCase();
  const { pathname } = new URL(request.url);
  return CALL_PATH.test(pathname) ? pathname.toLowerCase() : pathname;
}

/**
 * One call of the table, from what came to what leaves; clients that live elsewhere need whole addresses in
 * it (FILE-13).
 */
function answering(calls: EndpointParts, row: Endpoint, origin: string | null) {
  const { core, rates } = calls;
  const [path = ''] = row.paths;
  const turn = () => core.store.turn?.() ?? Promise.resolve();
  return async (
    request: CallRequest,
    peer: RequestOrigin,
    params: Readonly<Record<string, string>> | null,
  ): Promise<PlainAnswer> => {
    const end = core.meter?.call(path);
    try {
      const answered = await answerCall(calls, row, request, peer, params);
      const { envelope, headers } = answered;
      end?.(envelope.code);
      const elsewhere = origin !== null && !isOurs(request);
      const absoluteEnvelope = elsewhere
        ? { ...envelope, data: absoluteAlone(envelope.data, origin) }
        : envelope;
      const result = jsonBody(absoluteEnvelope, turn);
      const body = result instanceof Promise ? await result : result;
      // A text is too short to count.
      if (typeof body !== 'string') countAnswer(rates, answered, body.length);
      const usual = isTls(peer, origin) ? TLS_HEADERS : JSON_HEADERS;
      return { status: 200, headers: headers ? { ...usual, ...headers } : usual, body };
    } catch (error) {
      end?.(unknownOutcome(error, 'en')?.code ?? 500);
      return faultOf(core, error, request, path.toLowerCase());
    }
  };
}

/** The answer to a crashed call; it must not look like one of the error table. */
function faultOf(
  { log, ids }: EndpointParts['core'],
  error: unknown,
  callRequest: CallRequest,
  path: string,
): PlainAnswer {
  const request = requestId(callRequest) ?? ids.hex(16);
  const requestHeaders = { 'x-request-id': request };
  const undecided = unknownOutcome(error, languageOf(callRequest.header('accept-language')));
  if (undecided !== null) {
    log.write('warn', 'outcome unknown', { path, request, error: String(error) });
    return { status: 502, headers: { ...JSON_HEADERS, ...requestHeaders }, body: JSON.stringify(undecided) };
  }
  // The client is gone, and its body with it.
  if (callRequest.isGone()) return { status: 499, headers: TEXT_HEADERS, body: 'aborted' };
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  // The path identifies the call; the body is not logged, because it may contain user text.
  log.write('error', 'call failed', { path, request, error: name, message, stack });
  return { status: 500, headers: { ...TEXT_HEADERS, ...requestHeaders }, body: `server fault ${request}` };
}

/** The request number of a proxy in front, so that both logs refer to the same request (OPS-12). */
function requestId(request: CallRequest): string | null {
  const headerId = request.header('x-request-id') ?? '';
  return /^[\w.:+/=-]{1,128}$/.test(headerId) ? headerId : null;
}

/** A path of the API that there is not is still answered as the API answers. */
function unknown(request: Request, path: string): Response {
  if (!CALL_PATH.test(path)) return plain(404, 'not found');
  const msg = say('pathUnknown', languageOf(request.headers.get('accept-language')));
  return new Response(JSON.stringify(refusalEnvelope({ code: code.unknown, msg, data: '' })), {
    status: 404,
    headers: JSON_HEADERS,
  });
}

/** The app over a recorded script, which the inspector shows in a frame. */
const FRAMED_PAGE = '/replay.html';

/** A page of the build, with permission for its own scripts. `framed`: pages of this server may contain it. */
function pageResponse(page: Asset, request: Request, framed = false): Response {
  const policy = policyFor(new TextDecoder().decode(page.body), POLICY);
  return assetResponse(
    page,
    request,
    new Headers({
      ...SECURITY,
      ...(framed && { 'x-frame-options': 'SAMEORIGIN' }),
      'content-security-policy': framed
        ? policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
        : policy,
    }),
  );
}

const busy = (): Response => plain(429, 'too many requests', { 'retry-after': '60' });

export const JSON_HEADERS = {
  ...SECURITY,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
};

/** Headers of the answer most clients get under overload: it is never shown as a page (LIMIT-10). */
export const REFUSAL_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

const TLS_HEADERS = { ...JSON_HEADERS, 'strict-transport-security': ONLY_TLS };

const isTls = (peer: RequestOrigin, origin: string | null): boolean =>
  (peer.origin ?? origin)?.startsWith('https:') === true;

const TEXT_HEADERS = {
  ...SECURITY,
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
};

const plain = (status: number, text: string | null, more: Readonly<Record<string, string>> = {}): Response =>
  new Response(text, { status, headers: { ...TEXT_HEADERS, ...more } });
