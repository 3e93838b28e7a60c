import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchBrowser, launchShell, type Person } from './browser.ts';
import { killServers, type ServerOptions, startServer, type TestServer } from './server.ts';

/** One browser per file and one server per test, with everything put away afterwards. */
export interface Stage {
  readonly browser: Browser;
  server(options?: ServerOptions): Promise<TestServer>;
  /** At the end of the test nothing may have gone wrong unseen at these windows. */
  watch<P extends Person>(person: P): P;
}

export function setStage(flags: readonly string[] = []): Stage {
  let browser: Browser | null = null;
  const people: Person[] = [];
  beforeAll(async () => {
    browser = await (flags.length === 0 ? launchShell() : launchBrowser(flags));
  });
  afterEach(async () => {
    const faults = people.flatMap((person) => person.faults.map((fault) => `${person.name}: ${fault}`));
    await Promise.all(people.splice(0).map((person) => person.context.close()));
    await killServers();
    expect(faults).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
  });
  return {
    get browser() {
      if (browser === null) throw new Error('the browser is there only inside a test');
      return browser;
    },
    server: startServer,
    watch(person) {
      people.push(person);
      return person;
    },
  };
}
