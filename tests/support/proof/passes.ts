import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { go, launchShell, narrow, newPerson, type Person, wide } from '../browser.ts';
import { login } from '../person.ts';
import { announce, populate, type Populated } from '../populated.ts';
import { startServer, type TestServer } from '../server.ts';
import type { Language } from '../texts.ts';
import { openHills } from '../web-pages.ts';
import { type Size, visitAll, visitOpen } from './visits.ts';

const SIZES = { narrow, wide } as const;

/** Keys are tried in each width and each language once. */
const usesKeys = (language: Language, size: Size): boolean => (language === 'en') === (size === 'wide');
/** Both themes are shown in each width and each language once (THEME-3). */
const themeOf = (language: Language, size: Size): 'light' | 'dark' =>
  (language === 'zh-CN') === (size === 'narrow') ? 'dark' : 'light';

export interface Proof {
  /** A window of the person whose world it is, on the login page. */
  newWindow(size: Size): Promise<Person>;
  readonly facts: Populated['facts'];
}

/** Visits every screen of one language in both widths; the widths are two windows that run side by side. */
export function proveScreens(language: Language): () => Proof {
  let browser: Browser;
  let server: TestServer;
  let hills: Awaited<ReturnType<typeof openHills>>;
  let world: Populated;

  beforeAll(async () => {
    browser = await launchShell(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']);
    server = await startServer({ env: { PREVIEW_PRIVATE: '1' } });
    hills = await openHills();
    await announce(server);
    world = await populate(browser, server.url, { language, size: wide }, hills.address);
    await world.me.context.close();
  });
  afterAll(async () => {
    await browser.close();
    await server.kill();
    await hills.web.close();
  });

  const newWindow = async (size: Size, account = world.me.account): Promise<Person> => ({
    ...(await newPerson(browser, server.url, world.me.name, {
      language,
      size: SIZES[size],
      theme: themeOf(language, size),
    })),
    account,
  });

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
