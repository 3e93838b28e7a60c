import { createRoot } from 'react-dom/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import '../support/pretended-layout.ts';
import { pageTexts, startTexts } from '../../src/app/i18n/index.ts';
import { belongTo } from '../../src/app/platform/settings.ts';
import type { ScriptEventLine } from '../../src/inspector/model/line.ts';
import { pathAt, ReplayPage } from '../../src/replay/page.tsx';
import { setClock } from '../../src/replay/platform/sealed-page.ts';
import { numbered } from '../support/script-lines.ts';
import { quiet, screenText } from '../support/screen-text.ts';
import { createWorld } from '../../simulator/world/world.ts';
import { settle } from '../../simulator/world/guards.ts';
import { drawPlan } from '../../simulator/plan/plan.ts';
import { isFault } from '../../simulator/plan/step.ts';
import { act } from '../../simulator/users/act.ts';
import type { Actions, Client } from '../../src/client/interface/client.ts';
import { inspectionOver } from '../../src/client/state/inspection.ts';
import type { ScriptLine } from '../../src/client/state/log.ts';
import { WholeApp } from '../../src/app/whole-app.tsx';
import { forgetSizes } from '../../src/app/screens/conversation/list-sizes.ts';
import { openPage } from '../../src/replay/platform/frame.ts';

/** A session of the simulator with the real app in front of the client of one user. */
interface WatchedSession {
  readonly lines: readonly ScriptEventLine[];
  /** What the app showed after the first `n` events. */
  readonly texts: ReadonlyMap<number, string>;
}

/** Lines of managers in an open group are fetched and are no events: a recording does not have them. */
const withoutGroupLines = (client: Client): Client => ({
  ...client,
  actions: new Proxy(client.actions, {
    get: (actions, name: keyof Actions) =>
      name === 'groupLines' ? () => new Promise(() => undefined) : actions[name],
  }),
});

/** All lines at first; later the state from which a log starts again. */
const newIn = (lines: readonly ScriptLine[], isFirst: boolean): readonly ScriptEventLine[] =>
  lines.flatMap((line) => (line.origin !== 'script' && (isFirst || line.origin === 'state') ? [line] : []));

/** Plays a seed; the app follows the first user, and its text is taken whenever it was drawn. */
async function recordSession(seed: number, steps: number): Promise<WatchedSession> {
  const lines: ScriptEventLine[] = [];
  const texts = new Map<number, string>();
  let draw: (() => Promise<void>) | null = null;
  let isDrawing = false;
  const starts: (() => void)[] = [];
  const world = await createWorld({
    seed,
    clients: 3,
    nodes: 1,
    keepTrace: false,
    settle: async () => {
      await settle();
      if (draw === null || isDrawing) return;
      isDrawing = true;
      await draw();
      isDrawing = false;
    },
  });
  const [device] = world.people[0]?.devices ?? [];
  const old = device?.tabs[0];
  if (device === undefined || old === undefined) throw new Error('no device');
  const inspection = inspectionOver({
    clock: world.clock,
    channel: {
      post: (message) => {
        if (message.type === 'lines') lines.push(...(message.lines as readonly ScriptEventLine[]));
        if (message.type === 'script') lines.push(...newIn(message.lines, lines.length === 0));
      },
      listen: (run) => {
        starts.push(() => run({ type: 'watch', app: 'watched' }));
        return () => undefined;
      },
    },
    app: 'watched',
    title: () => '',
    schedule: queueMicrotask,
  });
  device.watch = inspection.watch;
  device.close(old);
  const { client } = device.open(old.memory);
  // Another tab of the device has its own recording.
  device.watch = null;
  inspection.attach(client.core.log);
  for (const start of starts) start();
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  let visibleCount = -1;
  let nextState = client.store.get();
  client.store.subscribe(() => (nextState = client.store.get()));
  draw = async () => {
    const path = pathAt({ screen: null, state: client.store.get(), machines: new Map() }, client.calls.get());
    if (location.hash !== `#${path}`) {
      inspection.shows({ path, width: 390, height: 780, dark: false, language: 'en' });
      openPage(path);
    }
    setClock(world.clock.nowMs());
    await quiet(host);
    // Readers are notified once for several events: the screen is that of the last one.
    if (lines.length === visibleCount || nextState !== client.store.get()) return;
    const text = screenText(host);
    // Code of the login page is still loading after a log-out.
    if (text === '') return;
    visibleCount = lines.length;
    texts.set(visibleCount, text);
  };
  setClock(world.clock.nowMs());
  root.render(<WholeApp client={withoutGroupLines(client)} recording={false} />);
  await quiet(host);
  try {
    for (const [number, step] of drawPlan({
      seed,
      clients: 3,
      nodes: 1,
      steps,
      hours: null,
      faults: 'none',
    }).entries()) {
      await world.clock.advance(Math.max(0, step.atMs - world.clock.elapsedMs()));
      const { kind } = step;
      if (!isFault(kind)) act(world, { ...step, kind }, number);
      if (!device.tabs.some((tab) => tab.client === client)) break;
    }
    await world.clock.advance(5_000);
  } finally {
    draw = null;
    root.unmount();
    host.remove();
    for (const tab of world.tabs()) tab.crash();
    await world.store.close();
  }
  return { lines, texts };
}

// @vitest-environment happy-dom

const SEEDS = Array.from({ length: 20 }, (_, at) => at + 1);
/** Sessions that open every page of the others: code that loads would show its parts later than an event. */
const OPENS_PAGES = [1, 2, 11];
/** Of the users, in each session. */
const STEPS = 20;

beforeAll(async () => {
  await startTexts('en');
  await pageTexts();
  for (const seed of OPENS_PAGES) {
    await recordSession(seed, STEPS);
    await vi.dynamicImportSettled();
  }
}, 60_000);
afterAll(() => setClock(null));

/** Another browser, as far as its small settings are concerned. */
function forget(): void {
  forgetSizes();
  belongTo(null);
  localStorage.clear();
}

/** The text of the replayed app after each of these numbers of events. */
async function replayed(lines: readonly ScriptEventLine[], ns: readonly number[]) {
  forget();
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  const page = new ReplayPage(root, host);
  page.take({ type: 'script', lines: numbered(lines), n: ns[0] ?? 0 });
  const texts: string[] = [];
  for (const n of ns) {
    await new Promise<void>((done) => {
      // It reports twice: the second time when a page that was just opened is complete.
      let times = 0;
      page.tell = (message) => {
        if (message.type === 'drawn' && message.n === n && (times += 1) === 2) done();
      };
      page.take({ type: 'show', n });
    });
    await quiet(host);
    texts.push(`${n} ${screenText(host)}`);
  }
  root.unmount();
  host.remove();
  return texts;
}

describe('the screen of a replayed session', () => {
  it.each(SEEDS)(
    'INSP-10: shows at each event of session %d the text that the live app showed',
    async (seed) => {
      forget();
      const { lines, texts } = await recordSession(seed, STEPS);
      const live = [...texts].map(([n, text]) => `${n} ${text}`);
      expect(live.length).toBeGreaterThan(5);
      expect(await replayed(lines, [...texts.keys()])).toEqual(live);
    },
    60_000,
  );
});
