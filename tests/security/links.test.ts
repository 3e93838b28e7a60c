import { expect, it } from 'vitest';
import { createPages } from '../../src/server/platform/pages-adapter.ts';
import { house } from '../support/attack.ts';
import { namesAs, openWeb } from '../support/web-pages.ts';

const HTML_HEAD = { 'content-type': 'text/html' };

it('SEC-1: row 66: no link makes the server ask its own network, or keeps it busy', async () => {
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
  expect(inner.asked).toEqual([]);
  expect(outer.asked.length).toBeLessThan(40);
  await at.world.close();
  await inner.close();
  await outer.close();
});
