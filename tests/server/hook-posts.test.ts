import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import type { HookPost } from '../../src/ports/hook-posts.ts';
import { createHookPosts } from '../../src/server/platform/hook-posts-adapter.ts';

const secret = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`;
const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

async function receiver(answer: (request: IncomingMessage, response: ServerResponse, body: string) => void) {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => answer(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ended.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
}
const request = (url: string, more: Partial<HookPost> = {}): HookPost => ({
  url,
  secret,
  id: 'evt_1',
  atMs: Date.now(),
  type: 'application/json',
  body: '{"text":"😀 é"}',
  readMax: 1_000,
  signal: AbortSignal.timeout(3_000),
  ...more,
});
const posts = createHookPosts({ allowPrivate: true });

describe('signature', () => {
  it('HOOK-11: the published receiver accepts it, and no changed body, key or old time', async () => {
    const got: { headers: Record<string, string>; body: string }[] = [];
    const url = await receiver((asked, response, body) => {
      got.push({ headers: asked.headers as Record<string, string>, body });
      response.end('thanks');
    });
    expect(await posts.post(request(url))).toEqual({ status: 200, text: 'thanks' });
    const [one] = got;
    if (!one) throw new Error('nothing received');
    expect(new Webhook(secret).verify(one.body, one.headers)).toEqual({ text: '😀 é' });
    expect(() => new Webhook(secret).verify(`${one.body} `, one.headers)).toThrow();
    expect(() =>
      new Webhook(`whsec_${btoa('another key of thirty-two bytes!')}`).verify(one.body, one.headers),
    ).toThrow();
    await posts.post(request(url, { atMs: Date.now() - 6 * 60_000 }));
    expect(() => new Webhook(secret).verify(got[1]?.body ?? '', got[1]?.headers ?? {})).toThrow();
  });
});

describe('limits', () => {
  it('HOOK-12: addresses of private networks are refused, also behind a name', async () => {
    const askName = ((_host: string, _options: unknown, callback: (...all: unknown[]) => void) =>
      callback(null, [{ address: '10.1.2.3', family: 4 }])) as never;
    const strict = createHookPosts({ allowPrivate: false, askName });
    for (const url of [
      'http://127.0.0.1/',
      'http://[::1]:8080/',
      'http://169.254.169.254/',
      'ftp://example.org',
      'x',
    ])
      expect(strict.isAllowed(url), url).toBe(false);
    for (const url of ['http://10.0.0.1/x', 'https://internal.example.org/x', 'http://a:b@example.org/'])
      expect(await strict.post(request(url)), url).toEqual({ status: 0, fault: 'refused address' });
    expect(strict.isAllowed('https://ci.example.org:8443/x')).toBe(true);
  });

  it('HOOK-12: a redirect is an answer and is not followed', async () => {
    let followed = 0;
    const inside = await receiver((_request, response) => {
      followed += 1;
      response.end();
    });
    const url = await receiver((_request, response) => {
      response.writeHead(302, { location: inside });
      response.end();
    });
    expect(await posts.post(request(url))).toMatchObject({ status: 302 });
    expect(followed).toBe(0);
  });

  it('HOOK-12: reads only the beginning of an endless answer', async () => {
    const url = await receiver((_request, response) => {
      const more = (): void => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', more);
      };
      more();
    });
    const reply = await posts.post(request(url));
    expect(reply).toEqual({ status: 200, text: 'x'.repeat(1_000) });
  });

  it('HOOK-12: a receiver that hangs, closes or is away ends without an exception', async () => {
    const hangs = await receiver(() => undefined);
    const closes = await receiver((asked) => asked.socket.destroy());
    const away = 'http://127.0.0.1:9/';
    const none = { status: 0, fault: 'no answer' };
    expect(await posts.post(request(hangs, { signal: AbortSignal.timeout(200) }))).toEqual(none);
    expect(await posts.post(request(closes))).toEqual(none);
    expect(await posts.post(request(away))).toEqual(none);
  });
});
