import { cpSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { go, launchShell, newPerson, type Person, wide } from '../browser.ts';
import { login } from '../person.ts';
import { announce, populate, type Populated } from '../populated.ts';
import { startServer, temporaryFolder } from '../server.ts';
import { LONG_LIVED } from '../stage.ts';
import type { Language, ShownLanguage } from '../texts.ts';
import { openHills } from '../web-pages.ts';
import { type Round, type Size, SIZES, visitAll, visitOpen } from './visits.ts';

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
  let worlds: Worlds;
  beforeAll(async () => {
    worlds = await openWorlds(language, 2);
  });
  afterAll(() => worlds.end());

  const newWindow = (size: Size): Promise<Person> =>
    worlds.newWindow(size === 'narrow' ? 0 : 1, size, themeOf(language, size));

  it.concurrent.each(['narrow', 'wide'] as const)(
    'UI-1, UI-7, UI-11, SCREEN-1, SCREEN-2, THEME-3: every screen and everything over it has no fault, %s',
    { timeout: 900_000 },
    async (size) => {
      const round = { size, keys: usesKeys(language, size) };
      expect(await pass(() => newWindow(size), worlds.facts, round)).toEqual([]);
    },
  );

  return () => ({ newWindow, facts: worlds.facts });
}

/** The same for the texts of a language alone, in one width. */
export async function textFaults(
  language: ShownLanguage,
  size: Size,
  script?: string,
): Promise<readonly string[]> {
  const worlds = await openWorlds(language, 1, script);
  onTestFinished(() => worlds.end());
  const round = { size, keys: false, onlyTexts: true };
  return pass(() => worlds.newWindow(0, size, 'light'), worlds.facts, round);
}

async function pass(
  newWindow: () => Promise<Person>,
  facts: Populated['facts'],
  round: Round,
): Promise<readonly string[]> {
  const visitor = await newWindow();
  const open = await visitOpen(visitor, facts, round);
  await visitor.context.close();
  const member = await newWindow();
  await go(member, '/');
  await login(member);
  const rest = await visitAll(member, facts, round);
  await member.context.close();
  return [...open, ...rest];
}

interface Worlds {
  readonly facts: Populated['facts'];
  /** A window of the same user on the login page of a server. */
  newWindow(server: number, size: Size, theme: 'light' | 'dark'): Promise<Person>;
  end(): Promise<void>;
}

/** Servers over copies of one world. */
async function openWorlds(language: ShownLanguage, count: number, script?: string): Promise<Worlds> {
  const browser = await launchShell([
    ...LONG_LIVED,
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
  ]);
  const options = { env: { PREVIEW_PRIVATE: '1' }, ...(script !== undefined && { script }) };
  const first = await startServer(options);
  const hills = await openHills();
  await announce(first);
  const world = await populate(browser, first.url, { language, size: wide }, hills.address);
  await world.me.context.close();
  await first.stop();
  const folders = [first.dataDir, ...Array.from({ length: count - 1 }, temporaryFolder)];
  for (const copy of folders.slice(1)) cpSync(first.dataDir, copy, { recursive: true });
  const servers = await Promise.all(folders.map((dataDir) => startServer({ ...options, dataDir })));
  const { account, name } = world.me;
  return {
    facts: world.facts,
    newWindow: async (server, size, theme) => {
      const look = { language, size: SIZES[size], theme };
      return { ...(await newPerson(browser, servers[server]?.url ?? '', name, look)), account };
    },
    end: async () => {
      await browser.close();
      await Promise.all(servers.map((server) => server.kill()));
      await hills.web.close();
    },
  };
}
