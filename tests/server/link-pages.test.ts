import type { ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { previewLimits as limits } from '../../src/server/kernel/limits.ts';
import { decodeHtml } from '../../src/server/platform/read-page-adapter.ts';
import { createPages } from '../../src/server/platform/pages-adapter.ts';
import { isPublicAddress } from '../../src/server/platform/public-address.ts';
import { bomb, namesAs, openWeb, type WebServer } from '../support/web-pages.ts';

/** A web server with a public address on this machine, and one that is not public. */
let web: WebServer;
let inner: WebServer;
beforeEach(async () => {
  web = await openWeb('127.0.0.2');
  inner = await openWeb('127.0.0.1');
});
afterEach(async () => {
  await web.close();
  await inner.close();
});

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const pagesWith = (names: Readonly<Record<string, readonly string[]>> = {}) =>
  createPages({
    allowPrivate: true,
    mayAsk: (address) => address === '127.0.0.2' || isPublicAddress(address),
    askName: namesAs({ 'web.test': ['127.0.0.2'], 'inner.test': ['127.0.0.1'], ...names }),
  });
const get = (address: string, pages = pagesWith(), kind: 'page' | 'picture' = 'page', ms = 2_000) =>
  pages.find(address, { kind, signal: AbortSignal.timeout(ms) });
const at = (path: string, host = 'web.test') =>
  `http://${host}:${(host === 'inner.test' ? inner : web).port}${path}`;

const packed = (path: string, encoding: string, body: Buffer) =>
  web.on(path, (answer) => answer.writeHead(200, { ...HTML, 'content-encoding': encoding }).end(body));

describe('requests for a page', () => {
  it('PREVIEW-3: a page is read as it is, and the request says nothing of anybody', async () => {
    web.on('/page', (answer) => answer.writeHead(200, HTML).end('<title>Hello</title>'));
    const match = await get(at('/page#part'));
    expect(match).toMatchObject({ kind: 'words', words: { title: 'Hello' } });
    const headers = web.asked[0]?.headers ?? {};
    expect(Object.keys(headers).toSorted()).toEqual(
      ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'].toSorted(),
    );
    expect(headers['user-agent']).toBe('Parley (link preview)');
  });

  it('PREVIEW-3: private addresses are not asked: by number, name, redirect or rebinding', async () => {
    inner.on('/secret', (answer) => answer.writeHead(200, HTML).end('<title>Secret</title>'));
    web.on('/away', (answer) => answer.writeHead(302, { location: at('/secret', 'inner.test') }).end());
    web.on('/there', (answer) =>
      answer.writeHead(302, { location: `http://127.0.0.1:${inner.port}/secret` }).end(),
    );
    // The first look is public; by the time of the connection the name leads inside.
    const turning = pagesWith({ 'turning.test': ['127.0.0.2', '127.0.0.1'] });
    web.on('/turn', (answer) =>
      answer.writeHead(302, { location: `http://turning.test:${inner.port}/secret` }).end(),
    );
    for (const address of [
      `http://127.0.0.1:${inner.port}/secret`,
      `http://2130706433:${inner.port}/secret`,
      `http://[::1]:${inner.port}/secret`,
      `http://[::ffff:127.0.0.1]:${inner.port}/secret`,
      at('/secret', 'inner.test'),
      at('/away'),
      at('/there'),
      'http://nowhere.test/',
    ])
      expect([address, await get(address)]).toEqual([address, null]);
    expect(await get(`http://turning.test:${web.port}/turn`, turning)).toBeNull();
    expect(inner.asked).toEqual([]);
  });

  it('PREVIEW-3: a name with a private address among public ones is not asked at all', async () => {
    const pages = createPages({
      allowPrivate: true,
      mayAsk: (address) => address === '127.0.0.2',
      askName: (_host, _options, done) =>
        done(null, [
          { address: '127.0.0.2', family: 4 },
          { address: '127.0.0.1', family: 4 },
        ]),
    });
    web.on('/page', (answer) => answer.writeHead(200, HTML).end('x'));
    expect(await get(`http://both.test:${web.port}/page`, pages)).toBeNull();
    expect(web.asked).toEqual([]);
  });

  it('PREVIEW-3: other protocols, ports, names and passwords are not asked', async () => {
    const pages = createPages({ allowPrivate: false, askName: namesAs({}) });
    for (const address of [
      'ftp://example.org/',
      'file:///etc/passwd',
      'http://example.org:8080/',
      'https://example.org:444/',
      'http://example.org:443/',
      'https://someone:secret@example.org/',
      'http://localhost/',
      'data:text/html,<title>x</title>',
      'nothing',
    ])
      expect([address, await get(address, pages)]).toEqual([address, null]);
  });

  it('PREVIEW-3: four redirects are followed, a fifth and a loop are not', async () => {
    web.on('/end', (answer) =>
      answer.writeHead(200, HTML).end('<title>there</title><meta name=og:image content=p.png>'),
    );
    for (let left = 1; left <= 5; left += 1)
      web.on(`/left-${left}`, (answer) =>
        answer.writeHead(301, { location: left === 1 ? '/end' : `/left-${left - 1}` }).end(),
      );
    web.on('/loop', (answer) => answer.writeHead(307, { location: '/loop' }).end());
    web.on('/nowhere-else', (answer) => answer.writeHead(302).end());
    expect(await get(at('/left-4'))).toMatchObject({ words: { title: 'there', picture: at('/p.png') } });
    expect(await get(at('/left-5'))).toBeNull();
    web.asked.length = 0;
    expect(await get(at('/loop'))).toBeNull();
    expect(web.asked).toHaveLength(limits.redirectsMax + 1);
    expect(await get(at('/nowhere-else'))).toBeNull();
  });
});

describe('pages that are read', () => {
  it('PREVIEW-4: only HTML and pictures that succeed', async () => {
    const kinds: readonly (readonly [string, string | undefined, number])[] = [
      ['/pdf', 'application/pdf', 200],
      ['/svg', 'image/svg+xml', 200],
      ['/script', 'text/javascript', 200],
      ['/none', undefined, 200],
      ['/gone', 'text/html', 410],
      ['/error', 'text/html', 500],
    ];
    for (const [path, type, status] of kinds) {
      web.on(path, (answer) =>
        answer.writeHead(status, type ? { 'content-type': type } : {}).end('<title>x'),
      );
      expect([path, await get(at(path))]).toEqual([path, null]);
    }
    web.on('/picture', (answer) => answer.writeHead(200, { 'content-type': 'image/png' }).end('png'));
    web.on('/page', (answer) => answer.writeHead(200, HTML).end('x'));
    expect((await get(at('/picture')))?.kind).toBe('picture');
    expect((await get(at('/picture'), pagesWith(), 'picture'))?.kind).toBe('picture');
    expect(await get(at('/page'), pagesWith(), 'picture')).toBeNull();
  });

  it('PREVIEW-4: the first MiB of an endless page is read; an endless picture gives no preview', async () => {
    let running = 0;
    const pour = (type: string) => (answer: ServerResponse) => {
      running += 1;
      answer.writeHead(200, { 'content-type': type });
      const more = () => {
        while (answer.write('x'.repeat(65_536)));
      };
      answer.on('drain', more);
      answer.on('close', () => (running -= 1));
      more();
    };
    web.on('/endless', pour('text/html'));
    web.on('/endless.png', pour('image/png'));
    expect((await get(at('/endless')))?.kind).toBe('words');
    expect(await get(at('/endless.png'))).toBeNull();
    web.on('/large.png', (answer) =>
      answer.writeHead(200, { 'content-type': 'image/png', 'content-length': 9e9 }).write('x'),
    );
    expect(await get(at('/large.png'))).toBeNull();
    await expect.poll(() => running).toBe(0);
  });

  it('PREVIEW-4: packed pages are unpacked, bombs as far as a page is read', async () => {
    packed('/gzip', 'gzip', gzipSync('<title>gzip</title>'));
    packed('/br', 'br', brotliCompressSync('<title>br</title>'));
    packed('/bomb', 'gzip', bomb(300));
    packed('/odd', 'zstd', Buffer.from('x'));
    packed('/broken', 'gzip', Buffer.from('no gzip'));
    expect(await get(at('/gzip'))).toMatchObject({ words: { title: 'gzip' } });
    expect(await get(at('/br'))).toMatchObject({ words: { title: 'br' } });
    expect(await get(at('/bomb'))).toMatchObject({ words: { title: '' } });
    // Text after the first part of a page is not read.
    packed('/far', 'gzip', gzipSync(`${' '.repeat(limits.pageBytesMax)}<title>far</title>`));
    packed(
      '/near',
      'gzip',
      gzipSync(`${' '.repeat(limits.pageBytesMax - 50)}<title>near</title>${' '.repeat(9e6)}`),
    );
    expect(await get(at('/far'))).toMatchObject({ words: { title: '' } });
    expect(await get(at('/near'))).toMatchObject({ words: { title: 'near' } });
    expect(await get(at('/odd'))).toBeNull();
    expect(await get(at('/broken'))).toBeNull();
  });

  it('PREVIEW-4: a head with a large program is read to its end, and no further', async () => {
    const program = `<script>${'const words = "</head>"; '.repeat(30_000)}</script>`;
    expect(program.length).toBeGreaterThan(600 * 1_024);
    const words = '<meta property="og:title" content="Film"><title>site</title></head>';
    packed(
      '/film',
      'gzip',
      gzipSync(`<html><head>${program}${words}<body><meta name=description content=no>`),
    );
    expect(await get(at('/film'))).toMatchObject({ words: { title: 'Film', text: '' } });
    // If its head has no text, the server reads further.
    web.on('/body', (answer) =>
      answer.writeHead(200, HTML).end('<head></head><body><meta property="og:title" content="Late">'),
    );
    expect(await get(at('/body'))).toMatchObject({ words: { title: 'Late' } });
  });

  it('PREVIEW-4: a page that hangs, or comes letter by letter, ends with its time', async () => {
    const timers: NodeJS.Timeout[] = [];
    web.on('/silent', () => undefined);
    web.on('/slow', (answer) => {
      answer.writeHead(200, HTML);
      timers.push(setInterval(() => answer.write('x'), 20));
    });
    expect(await get(at('/silent'), pagesWith(), 'page', 150)).toBeNull();
    expect(await get(at('/slow'), pagesWith(), 'page', 150)).toBeNull();
    for (const timer of timers) clearInterval(timer);
  });
});

describe('encodings', () => {
  const GBK = Buffer.from([0xc4, 0xe3, 0xba, 0xc3]);
  const LATIN = Buffer.from([0x63, 0x61, 0x66, 0xe9]);
  it.each([
    ['by the head', GBK, 'gbk', '你好'],
    ['by the head', LATIN, 'iso-8859-1', 'café'],
    ['by its own words', Buffer.concat([Buffer.from('<meta charset="gb2312">'), GBK]), null, '你好'],
    [
      'by its own words, as before',
      Buffer.concat([
        Buffer.from('<meta http-equiv=Content-Type content="text/html; charset=latin1">'),
        LATIN,
      ]),
      null,
      'café',
    ],
    [
      'by its first bytes',
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('你好')]),
      'latin1',
      '你好',
    ],
    ['UTF-16 by its first bytes', Buffer.from('\ufeff你好', 'utf16le'), null, '你好'],
    ['as UTF-8 otherwise', Buffer.from('你好'), null, '你好'],
    ['as UTF-8 where nobody knows the name', Buffer.from('你好'), 'klingon', '你好'],
  ])('PREVIEW-5: %s', (_how, bytes, said, words) => {
    expect(decodeHtml(bytes, said)).toContain(words);
  });
});
