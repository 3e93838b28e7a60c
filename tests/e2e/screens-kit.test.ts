import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServer, type ViteDevServer } from 'vite';
import { launchShell, narrow, newPerson, wide } from '../support/browser.ts';
import { violations } from '../support/proof/axe.ts';
import { drawn } from '../support/proof/drawn.ts';
import { largeTextFaults, shapeFaults } from '../support/proof/shape.ts';
import { root } from '../support/house/repository.ts';

let server: ViteDevServer;
let browser: Browser;
let url = '';

/** Serves the page as `npm run dev` does, without the product's server, which it does not need. */
beforeAll(async () => {
  server = await createServer({
    root,
    logLevel: 'error',
    cacheDir: '.cache/vite-kit',
    server: { host: '127.0.0.1', port: 0, hmr: false, ws: false, watch: null },
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (address === null || address === undefined || typeof address === 'string') throw new Error('no port');
  url = `http://127.0.0.1:${address.port}`;
  browser = await launchShell();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const SIZES = { narrow, wide } as const;

it.each(['zh-CN', 'en'] as const)(
  'SCREEN-7: the kit page shows every part without fault, narrow and wide, %s',
  { timeout: 120_000 },
  async (language) => {
    const { page, faults } = await newPerson(browser, url, 'builder', { language, size: narrow });
    await page.goto(`${url}/kit.html`, { timeout: 60_000 });
    await page.getByRole('heading', { name: 'The kit' }).waitFor({ timeout: 60_000 });
    await page.locator('[aria-busy=true]').first().waitFor();
    for (const size of ['narrow', 'wide'] as const) {
      await page.setViewportSize(SIZES[size]);
      await drawn(page);
      const shape = await shapeFaults(page, { touch: size === 'narrow', english: language === 'en' });
      const large = size === 'narrow' ? await largeTextFaults(page) : [];
      expect([...shape, ...large, ...(await violations(page))], size).toEqual([]);
    }
    // The picture that cannot be shown is one of the states; what moves here is asked for.
    expect(faults.filter((fault) => !fault.includes('/no/such/picture.png'))).toEqual([]);
    await page.context().close();
  },
);
