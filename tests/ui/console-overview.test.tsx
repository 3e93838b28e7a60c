// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import type { AskServer, Said } from '../../src/console/platform/ask.ts';
import { ConsoleContext, wordsOf } from '../../src/console/view/context.ts';
import { partTexts } from '../../src/tools/locales.mjs';
import { ageText } from '../../src/console/view/format.ts';
import { Overview } from '../../src/console/view/overview.tsx';
import { SECTIONS } from '../../src/console/view/sections.ts';

const QUIET = {
  ready: { version: '6.1.0', ready: true, reasons: [], warnings: [] },
  gauges: {},
  nodes: [],
  jobs: [{ name: 'sending pushes', atMs: 0, fault: null }],
};
const DAY = { minutes: [1, 2], lines: { users: [3, null] }, refusals: [] };

/** The text of the first section for these answers. */
async function readText(health: object, language: string): Promise<string> {
  const answers: Readonly<Record<string, unknown>> = { health, figures: DAY };
  const ask: AskServer = {
    show: <T,>(part: string) => Promise.resolve({ kind: 'data', data: answers[part] } as Said<T>),
    execute: () => Promise.resolve({ kind: 'away' }),
    setLogo: () => Promise.resolve({ kind: 'away' }),
    addEmoji: () => Promise.resolve({ kind: 'away' }),
    prove: () => Promise.resolve({ kind: 'away' }),
    passkeyQuestion: () => Promise.resolve({ kind: 'away' }),
  };
  const place = document.createElement('div');
  const root = createRoot(place);
  const [section] = SECTIONS;
  if (section === undefined) throw new Error('no section');
  const parts = {
    ask,
    saveFile: () => undefined,
    copy: null,
    language,
    t: wordsOf(partTexts(language, 'console')),
  };
  await act(async () =>
    root.render(
      <ConsoleContext value={parts}>
        <Overview
          section={section}
          round={0}
          begin={() => undefined}
          commandBy={() => undefined}
          drafts={{}}
          onDrafts={() => undefined}
        />
      </ConsoleContext>,
    ),
  );
  const text = place.textContent ?? '';
  await act(async () => root.unmount());
  return text;
}

it('CONSOLE-5: the age of copies is shown only if the server makes any', async () => {
  expect(await readText(QUIET, 'en')).toContain('All checks passed.');
  expect(await readText(QUIET, 'en')).not.toContain('Backups');
  const gauges = { copiesAgeSec: 7, copiesWholeAgeSec: 7_300, copiesDrillAgeSec: null, copiesBytes: 2_048 };
  const copied = await readText({ ...QUIET, gauges: { ...gauges, copiesFailures: 2 } }, 'en');
  expect(copied).toContain('backup: 7 seconds, of the last full backup: 2 hours');
  expect(copied).toContain('They use 2.0 KiB. Since the start, 2 backups');
  expect(await readText({ ...QUIET, gauges }, 'zh-CN')).toContain('距完整备份 2小时');
});

it('CONSOLE-5: a node that is not ready says why', async () => {
  const ready = { ready: false, reasons: ['the disk is full'], warnings: ['clocks differ'] };
  const text = await readText({ ...QUIET, ready }, 'en');
  expect(text).toContain('This node is not ready: the disk is full');
  expect(text).toContain('clocks differ');
});

it('CONSOLE-6: each figure with what it is now and was at most', async () => {
  expect(await readText(QUIET, 'en')).toContain('Users online: 3 now, peak 3');
});

it('CONSOLE-16: the health comes first, then four numbers, then what to set up', async () => {
  const text = await readText(QUIET, 'en');
  expect(text).toMatch(
    /^All checks passed\.Version 6\.1\.0 · This is the only node\.Users online3Name and picture/,
  );
  expect(text).toContain('peak 3');
});

it('CONSOLE-5: an age in its largest whole unit', () => {
  const t = wordsOf(partTexts('en', 'console'));
  expect([null, 0, 59, 61, 90_000].map((seconds) => ageText(seconds, 'en', t))).toEqual([
    'not known',
    '0 seconds',
    '59 seconds',
    '1 minute',
    '1 day',
  ]);
});

it('ACC-18: the first page offers the switch to longer passwords', async () => {
  expect(await readText(QUIET, 'en')).toContain('Longer passwords8 to 128 characters');
  expect(await readText(QUIET, 'zh-CN')).toContain('更长的密码');
});
