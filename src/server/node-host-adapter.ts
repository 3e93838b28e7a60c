import { getRequestListener } from '@hono/node-server';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ParleyServer } from './app.ts';
import { attachSockets } from './gateway/ws-adapter.ts';
import { peerOf } from './http/peer.ts';
import type { HostSettings } from './settings.ts';

export interface Host {
  readonly port: number;
  /** No new connections and requests; resolves when the open ones have ended. */
  stop(): Promise<void>;
}

/** Calls, files and sockets of one node on one port. Rejects when the port cannot be had. */
export async function listen(node: ParleyServer, settings: Pick<HostSettings, 'host' | 'port' | 'trustProxy'>): Promise<Host> {
  const answer = getRequestListener(
    (request, { incoming }) => {
      const remote = (incoming as IncomingMessage).socket.remoteAddress ?? '';
      return node.fetch(request, peerOf(request.headers, remote, settings.trustProxy));
    },
    { overrideGlobalObjects: false },
  );
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  const detach = attachSockets(server, node.gateway, { origins: [], trustProxy: settings.trustProxy });
  await bound(server, settings);
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      detach();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await node.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function bound(server: Server, { host, port }: Pick<HostSettings, 'host' | 'port'>): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
