import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { BadSetting } from '../../src/server/kernel/setting-names.ts';
import { readSettings } from '../../src/server/kernel/settings.ts';
import { watchReleases } from '../../src/server/operation/newer-release.ts';
import { readyCheck } from '../../src/server/operation/readiness.ts';
import { readReleaseFeed } from '../../src/server/operation/release-feed-adapter.ts';
import { releasesOf } from '../../src/tools/release.mjs';
import { startWorld } from '../support/world.ts';

const CHANGELOG = `# Changes
## 6.3.0, not given out yet
## 6.2.0, 1 December 2026
words
## 6.1.0, 28 November 2026
`;

const feedOf = (...versions: readonly string[]) => ({
  releases: versions.map((version) => ({ version, date: '2026-12-01' })),
});
const newerRelease = () => ({ version: '6.2.0', date: '2026-12-01' });

const newerThan = async (version: string, feed: unknown) => {
  const watch = watchReleases(version, () => Promise.resolve(feed));
  await watch.job.work();
  return watch.newer()?.version ?? null;
};

describe('the feed of releases', () => {
  it('START-20: lists each version of the changelog that has a day', () => {
    expect(releasesOf(CHANGELOG)).toEqual([
      { version: '6.2.0', date: '2026-12-01' },
      { version: '6.1.0', date: '2026-11-28' },
    ]);
  });

  it('START-20: the newest version counts by its numbers, and none is newer than itself', async () => {
    expect(await newerThan('6.1.0', feedOf('6.9.0', '6.10.0', '6.2.1'))).toBe('6.10.0');
    expect(await newerThan('6.10.0', feedOf('6.9.0', '6.10.0'))).toBeNull();
    expect(await newerThan('7.0.0-dev', feedOf('6.9.0', '7.0.0'))).toBeNull();
    expect(await newerThan('6.1.0', feedOf())).toBeNull();
  });

  it('START-20: a feed of another form is a fault of the job, and what was known stays', async () => {
    const feeds: unknown[] = [{ releases: [{ version: '6.2.0', date: '2026-12-01' }] }, { releases: 'many' }];
    const watch = watchReleases('6.1.0', () => Promise.resolve(feeds.shift()));
    await watch.job.work();
    await expect(watch.job.work()).rejects.toThrow();
    expect(watch.newer()?.version).toBe('6.2.0');
  });

  it('START-20: /readyz, and the console by it, name the newer release', async () => {
    const world = await startWorld();
    const { ready, warnings } = await readyCheck(world.server.core, { newerRelease }).look();
    expect([ready, warnings]).toEqual([true, ['Parley 6.2.0 of 2026-12-01 is available']]);
    await world.close();
  });

  it('START-20: only an address with https is a setting', () => {
    expect(readSettings({}).releasesUrl).toBeNull();
    for (const RELEASES_URL of ['http://example.org/releases.json', 'example.org', 'https://example.org'])
      expect(() => readSettings({ RELEASES_URL })).toThrow(BadSetting);
  });
});

describe('reading it', () => {
  const server = createServer((request, response) => {
    if (request.url === '/long') return response.end(' '.repeat(70_000));
    if (request.url === '/none') return response.writeHead(404).end();
    if (request.url === '/page') return response.end('<!doctype html><p>Log in first</p>');
    response.end('{"releases":[]}');
  }).listen(0, '127.0.0.1');
  afterAll(() => void server.close());

  it('START-20: what is larger than any feed, or not there, is refused', async () => {
    if (!server.listening) await once(server, 'listening');
    const read = (path: string) =>
      readReleaseFeed(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)();
    expect(await read('/feed')).toEqual({ releases: [] });
    await expect(read('/long')).rejects.toThrow('larger than');
    await expect(read('/none')).rejects.toThrow('answers 404');
    await expect(read('/page')).rejects.toThrow(
      /^127\.0\.0\.1:\d+ \(RELEASES_URL\) does not return a feed of releases/,
    );
    await expect(readReleaseFeed('https://127.0.0.1:9/feed')()).rejects.toThrow(
      /^127\.0\.0\.1:9 \(RELEASES_URL\) cannot be reached: .*(?:ECONNREFUSED|bad port)/,
    );
  });
});
