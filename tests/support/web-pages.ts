import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import type { AskName } from '../../src/server/platform/guard-adapter.ts';
import { startReading } from '../../src/server/platform/read-page-adapter.ts';
import type { Pages } from '../../src/ports/pages.ts';
import { png } from './uploads.ts';

/** A web server of this machine, with what each path answers. */
export interface WebServer {
  readonly port: number;
  /** Path, address that the connection went to, and headers of each request. */
  readonly asked: { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  on(path: string, answer: (response: ServerResponse, request: IncomingMessage) => void): void;
  close(): Promise<void>;
}

export async function openWeb(host = '127.0.0.1'): Promise<WebServer> {
  const answers = new Map<string, (response: ServerResponse, request: IncomingMessage) => void>();
  const asked: WebServer['asked'] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*/, '');
    asked.push({ path, headers: request.headers });
    const answer = answers.get(path);
    if (answer) answer(response, request);
    else response.writeHead(404).end();
  }).listen(0, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    on: (path, answer) => void answers.set(path, answer),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A packed page of this many megabytes. It consists of copies of one packed megabyte and has no end. */
export function bomb(megabytes: number): Buffer {
  const head = gzipSync('').subarray(0, 10);
  const part = deflateRawSync(Buffer.alloc(1_024 * 1_024), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([head, ...Array.from({ length: megabytes }, () => part)]);
}

/** Resolves each name with the given addresses, one after the other. The last one repeats. */
export function namesAs(names: Readonly<Record<string, readonly string[]>>): AskName {
  const request = new Map<string, number>();
  return (host, _options, done) => {
    const entry = names[host] ?? [];
    const at = request.get(host) ?? 0;
    request.set(host, at + 1);
    const address = entry[Math.min(at, entry.length - 1)];
    if (address === undefined) return done(new Error('no such name'), []);
    done(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
  };
}

/** Pages by their addresses, for the page reader of a server. A missing page does not answer. */
export function scriptedPages(): Pages & {
  readonly asked: string[];
  /** A page as it is written, or a picture. */
  put(url: string, page: string | Uint8Array): void;
  /** Answers only when this is called. */
  hold(): () => void;
} {
  const pages = new Map<string, string | Uint8Array>();
  const requests: string[] = [];
  let gate: Promise<void> | null = null;
  return {
    asked: requests,
    put: (url, page) => void pages.set(url, page),
    hold: () => {
      const opens: (() => void)[] = [];
      gate = new Promise((resolve) => opens.push(resolve));
      return () => {
        gate = null;
        for (const open of opens) open();
      };
    },
    find: async (url, { kind, signal }) => {
      requests.push(url);
      const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      if (gate) await Promise.race([gate, ended]);
      const page = pages.get(url);
      if (signal.aborted || page === undefined) return null;
      if (typeof page !== 'string') return { kind: 'picture', bytes: page };
      if (kind !== 'page') return null;
      const reading = await startReading('utf-8', url);
      reading.take(new TextEncoder().encode(page));
      return { kind: 'words', words: reading.words() };
    },
  };
}

export const PAGE = 'https://site.test/page';
export const OTHER = 'https://other.test/';
export const HTML = `<html><head><title>Plain title</title>
<meta property="og:title" content="A &amp; B"><meta property="og:description" content="What it is about">
<meta property="og:site_name" content="Site"><meta property="og:image" content="/cover.png"></head></html>`;
export const COVER = 'https://site.test/cover.png';

/** A card as rows have it. */
export interface CardRow {
  readonly url: string;
  readonly title: string;
  readonly picture: { readonly src: string } | null;
}

/** A page about hills with a picture, for a server that may ask this machine (`PREVIEW_PRIVATE`). */
export async function openHills(): Promise<{ readonly web: WebServer; readonly address: string }> {
  const web = await openWeb();
  const cover = await png(1_200, 630);
  web.on('/cover.png', (answer) => answer.writeHead(200, { 'content-type': 'image/png' }).end(cover.bytes));
  web.on('/hills', (answer) =>
    answer
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        [
          `<meta property="og:title" content="${HILLS}"><meta property="og:image" content="/cover.png">`,
          '<meta property="og:description" content="Two hours from the north gate. It is windy at the top.">',
        ].join(''),
      ),
  );
  return { web, address: `http://127.0.0.1:${web.port}/hills` };
}

export const HILLS = 'Autumn on the hill: routes and weather';
