import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Browser, CDPSession, Frame, Page } from 'playwright-core';
import { exportScript } from '../../src/client/report/mask.ts';
import type { ScriptEventLine } from '../../src/inspector/model/line.ts';
import { EMPTY } from '../../src/client/state/empty.ts';
import { applied, type ReplayPoint } from '../../src/inspector/model/session.ts';
import { contactId } from '../../src/domain/ids.ts';
import { launchBrowser, wide } from '../support/browser.ts';
import { localLine, OPENING, PEOPLE, posted } from '../support/script-lines.ts';
import { startServer, temporaryFolder } from '../support/server.ts';
import { median } from '../support/slow-page.ts';

/** The inspector on a long recording, and the simulator's page with four real apps. */
const EVENTS = 5_000;
const ROUNDS = 5;
const WATCH_MS = 20_000;
const limits = { openMs: 2_000, framesPerSec: 30, taskMs: 100 } as const;

type Report = (line: string, holds: boolean) => void;

export async function run(): Promise<readonly string[]> {
  const over: string[] = [];
  const report: Report = (line, holds) => {
    console.log(`  ${line}`);
    if (!holds) over.push(line);
  };
  console.log(`  median of ${ROUNDS}; load of the machine ${loadavg()[0]?.toFixed(1)}`);
  const browser = await launchBrowser();
  try {
    await timeMachine(browser, report);
    await fourApps(browser, report);
  } finally {
    await browser.close();
  }
  return over;
}

/** A recorded session with one chat open; a third of its lines are steps of machines. */
function longSession(): readonly ScriptEventLine[] {
  const lines: ScriptEventLine[] = [
    ...OPENING,
    localLine({ type: 'chatOpened', conversation: contactId('1') }),
    localLine({ type: 'pageRequested', conversation: contactId('1'), which: 'first' }),
    localLine({
      type: 'pageLoaded',
      conversation: contactId('1'),
      which: 'first',
      messages: [],
      complete: true,
      reachesEnd: true,
    }),
  ];
  const seqs = new Map<string, number>();
  for (let i = 0; lines.length < EVENTS; i += 1) {
    const to = PEOPLE[i % PEOPLE.length] ?? '1';
    const seq = (seqs.get(to) ?? 0) + 1;
    seqs.set(to, seq);
    lines.push(posted(to, seq, `message ${i}, some longer than others ${'and on '.repeat(i % 9)}`));
    if (i % 2 === 0) lines.push(step(`outbox ${to}`, i));
  }
  return lines;
}

const step = (actor: string, i: number): ScriptEventLine => ({
  atMs: i * 100,
  origin: 'machine',
  event: {
    actor,
    machine: 'outbox',
    event: { type: 'sending.allowed' },
    value: i % 4 === 0 ? 'resting' : 'waiting',
    context: { items: [], waitMs: 1_000 },
    taken: [],
    over: false,
  },
});

async function timeMachine(browser: Browser, report: Report): Promise<void> {
  const lines = longSession();
  const file = join(temporaryFolder(), 'long.jsonl');
  writeFileSync(file, exportScript(lines, { masked: false }));
  const tool = await startServer({ script: 'src/tools/inspect.mjs', args: [file] });
  const [address = ''] = /http:\S+/.exec(tool.output()) ?? [];
  const page = await (await browser.newContext({ viewport: wide })).newPage();
  const [opened, plain] = [[], []] as [number[], number[]];
  for (let round = 0; round < ROUNDS; round += 1) {
    plain.push(await plainMs(page, new URL(address)));
    opened.push(await openMs(page, address));
  }
  const ms = median(opened);
  report(
    `a session of ${EVENTS} events with the app at its first event: open after ${Math.round(ms)} ms ` +
      `(must be under ${limits.openMs} ms); the same file as plain text ${Math.round(median(plain))} ms`,
    ms < limits.openMs,
  );
  const thread = await page.context().newCDPSession(page);
  await thread.send('Performance.enable');
  const rates: number[] = [];
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await threadMs(thread);
    const { screens, tookMs } = await scrubbed(page);
    rates.push((screens * 1_000) / tookMs);
    costs.push(((await threadMs(thread)) - before) / screens);
  }
  const [rate, cost] = [median(rates), median(costs)];
  report(
    `scrubbing through it: ${rate.toFixed(0)} screens a second (must be at least ${limits.framesPerSec}), ` +
      `${cost.toFixed(1)} ms of the processor for each; ` +
      `reducing from the first event each time takes ${reducedAgainMs(lines).toFixed(0)} ms for the last one`,
    rate >= limits.framesPerSec,
  );
  await page.context().close();
  await tool.kill();
}

/** Until the scrubber has its length and the app has drawn the first event. */
async function openMs(page: Page, address: string): Promise<number> {
  await page.goto('about:blank');
  const fromMs = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('iframe[data-drawn="1"]').waitFor();
  await page.frameLocator('iframe').locator('#root > *').first().waitFor({ state: 'attached' });
  return performance.now() - fromMs;
}

async function plainMs(page: Page, address: URL): Promise<number> {
  const place = address.searchParams.get('script') ?? '';
  await page.goto('about:blank');
  const fromMs = performance.now();
  const text = await page.context().request.get(new URL(place, address).href);
  await page.setContent(`<pre></pre>`);
  await page.evaluate(
    (content) => {
      const place = document.querySelector('pre');
      if (place !== null) place.textContent = content;
      return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    },
    await text.text(),
  );
  return performance.now() - fromMs;
}

/** Processor time of the main thread so far: other work on the machine does not count. */
async function threadMs(thread: CDPSession): Promise<number> {
  const { metrics } = await thread.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN) * 1_000;
}

/** The scrubber is moved at each frame of the page; counts what the app has drawn. */
const scrubbed = (page: Page): Promise<{ readonly screens: number; readonly tookMs: number }> =>
  page.evaluate(
    (events) =>
      new Promise<{ readonly screens: number; readonly tookMs: number }>((done) => {
        const frame = document.querySelector('iframe');
        const range = document.querySelector<HTMLInputElement>('input[type="range"]');
        // The library that draws the page notices a value only if it comes past its own setter.
        const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
        if (frame === null || range === null) throw new Error('no scrubber');
        let drawn = 0;
        const watcher = new MutationObserver(() => (drawn += 1));
        watcher.observe(frame, { attributes: true, attributeFilter: ['data-drawn'] });
        const fromMs = performance.now();
        const LASTS_MS = 3_000;
        const move = () => {
          const passed = performance.now() - fromMs;
          if (passed > LASTS_MS) {
            watcher.disconnect();
            return done({ screens: drawn, tookMs: passed });
          }
          value?.set?.call(range, String(1 + Math.floor((passed / LASTS_MS) * (events - 1))));
          range.dispatchEvent(new Event('input', { bubbles: true }));
          requestAnimationFrame(move);
        };
        requestAnimationFrame(move);
      }),
    EVENTS,
  );

function reducedAgainMs(lines: readonly ScriptEventLine[]): number {
  const fromMs = performance.now();
  let point: ReplayPoint = { state: EMPTY, machines: new Map(), screen: null };
  for (const line of lines) point = applied(point, line);
  return performance.now() - fromMs;
}

/** The simulator's page as it opens: four real apps, at the speed of real time. */
async function fourApps(browser: Browser, report: Report): Promise<void> {
  const tool = await startServer({ script: 'src/tools/demo.mjs' });
  const page = await (await browser.newContext({ viewport: wide })).newPage();
  await page.goto(`${tool.url}/simulate.html?seed=7&clients=4&nodes=2&steps=200`);
  await page.locator('iframe').nth(3).waitFor();
  await page.waitForTimeout(5_000);
  await Promise.all(page.frames().map((frame) => watchTasks(frame)));
  await page.waitForTimeout(WATCH_MS);
  const apps = await longest(page.frames());
  const task = apps === 0 ? 'none of 50 ms' : `${Math.round(apps)} ms`;
  report(
    `simulator page with ${page.frames().length - 1} real apps at × 1 for ${WATCH_MS / 1_000} s: ` +
      `longest task ${task} (must be under ${limits.taskMs} ms)`,
    apps < limits.taskMs,
  );
  await page.context().close();
  await tool.kill();
}

const watchTasks = (frame: Frame): Promise<void> =>
  frame.evaluate(() => {
    const tasks: number[] = [];
    Reflect.set(globalThis, 'seenTasks', tasks);
    new PerformanceObserver((found) =>
      tasks.push(...found.getEntries().map((entry) => entry.duration)),
    ).observe({ type: 'longtask' });
  });

async function longest(frames: readonly Frame[]): Promise<number> {
  const matches = await Promise.all(
    frames.map((frame) =>
      frame.evaluate(() => (Reflect.get(globalThis, 'seenTasks') as readonly number[] | undefined) ?? []),
    ),
  );
  return Math.max(0, ...matches.flat());
}
