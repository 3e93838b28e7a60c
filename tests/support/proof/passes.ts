import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { go, launchShell, newPerson, type Person, wide } from '../browser.ts';
import { login } from '../person.ts';
import { announce, populate, type Populated } from '../populated.ts';
import { startServer, type TestServer } from '../server.ts';
import { SHORT_LIVED } from '../stage.ts';
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
 * Visits every screen of one language in both widths, side by side. Each width has its own user: two windows of
 * one user would replace each other's drafts.
 */
export function proveScreens(language: Language): () => Proof {
  let browser: Browser;
  let server: TestServer;
  let hills: Awaited<ReturnType<typeof openHills>>;
  let worlds: Readonly<Record<Size, Populated>>;

  beforeAll(async () => {
    browser = await launchShell([
      ...SHORT_LIVED,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ]);
    server = await startServer({ env: { PREVIEW_PRIVATE: '1' } });
    hills = await openHills();
    await announce(server);
    const newWorld = async (): Promise<Populated> => {
      const world = await populate(browser, server.url, { language, size: wide }, hills.address);
      await world.me.context.close();
      return world;
    };
    const [forNarrow, forWide] = await Promise.all([newWorld(), newWorld()]);
    worlds = { narrow: forNarrow, wide: forWide };
  });
  afterAll(async () => {
    await browser.close();
    await server.kill();
    await hills.web.close();
  });

  const newWindow = async (size: Size): Promise<Person> => {
    const { account, name } = worlds[size].me;
    const look = { language, size: SIZES[size], theme: themeOf(language, size) };
    return { ...(await newPerson(browser, server.url, name, look)), account };
  };

  const pass = async (size: Size): Promise<readonly string[]> => {
    const round = { size, keys: usesKeys(language, size) };
    const visitor = await newWindow(size);
    const open = await visitOpen(visitor, round);
    await visitor.context.close();
    const member = await newWindow(size);
    await go(member, '/');
    await login(member);
    const rest = await visitAll(member, worlds[size].facts, round);
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

  return () => ({ newWindow, facts: worlds.wide.facts });
}
