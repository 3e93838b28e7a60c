import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { messageId } from '../../src/domain/ids.ts';
import { previewLimits as limits } from '../../src/server/kernel/limits.ts';
import { createPages } from '../../src/server/platform/pages-adapter.ts';
import { house } from '../support/attack.ts';
import { temporaryFolder } from '../support/server.ts';
import { localUploads } from '../support/uploads.ts';
import { bomb, namesAs, openWeb } from '../support/web-pages.ts';

const HTML_HEAD = { 'content-type': 'text/html' };

it('SEC-1: row 66: no link makes the server request its own network, or keeps it busy', async () => {
  const inner = await openWeb('127.0.0.1');
  const outer = await openWeb('127.0.0.2');
  inner.on('/secret', (answer) => answer.writeHead(200, HTML_HEAD).end('<title>secret-1</title>'));
  outer.on('/in', (answer) =>
    answer.writeHead(302, { location: `http://127.0.0.1:${inner.port}/secret` }).end(),
  );
  outer.on('/silent', () => undefined);
  const pages = createPages({
    allowPrivate: true,
    mayAsk: (address) => address === '127.0.0.2',
    askName: namesAs({ 'inner.test': ['127.0.0.1'], 'turning.test': ['127.0.0.2', '127.0.0.1'] }),
  });
  const at = await house({ pages });
  const links = [
    `http://127.0.0.1:${inner.port}/secret`,
    `http://2130706433:${inner.port}/secret`,
    `http://inner.test:${inner.port}/secret`,
    `http://127.0.0.2:${outer.port}/in`,
    `http://turning.test:${outer.port}/in`,
  ];
  for (const [n, link] of links.entries())
    await at.say(at.member, at.group, `link-${n}`, { content: link, preview: 1 });
  for (let n = 0; n < 40; n += 1)
    await at.say(at.member, at.group, `silent-${n}`, {
      content: `http://127.0.0.2:${outer.port}/silent?${n}`,
      preview: 1,
    });
  expect((await at.say(at.manager, at.group, 'words')).code).toBe(0);
  await at.world.clock.advance(60_000);
  const rows = JSON.stringify(
    await at.im(at.owner, 'getMessageList', { toContactId: at.group, peek: 1, limit: 100 }),
  );
  expect(rows).not.toContain('secret-1');
  expect(rows).not.toContain('"link"');
  expect(inner.asked).toEqual([]);
  expect(outer.asked.length).toBeLessThan(40);
  await at.world.close();
  await inner.close();
  await outer.close();
});

it('SEC-1: row 66: loops and huge or endless pages end, leave nothing, and delay no other user', async () => {
  const web = await openWeb('127.0.0.2');
  let open = 0;
  /** Sends data for as long as the client reads. */
  const pour = (head: Readonly<Record<string, string>>) => (answer: ServerResponse) => {
    open += 1;
    answer.writeHead(200, head);
    const more = () => {
      while (answer.write('x'.repeat(65_536)));
    };
    answer.on('drain', more);
    answer.on('close', () => (open -= 1));
    more();
  };
  const waits = (answer: ServerResponse) => {
    open += 1;
    answer.on('close', () => (open -= 1));
  };
  web.on('/loop', (answer) => answer.writeHead(302, { location: '/loop' }).end());
  web.on('/there', (answer) => answer.writeHead(302, { location: '/back' }).end());
  web.on('/back', (answer) => answer.writeHead(302, { location: '/there' }).end());
  web.on('/endless', pour(HTML_HEAD));
  web.on('/endless.png', pour({ 'content-type': 'image/png' }));
  web.on('/huge', pour({ ...HTML_HEAD, 'content-length': '9000000000' }));
  web.on('/packed', (answer) =>
    answer.writeHead(200, { ...HTML_HEAD, 'content-encoding': 'gzip' }).end(bomb(64)),
  );
  web.on('/silent', waits);
  web.on('/picture', waits);
  web.on('/good', (answer) => answer.writeHead(200, HTML_HEAD).end('<title>A page</title>'));
  const pages = createPages({ allowPrivate: true, mayAsk: (address) => address === '127.0.0.2' });
  const folder = join(temporaryFolder(), 'files');
  const at = await house({ pages, uploads: await localUploads(folder) });
  const link = (path: string) => ({ content: `http://127.0.0.2:${web.port}${path}`, preview: 1 });
  const stored = (id: string) => at.world.server.core.store.read((tx) => tx.messages.byId(messageId(id)));
  const live = await at.world.online(at.owner);
  const BAD = ['loop', 'there', 'endless', 'endless.png', 'huge', 'packed', 'silent', 'picture'];
  for (const path of BAD) expect((await at.say(at.member, at.group, path, link(`/${path}`))).code).toBe(0);
  for (let n = 0; n < limits.atOnce; n += 1)
    await at.say(at.member, at.group, `wait-${n}`, link(`/silent?${n}`));

  // While one user's places are taken by silent pages, others write and have their cards at once.
  await expect.poll(() => open).toBeGreaterThan(0);
  expect((await at.say(at.manager, at.group, 'words')).code).toBe(0);
  await at.world.settle();
  expect(live.of('group').map(({ data }) => data['id'])).toContain('words');
  await at.say(at.manager, at.group, 'good', link('/good'));
  await expect.poll(async () => (await stored('good'))?.extra?.['link']).toMatchObject({ title: 'A page' });
  await expect
    .poll(
      async () => {
        await at.world.clock.advance(limits.requestMs);
        return [web.asked.some(({ path }) => path === '/picture'), open];
      },
      { timeout: 10_000 },
    )
    .toEqual([true, 0]);

  const countRequests = (path: string) => web.asked.filter((one) => one.path === path).length;
  expect([countRequests('/loop'), countRequests('/there') + countRequests('/back')]).toEqual(
    Array(2).fill(limits.redirectsMax + 1),
  );
  for (const path of BAD) expect((await stored(path))?.extra, path).toBeNull();
  expect(live.of('previewed').map(({ data }) => data['id'])).toEqual(['good']);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  expect(files.filter((one) => one.isFile()).map(({ name }) => name)).toEqual([]);
  expect(at.world.log.filter(({ what }) => what.includes('preview'))).toEqual([]);
  await at.world.close();
  await web.close();
});
