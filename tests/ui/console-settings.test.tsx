// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAsk, type AskServer, type CommandResult, type Said } from '../../src/console/platform/ask.ts';
import { ConsoleContext, wordsOf } from '../../src/console/view/context.ts';
import { partTexts } from '../../src/tools/locales.mjs';
import { timeUnitOf } from '../../src/console/view/number-field.tsx';
import { SECTIONS } from '../../src/console/view/sections.ts';
import type { Drafts, SettingRow } from '../../src/console/view/setting-rows.ts';
import { Settings } from '../../src/console/view/settings.tsx';

const row = (key: string, more: Partial<SettingRow>): SettingRow => ({
  key,
  group: 'messages',
  rule: 'CONF-0',
  label: key,
  help: `effect of ${key}`,
  takes: { kind: 'text', max: 30 },
  onlyIf: null,
  isSet: more.value !== undefined && more.value !== '',
  value: '',
  ...more,
});
const days = { kind: 'number', min: 1, max: 90, unit: 'days', zero: null } as const;
const ROWS: readonly SettingRow[] = [
  row('name', { group: 'server', value: 'Parley' }),
  row('size', { takes: { ...days, min: 0, unit: 'members', zero: 'No limit' }, value: '0' }),
  row('edit', { takes: { ...days, min: 0, unit: 'seconds', zero: 'Not allowed' }, value: '7200' }),
  row('clear', { takes: { kind: 'switch' }, value: '0' }),
  row('days', { takes: days, value: '30', onlyIf: { key: 'clear', value: '1', isSavedToo: true } }),
  row('pass', { takes: { kind: 'text', max: 9, isSecret: true }, isSet: true }),
];
const GROUPS = [
  { id: 'server', title: 'Server' },
  { id: 'messages', title: 'Messages' },
];

/** A server with these settings, and what it was asked to change. */
class Server {
  readonly ran: unknown[] = [];
  answer: CommandResult = { isDone: true, lines: [] };
  readonly ask: AskServer = {
    ...createAsk('en', () => null),
    show: <T,>() => Promise.resolve({ kind: 'data', data: { groups: GROUPS, rows: ROWS } as T }),
    execute: (_, given): Promise<Said<CommandResult>> => {
      this.ran.push(given);
      return Promise.resolve({ kind: 'data', data: this.answer });
    },
  };
}

let place: HTMLElement;
let root: Root;
let server: Server;
const t = wordsOf(partTexts('en', 'console'));
const [section] = SECTIONS.filter(({ id }) => id === 'settings');

function Page() {
  const [drafts, setDrafts] = useState<Drafts>({});
  return section ? (
    <ConsoleContext value={{ ask: server.ask, saveFile: () => undefined, copy: null, language: 'en', t }}>
      <Settings
        section={section}
        round={0}
        begin={() => undefined}
        commandBy={() => undefined}
        drafts={drafts}
        onDrafts={setDrafts}
      />
    </ConsoleContext>
  ) : null;
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  server = new Server();
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  window.location.hash = '#settings/messages';
  await act(async () => root.render(<Page />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
});

const field = (key: string, tag = 'input') => {
  const match = place.querySelectorAll<HTMLInputElement>(`[data-setting="${key}"] ${tag}`);
  const last = match[match.length - 1];
  if (!last) throw new Error(`no ${tag} of ${key}`);
  return last;
};
const press = (name: string) =>
  act(async () => {
    const buttons = [...place.querySelectorAll('button')];
    buttons.find(({ textContent }) => textContent === name)?.click();
  });
async function type(element: HTMLInputElement, value: string): Promise<void> {
  const prototype = element instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
  await act(async () => {
    Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(element, value);
    const event = element instanceof HTMLSelectElement ? 'change' : 'input';
    element.dispatchEvent(new Event(event, { bubbles: true }));
  });
}
const go = (hash: string) =>
  act(async () => {
    window.location.hash = hash;
    window.dispatchEvent(new Event('hashchange'));
  });

it('CONSOLE-11: saving a group sends only what the administrator changed', async () => {
  await type(field('size', 'select'), 'some');
  await type(field('size'), '40');
  await press(t('save'));
  expect(server.ran).toEqual([{ size: '40' }]);
  expect(place.querySelector('output')?.textContent).toBe(t('savedNow'));
});

it('CONSOLE-11: a value that is typed and typed back is no change', async () => {
  await type(field('edit'), '3');
  await type(field('edit'), '2');
  expect(place.querySelector<HTMLButtonElement>('button[type=submit]')?.disabled).toBe(true);
});

it('CONSOLE-11: switching retention on shows its days, and saves them with it', async () => {
  expect(place.textContent).not.toContain('effect of days');
  await act(async () => field('clear').click());
  expect(field('days').value).toBe('30');
  server.answer = { isDone: true, lines: ['clear = 1', 'days = 30', '12 messages go'] };
  await press(t('save'));
  expect(server.ran).toEqual([{ clear: '1', days: '30' }]);
  expect(place.querySelector('output')?.textContent).toBe(`${t('savedNow')} 12 messages go`);
});

it('CONSOLE-11: wrong values keep what was typed, show their reasons, and the first has the focus', async () => {
  await type(field('size', 'select'), 'some');
  await type(field('size'), 'many');
  server.answer = { isDone: false, lines: ['x'], faults: { size: 'Must be a number' } };
  await press(t('save'));
  expect(place.querySelector('[role=alert]')?.textContent).toBe('Must be a number');
  expect(field('size').value).toBe('many');
  expect(field('size').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field('size'));
  expect(place.querySelector('output')?.textContent).toBe(t('notSaved'));
  await type(field('size'), '40');
  expect(place.querySelector('[role=alert]')).toBeNull();
});

it('CONSOLE-11: unsaved values stay in another group, and the page asks before it closes', async () => {
  await type(field('edit'), '5');
  await go('#settings/server');
  expect(place.textContent).not.toContain('effect of edit');
  expect(place.querySelector('nav [role=img]')?.getAttribute('aria-label')).toBe(t('unsaved'));
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  await go('#settings/messages');
  expect(field('edit').value).toBe('5');
  await press(t('discard'));
  expect(field('edit').value).toBe('2');
  const later = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(later);
  expect(later.defaultPrevented).toBe(false);
});

it('CONSOLE-4: a stored password is not in the page; typing replaces it and a button removes it', async () => {
  expect([field('pass').value, field('pass').placeholder]).toEqual(['', t('secretSet')]);
  await type(field('pass'), 'new');
  await type(field('pass'), '');
  expect(place.querySelector<HTMLButtonElement>('button[type=submit]')?.disabled).toBe(true);
  await press(t('remove'));
  await press(t('save'));
  expect(server.ran).toEqual([{ pass: '' }]);
});

it('CONSOLE-11: a time is shown in its largest whole unit, and stored in seconds', async () => {
  expect(['86400', '7200', '90', '5400', '0', 'x'].map(timeUnitOf)).toEqual([
    'days',
    'hours',
    'seconds',
    'minutes',
    'minutes',
    'minutes',
  ]);
  expect(field('edit').value).toBe('2');
  await type(field('edit', 'select'), 'days');
  await press(t('save'));
  expect(server.ran).toEqual([{ edit: String(2 * 86_400) }]);
});

it('CONSOLE-4: names of the protocol and rules are tooltips only', () => {
  expect(place.textContent).not.toContain('CONF-0');
  expect(place.querySelector('[data-setting=size]')?.getAttribute('title')).toBe('size · CONF-0');
});
