import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { code } from '../wire/envelope.ts';
import { limitConnections } from './connections-adapter.ts';
import { refuseSockets } from './delivery/ws-adapter.ts';
import { CALL_PATH } from './http/room.ts';
import { refusalAnswer, refusalEnvelope } from './kernel/answer.ts';
import { refusedForNow } from './kernel/refusal.ts';
import type { HostSettings } from './kernel/settings.ts';
import { startLimits as limits } from './kernel/store-limits.ts';
import { languageOf } from './kernel/texts.ts';
import { bound, closing, plainListener } from './node-host-adapter.ts';
import type { Listener, Host } from './node-host-adapter.ts';
import type { Readiness } from './operation/readiness.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Ends at once: no request is in progress (START-4). */
const end = () => process.exit(0);

/** Answers for a node that waits for room: not ready, and calls are refused as on a full disk (OPS-5). */
export async function answerNotReady(
  why: string,
  version: string,
  settings: Pick<HostSettings, 'host' | 'port' | 'trustProxy'>,
  open: (handler: (incoming: IncomingMessage, outgoing: ServerResponse) => void) => Listener = plainListener,
): Promise<Host> {
  const reasons = [`the store cannot be written: ${why}`];
  const readiness = JSON.stringify({ version, ready: false, reasons, warnings: [] } satisfies Readiness);
  const listener = open((incoming, outgoing) => {
    incoming.resume();
    const [path = ''] = (incoming.url ?? '').split('?');
    if (path === '/healthz') say(outgoing, 200, 'text/plain', 'ok');
    else if (CALL_PATH.test(path) && incoming.method === 'POST')
      say(outgoing, 200, 'application/json', refusalText(incoming.headers['accept-language']));
    else say(outgoing, 503, 'application/json', readiness);
  });
  limitConnections(listener.server, settings);
  refuseSockets(listener.server);
  await bound(listener.server, settings);
  for (const signal of SIGNALS) process.on(signal, end);
  return {
    port: (listener.server.address() as AddressInfo).port,
    stop() {
      for (const signal of SIGNALS) process.off(signal, end);
      const closed = closing(listener.server);
      listener.closeAll();
      return closed();
    },
  };
}

const refusalText = (accepts: string | undefined): string => {
  const refusal = refusedForNow('full', limits.roomAgainMs, {}, code.away);
  return JSON.stringify(refusalEnvelope(refusalAnswer(refusal, languageOf(accepts ?? null))));
};

function say(outgoing: ServerResponse, status: number, type: string, text: string): void {
  outgoing.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    ...(status === 503 && { 'retry-after': String(Math.ceil(limits.roomAgainMs / 1_000)) }),
  });
  outgoing.end(text);
}
