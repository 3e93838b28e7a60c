import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeOfPath } from '../../src/app/layout/routes.tsx';
import { go, launchShell, narrow, newPerson, wide } from '../support/browser.ts';
import { layers } from '../support/layers.ts';
import { login } from '../support/person.ts';
import { announce, populate, type Populated } from '../support/populated.ts';
import { KEYS, Ledger, tableOf, themeOf } from '../support/proof/ledger.ts';
import { withoutMouse } from '../support/proof/no-mouse.ts';
import { INTRODUCTION, lines, ROUTES } from '../support/proof/page.ts';
import { type Round, visitAll, visitOpen } from '../support/proof/visits.ts';
import { noFacts, openScreens, screens } from '../support/screens.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openHills } from '../support/web-pages.ts';
import type { Language } from '../support/texts.ts';
import { type Cast, gather, part } from '../support/three/cast.ts';
import { finding } from '../support/three/find.ts';
import { grouping } from '../support/three/group.ts';
import { marking } from '../support/three/mark.ts';
import { meet } from '../support/three/meet.ts';
import { ordering } from '../support/three/order.ts';
import { owning } from '../support/three/own.ts';
import { saying } from '../support/three/say.ts';
import { calling } from '../support/three/talk.ts';
import { showing } from '../support/three/show.ts';

/** Everything that is known of a screen at the end; the parts below fill it in their order. */
const ledger = new Ledger();
const sizes = { narrow, wide } as const;

// Both groups have windows of their own and mostly wait: side by side they take little longer than one.
describe.concurrent('every screen', () => {
  const worlds = new Map<Language, Populated>();
  let browser: Browser;
  let server: TestServer;
  let hills: Awaited<ReturnType<typeof openHills>>;
  const world = (language: Language): Populated => worlds.get(language) ?? expect.unreachable();

  beforeAll(async () => {
    browser = await launchShell(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']);
    server = await startServer({ env: { PREVIEW_PRIVATE: '1' } });
    hills = await openHills();
    await announce(server);
    await Promise.all(
      (['zh-CN', 'en'] as const).map(
        async (language) =>
          void worlds.set(
            language,
            await populate(browser, server.url, { language, size: wide }, hills.address),
          ),
      ),
    );
    for (const { me } of worlds.values()) await me.context.close();
  });
  afterAll(async () => {
    await browser.close();
    await server.kill();
    await hills.web.close();
  });

  const look = async (language: Language, size: keyof typeof sizes): Promise<readonly string[]> => {
    const keys = KEYS.some((one) => one.size === size && language.startsWith(one.language));
    const round: Round = { size, keys, ledger };
    const theme = themeOf(language === 'en' ? 'en' : 'zh', size);
    const as = { language, size: sizes[size], theme };
    const visitor = await newPerson(browser, server.url, 'visitor', as);
    const open = await visitOpen(visitor, round);
    await visitor.context.close();
    const { me, facts } = world(language);
    const person = {
      ...(await newPerson(browser, server.url, me.name, as)),
      account: me.account,
    };
    await go(person, '/');
    await login(person);
    const rest = await visitAll(person, facts, round);
    await person.context.close();
    return [...open, ...rest];
  };
  it.sequential.each(['narrow', 'wide'] as const)(
    'UI-1, UI-7, UI-11, SCREEN-1, SCREEN-2, THEME-3: it and all over it are without fault, %s',
    { timeout: 900_000 },
    async (size) => {
      const faults = await Promise.all([look('zh-CN', size), look('en', size)]);
      expect(faults.flat()).toEqual([]);
    },
  );

  it.sequential(
    'SCREEN-2: somebody logs in, writes, quotes and logs out without a mouse',
    { timeout: 120_000 },
    async () => {
      const { me, facts } = world('en');
      const person = {
        ...(await newPerson(browser, server.url, me.name, { language: 'en', size: wide })),
        account: me.account,
      };
      await withoutMouse(person, facts.groupName, 'by keys alone');
      expect(person.faults).toEqual([]);
    },
  );
});

describe.concurrent('SCREEN-3: the life of three people', () => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await gather();
  });
  afterAll(async () => {
    await part(cast);
  });
  for (const chapter of [meet, ordering, saying, marking, calling, grouping, showing, owning, finding]) {
    it.sequential(chapter.title, { timeout: 180_000 }, async () => {
      await chapter.play(cast, (...used) => used.forEach((name) => ledger.worked(name, chapter.title)));
      for (const { name, faults } of [cast.a, cast.b, cast.c])
        expect({ name, faults: faults.splice(0) }).toEqual({ name, faults: [] });
    });
  }
});

describe('SCREEN-4: docs/screens.md', () => {
  it('every route of the family is a screen that was visited', () => {
    const visited = new Set([...screens, ...openScreens].map(({ route }) => route(noFacts).split('?')[0]));
    expect(ROUTES.filter((path) => placeOfPath(path).kind !== 'unknown' && !visited.has(path))).toEqual([]);
    expect(layers.filter(({ over }) => !screens.some(({ name }) => name === over))).toEqual([]);
  });

  it('has every cell filled, and says what this run has seen', async () => {
    expect(ledger.missing(lines)).toEqual([]);
    await expect(`${INTRODUCTION}\n${tableOf(ledger, lines)}\n`).toMatchFileSnapshot('../../docs/screens.md');
  });
});
