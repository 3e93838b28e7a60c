import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { Http2SecureServer, Http2Session } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import type { Certificate, CertificateState, Proofs } from '../ports/certificates.ts';
import type { Clock } from '../ports/clock.ts';
import { limitConnections } from './connections-adapter.ts';
import { connectionLimits } from './kernel/limits.ts';
import type { HostSettings } from './kernel/settings.ts';
import { bound } from './node-host-adapter.ts';
import type { Listener } from './node-host-adapter.ts';
import { createAuthority, usualDirectory } from './tls/authority-adapter.ts';
import { certificateFolder } from './tls/certificate-folder-adapter.ts';
import { certificateLimits as limits } from './tls/limits.ts';
import { CertificateKeeper } from './tls/keep-certificate.ts';
import type { TlsSettings } from './tls/settings.ts';
import type { Readiness } from './operation/readiness.ts';
import { version } from './version.ts';

/** HTTPS of this server itself: a certificate, the port that it is proved and led over, and a listener. */
export interface SecureHost {
  /** Port of plain HTTP. */
  readonly httpPort: number;
  state(): CertificateState;
  /** For `listen`. */
  readonly open: (handler: Handler) => Listener;
  stop(): Promise<void>;
}

type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

interface Parts {
  readonly clock: Clock;
  readonly tell: (line: string) => void;
}

/** Resolves with the first certificate: serving needs it (TLS-1). */
export async function openSecurely(
  { names, httpPort, email, directory }: TlsSettings,
  settings: Pick<HostSettings, 'host' | 'dataDir'>,
  { clock, tell }: Parts,
): Promise<SecureHost> {
  const folder = join(settings.dataDir, 'tls');
  const waiting: ((certificate: Certificate) => void)[] = [];
  const certified = new Promise<Certificate>((resolve) => void waiting.push(resolve));
  let current: Certificate | null = null;
  let serving: Http2SecureServer | null = null;
  const keeper = new CertificateKeeper({
    names,
    authority: createAuthority({ folder, email, directory }),
    store: certificateFolder(folder, names, directory ?? (await usualDirectory())),
    clock,
    tell,
    use(certificate) {
      current = certificate;
      // Existing connections keep the previous one.
      serving?.setSecureContext({ key: certificate.key, cert: certificate.chain });
      for (const go of waiting.splice(0)) go(certificate);
    },
  });
  const way = createServer(
    plainAnswers(names, keeper.proofs, () => ({
      httpsPort: httpsPort(serving),
      failure: keeper.state().failure,
    })),
  );
  limitConnections(way, { trustProxy: false });
  await bound(way, { host: settings.host, port: httpPort }, 'HTTP_PORT');
  void keeper.start();
  await certified;
  return {
    state: () => keeper.state(),
    httpPort: (way.address() as AddressInfo).port,
    open(handler) {
      const listener = secureListener(current ?? unreachable(), handler);
      serving = listener.server as unknown as Http2SecureServer;
      return listener;
    },
    stop() {
      keeper.stop();
      way.closeAllConnections();
      return new Promise((resolve) => way.close(() => resolve()));
    },
  };
}

const unreachable = (): never => {
  throw new Error('a certificate was used before there was one');
};

const httpsPort = (serving: Http2SecureServer | null): number | null =>
  (serving?.address() as AddressInfo | null)?.port ?? null;

interface PlainState {
  /** Null until HTTPS is served. */
  readonly httpsPort: number | null;
  /** Cause of the last failed attempt; null: none failed since the last success. */
  readonly failure: string | null;
}

/**
 * Plain HTTP: answers for the authority, and the redirect to HTTPS, to our own names only (TLS-4).
 */
export function plainAnswers(names: readonly string[], proofs: Proofs, state: () => PlainState): Handler {
  return ({ url = '/', method, headers }, outgoing) => {
    const proof = proofs.get(/^\/\.well-known\/acme-challenge\/([\w-]+)$/.exec(url)?.[1] ?? '');
    if (proof !== undefined) return answer(outgoing, 200, { 'content-type': 'text/plain' }, proof);
    const { httpsPort: port, failure } = state();
    if (port === null)
      return url.split('?', 1)[0] === '/readyz' ? notReady(outgoing, failure) : soon(outgoing, failure);
    const requested = (headers.host ?? '').replace(/:\d*$/, '').toLowerCase();
    const name = names.includes(requested) ? requested : (names[0] ?? '');
    const location = `https://${name}${port === 443 ? '' : `:${port}`}${url.startsWith('/') ? url : '/'}`;
    answer(outgoing, method === 'GET' || method === 'HEAD' ? 301 : 308, { location }, '');
  };
}

/** Visitors get no cause: it is for the operator. */
const soon = (outgoing: ServerResponse, failure: string | null): void =>
  answer(
    outgoing,
    503,
    { 'retry-after': '30' },
    failure === null
      ? 'The certificate of this server is on its way.\n'
      : 'This server has no certificate yet: the last attempt failed. The cause is at /readyz.\n',
  );

function notReady(outgoing: ServerResponse, failure: string | null): void {
  const cause = failure === null ? 'waiting for the first certificate' : `no certificate: ${failure}`;
  const readiness: Readiness = { version, ready: false, reasons: [cause], warnings: [] };
  answer(
    outgoing,
    503,
    { 'content-type': 'application/json', 'retry-after': '30' },
    JSON.stringify(readiness),
  );
}

function answer(
  outgoing: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): void {
  outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
}

/** HTTP/2 for clients that support it, HTTP/1.1 and sockets for the others, on one port (TLS-5). */
function secureListener({ key, chain }: Certificate, handler: Handler): Listener {
  const secure = createSecureServer(
    {
      key,
      cert: chain,
      allowHTTP1: true,
      handshakeTimeout: limits.handshakeMs,
      settings: { maxConcurrentStreams: limits.streamsMax },
    },
    (incoming, outgoing) => {
      // HTTP/2 has the requested name in another header.
      incoming.headers.host ??= incoming.headers[':authority'];
      handler(incoming as unknown as IncomingMessage, outgoing as unknown as ServerResponse);
    },
  );
  secure.setTimeout(connectionLimits.idleMs);
  const sessions = new Set<Http2Session>();
  const sockets = new Set<Socket>();
  secure.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  secure.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  return {
    // The used part is the same in both.
    server: secure as unknown as Server,
    closeIdle() {
      for (const session of sessions) session.close();
    },
    closeAll() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
