import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchShell, type Person } from './browser.ts';
import { recordingOfFailure } from './failed-recording.ts';
import { killServers, type ServerOptions, sharedServer, startServer, type TestServer } from './server.ts';

/** Windows of tests live for seconds: code compiled again to run faster costs more than it saves. */
export const SHORT_LIVED = ['--js-flags=--no-turbofan,--no-maglev'];
/** For a window in which the same checks run at every screen: one fast compiler saves a fifth. */
export const LONG_LIVED = ['--js-flags=--no-turbofan'];

/** One for all files that a process runs: it starts once, and ends with the process. */
let shell: Browser | null = null;
async function sharedShell(): Promise<Browser> {
  if (shell?.isConnected() !== true) shell = await launchShell(SHORT_LIVED);
  return shell;
}

/** A browser without windows of other files, and servers, with cleanup afterwards. */
export interface Stage {
  readonly browser: Browser;
  /** A new server, which the test may stop or configure. */
  server(options?: ServerOptions): Promise<TestServer>;
  /** One for all tests of the file, which they may configure. */
  fileServer(): Promise<TestServer>;
  /** One for many files: for tests that neither stop nor configure it, nor depend on who else is there. */
  commonServer(): Promise<TestServer>;
  /** At the end of the test nothing may have gone wrong unseen at these windows. */
  readonly watch: <P extends Person>(person: P) => P;
}

/** `launch` is the full browser, for tests that the lighter one cannot run. */
export function setStage(flags: readonly string[] = [], launch = launchShell): Stage {
  let browser: Browser | null = null;
  let ofFile: TestServer | null = null;
  const people: Person[] = [];
  beforeAll(async () => {
    browser = await (flags.length === 0 ? sharedShell() : launch([...SHORT_LIVED, ...flags]));
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await sayWhereToLook(task.name, people);
    const faults = people.flatMap((person) => person.faults.map((fault) => `${person.name}: ${fault}`));
    await Promise.all(people.splice(0).map((person) => person.context.close()));
    await killServers(ofFile);
    expect(faults).toEqual([]);
  });
  afterAll(async () => {
    await ofFile?.kill();
    await (browser === shell ? closeWindows(shell) : browser?.close());
  });
  return {
    get browser() {
      if (browser === null) throw new Error('the browser is there only inside a test');
      return browser;
    },
    server: startServer,
    fileServer: async () => (ofFile ??= await startServer()),
    commonServer: sharedServer,
    watch(person) {
      people.push(person);
      return person;
    },
  };
}

/** One line that opens the recording of a failed test in the inspector. */
async function sayWhereToLook(title: string, people: readonly Person[]): Promise<void> {
  const line = await recordingOfFailure(title, people).catch(() => null);
  if (line !== null) process.stderr.write(`${line}\n`);
}

/** Closes all windows, also those without a checker. */
async function closeWindows(browser: Browser | null): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}
