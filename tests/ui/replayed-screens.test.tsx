// @vitest-environment happy-dom
import { createRoot } from 'react-dom/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import '../support/pretended-layout.ts';
import { pageTexts, startTexts } from '../../src/app/i18n/index.ts';
import { belongTo } from '../../src/app/platform/settings.ts';
import type { ScriptEventLine } from '../../src/inspector/model/line.ts';
import { ReplayPage } from '../../src/replay/page.tsx';
import { setClock } from '../../src/replay/platform/sealed-page.ts';
import { numbered } from '../support/script-lines.ts';
import { quiet, screenText } from '../support/screen-text.ts';
import { watchedSession } from '../support/watched-session.tsx';

const SEEDS = Array.from({ length: 20 }, (_, at) => at + 1);
/** Sessions that open every page of the others: code that loads would show its parts later than an event. */
const OPENS_PAGES = [1, 2, 11];
/** Of the users, in each session. */
const STEPS = 20;

beforeAll(async () => {
  await startTexts('en');
  await pageTexts();
  for (const seed of OPENS_PAGES) {
    await watchedSession(seed, STEPS);
    await vi.dynamicImportSettled();
  }
}, 60_000);
afterAll(() => setClock(null));

/** Another browser, as far as its small settings are concerned. */
function forget(): void {
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
      const { lines, texts } = await watchedSession(seed, STEPS);
      const live = [...texts].map(([n, text]) => `${n} ${text}`);
      expect(live.length).toBeGreaterThan(5);
      expect(await replayed(lines, [...texts.keys()])).toEqual(live);
    },
    60_000,
  );
});
