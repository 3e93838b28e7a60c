import { cpSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { go, launchShell, newPerson, type Person, wide } from '../browser.ts';
import { login } from '../person.ts';
import { announce, populate, type Populated } from '../populated.ts';
import { startServer, temporaryFolder, type TestServer } from '../server.ts';
import { LONG_LIVED } from '../stage.ts';
import type { Language } from '../texts.ts';
import { openHills } from '../web-pages.ts';
import { type Size, SIZES, visitAll, visitOpen } from './visits.ts';

/** Keys are tried in each width and each language once. */
const usesKeys = (language: Language, size: Size): boolean => (language === 'en') === (size === 'wide');
/** Both themes are shown in each width and each language once (THEME-3). */
const themeOf = (language: Language, size: Size): 'light' | 'dark' =>
  (language === 'zh-CN') === (size === 'narrow') ? 'dark' : 'light';

export interface Proof {
  /** A window of the user of that width, on the login page. */
  newWindow(size: Size): Promise<Person>;
  readonly facts: Populated['facts'];
}

/**
 * Visits every screen of one language in both widths, side by side. Each width has its own server over a copy
 * of one world: two windows of one user would replace each other's drafts and read each other's messages.
 */
export function proveScreens(language: Language): () => Proof {
  let browser: Browser;
  let servers: Readonly<Record<Size, TestServer>>;
  let hills: Awaited<ReturnType<typeof openHills>>;
  let world: Populated;

  beforeAll(async () => {
    browser = await launchShell([
      ...LONG_LIVED,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ]);
    const env = { PREVIEW_PRIVATE: '1' };
    const first = await startServer({ env });
    hills = await openHills();
    await announce(first);
    world = await populate(browser, first.url, { language, size: wide }, hills.address);
    await world.me.context.close();
    await first.stop();
    const copy = temporaryFolder();
    cpSync(first.dataDir, copy, { recursive: true });
    const [forNarrow, forWide] = await Promise.all(
      [first.dataDir, copy].map((dataDir) => startServer({ env, dataDir })),
    );
    if (forNarrow === undefined || forWide === undefined) throw new Error('no servers');
    servers = { narrow: forNarrow, wide: forWide };
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all(Object.values(servers).map((server) => server.kill()));
    await hills.web.close();
  });

  const newWindow = async (size: Size): Promise<Person> => {
    const { account, name } = world.me;
    const look = { language, size: SIZES[size], theme: themeOf(language, size) };
    return { ...(await newPerson(browser, servers[size].url, name, look)), account };
  };

  const pass = async (size: Size): Promise<readonly string[]> => {
    const round = { size, keys: usesKeys(language, size) };
    const visitor = await newWindow(size);
    const open = await visitOpen(visitor, round);
    await visitor.context.close();
    const member = await newWindow(size);
    await go(member, '/');
    await login(member);
    const rest = await visitAll(member, world.facts, round);
    await member.context.close();
    return [...open, ...rest];
  };

  it.concurrent.each(['narrow', 'wide'] as const)(
    'UI-1, UI-7, UI-11, SCREEN-1, SCREEN-2, THEME-3: every screen and everything over it has no fault, %s',
    { timeout: 900_000 },
    async (size) => {
      expect(await pass(size)).toEqual([]);
    },
  );

  return () => ({ newWindow, facts: world.facts });
}
