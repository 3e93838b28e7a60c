import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'vite';
import { launchBrowser, newPerson } from './browser.ts';
import { root } from './house/repository.ts';

/** Pictures of docs/design-system.md: one of each part of the kit page, small enough for the repository. */
const folder = 'docs/pictures';
/** Tall enough for the whole page: it scrolls inside, and hidden content is not drawn. */
const size = { width: 1_000, height: 9_000 } as const;
/** The first rows of a long part show its style. */
const highest = 1_500;
/** The heading of the part on the kit page, the name of the file, and the theme. */
const parts = [
  ['Tokens', 'kit-tokens', 'light'],
  ['Show', 'kit-show', 'light'],
  ['Act and write', 'kit-act', 'light'],
  ['Act and write', 'kit-act-dark', 'dark'],
] as const;

export async function takeKitPictures(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const server = await createServer({
    root,
    logLevel: 'error',
    cacheDir: '.cache/vite-kit',
    server: { host: '127.0.0.1', port: 0, hmr: false, ws: false, watch: null },
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (address === null || address === undefined || typeof address === 'string') throw new Error('no port');
  const browser = await launchBrowser();
  try {
    for (const [heading, name, theme] of parts) {
      const url = `http://127.0.0.1:${address.port}`;
      const { page, context } = await newPerson(browser, url, 'kit', { language: 'en', size });
      await page.goto(`${url}/kit.html`, { timeout: 60_000 });
      const part = page.locator('section', {
        has: page.getByRole('heading', { name: heading, exact: true }),
      });
      await part.first().waitFor({ timeout: 60_000 });
      await page.locator('[aria-busy=true]').first().waitFor();
      // The kit page does not read the setting of the app.
      await page.addStyleTag({ content: `:root { color-scheme: ${theme} !important; }` });
      const box = await part.first().boundingBox();
      if (box === null) throw new Error(`the kit page has no part ${heading}`);
      const clip = { ...box, height: Math.min(box.height, highest) };
      writeFileSync(`${folder}/${name}.jpg`, await page.screenshot({ clip, type: 'jpeg', quality: 55 }));
      await context.close();
    }
  } finally {
    await browser.close();
    await server.close();
  }
}
