import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { launchShell } from '../browser.ts';
import { startServer, type TestServer } from '../server.ts';
import { SHORT_LIVED } from '../stage.ts';
import { callFriends, callPerson, MEDIA_FLAGS, type CallPerson } from './people.ts';
import { RELAY_SECRET, startRelay, tellOfRelay, type Relay } from './relay.ts';

/** One browser and one server for all calls of a file, which may go on side by side. */
export interface CallsStage {
  /** Opens pages of users who are all friends. */
  friends(...names: readonly string[]): Promise<readonly [CallPerson, CallPerson, ...CallPerson[]]>;
  /** The same with timers that the test can advance by `page.clock`. */
  friendsWithClock(...names: readonly string[]): Promise<readonly [CallPerson, CallPerson, ...CallPerson[]]>;
  /** The same by a server whose calls go through a relay only. */
  friendsByRelay(
    ...names: readonly string[]
  ): Promise<{ readonly people: readonly [CallPerson, CallPerson, ...CallPerson[]]; readonly relay: Relay }>;
  /** Opens another page of the user: in the same browser profile, or on a separate device. */
  another(of: CallPerson, where: 'sameBrowser' | 'device'): Promise<CallPerson>;
  readonly url: string;
}

type People = readonly [CallPerson, CallPerson, ...CallPerson[]];

export function callsStage(): CallsStage {
  const at: { browser: Browser | null; server: TestServer | null } = { browser: null, server: null };
  const all: CallPerson[] = [];
  const ends: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    [at.browser, at.server] = await Promise.all([
      launchShell([...SHORT_LIVED, ...MEDIA_FLAGS]),
      startServer(),
    ]);
  });
  afterAll(async () => {
    const faults = all.flatMap((person) => person.faults);
    await at.browser?.close();
    await at.server?.kill();
    for (const end of ends) await end();
    expect(faults).toEqual([]);
  });
  const there = () => {
    if (at.browser === null || at.server === null) throw new Error('the browser is there only inside a test');
    return { browser: at.browser, url: at.server.url };
  };
  const kept = <T extends readonly CallPerson[]>(people: T): T => {
    all.push(...people);
    return people;
  };
  return {
    get url() {
      return there().url;
    },
    friends: async (...names) => kept((await callFriends(there().browser, there().url, names)) as People),
    friendsWithClock: async (...names) =>
      kept((await callFriends(there().browser, there().url, names, { clock: true })) as People),
    friendsByRelay: async (...names) => {
      const [server, relay] = await Promise.all([
        startServer({ env: { TURN_SECRET: RELAY_SECRET } }),
        startRelay(),
      ]);
      ends.push(
        () => server.kill(),
        () => relay.stop(),
      );
      await tellOfRelay(server, relay);
      const people = await callFriends(there().browser, server.url, names, {
        settings: { callRelayOnly: '1' },
      });
      return { people: kept(people as People), relay };
    },
    another: async (of, where) => {
      const options = where === 'sameBrowser' ? { user: of.user, context: of.context } : { user: of.user };
      const person = await callPerson(there().browser, there().url, of.user.account, options);
      all.push(person);
      return person;
    },
  };
}
