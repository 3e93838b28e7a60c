import type { Browser } from 'playwright-core';
import { launchShell, narrow, newPerson, type Person, wide } from '../browser.ts';
import { MEDIA_FLAGS } from '../calls/people.ts';
import { runToEnd, startServer, type TestServer } from '../server.ts';
import { openHills } from '../web-pages.ts';

/** Three users on one server: a wide English window, a phone, and a wide Chinese window. */
export interface Cast {
  readonly server: TestServer;
  readonly browser: Browser;
  readonly a: Person;
  readonly b: Person;
  readonly c: Person;
  /** A page of the web. */
  readonly hills: Awaited<ReturnType<typeof openHills>>;
}

/** A chapter of the story. It reports the screens that it used to `did`. */
export interface Chapter {
  readonly title: string;
  readonly play: (cast: Cast, did: (...screens: readonly string[]) => void) => Promise<void>;
}

export const HIKING = 'Hiking club';

/** A camera and a microphone that are pretended, and a position. */
export async function gather(): Promise<Cast> {
  const browser = await launchShell(MEDIA_FLAGS);
  const server = await startServer({ env: { HOOKS_PRIVATE: '1', PREVIEW_PRIVATE: '1' } });
  const hills = await openHills();
  const a = await newPerson(browser, server.url, 'Anna Lake', { language: 'en', size: wide });
  const b = await newPerson(browser, server.url, 'Bela Hill', { language: 'en', size: narrow });
  const c = await newPerson(browser, server.url, '谷雨生', { language: 'zh-CN', size: wide });
  for (const { context } of [a, b, c]) {
    await context.grantPermissions(
      ['geolocation', 'clipboard-read', 'clipboard-write', 'camera', 'microphone'],
      { origin: server.url },
    );
    await context.setGeolocation({ latitude: 47.37, longitude: 8.54 });
  }
  return { server, browser, a, b, c, hills };
}

export async function part({ server, browser, hills }: Cast): Promise<void> {
  await browser.close();
  await server.kill();
  await hills.web.close();
}

/** Runs an admin command on the machine of the server. */
export async function administer(server: TestServer, ...words: readonly string[]): Promise<void> {
  const run = await runToEnd('dist/server/admin-main.js', words, {
    DATA_DIR: server.dataDir,
    PORT: String(server.port),
  });
  if (run.code !== 0) throw new Error(`${words.join(' ')}: ${run.stderr}`);
}
