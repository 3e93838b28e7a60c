// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAsk, type AskServer, type CommandResult, type Said } from '../../src/console/platform/ask.ts';
import { ConsoleContext, wordsOf } from '../../src/console/view/context.ts';
import { partTexts } from '../../src/tools/locales.mjs';
import { SECTIONS } from '../../src/console/view/sections.ts';
import type { Service } from '../../src/console/view/services.tsx';
import type { Drafts, SettingRow } from '../../src/console/view/setting-rows.ts';
import { Settings } from '../../src/console/view/settings.tsx';

const row = (key: string, more: Partial<SettingRow>): SettingRow => ({
  key,
  group: 'signOn',
  rule: 'CONSOLE-15',
  label: key,
  help: '',
  takes: { kind: 'text', max: 30 },
  service: 'ldap',
  onlyIf: key === 'on' ? null : { key: 'on', value: '1' },
  isSet: false,
  value: '',
  ...more,
});
const ROWS: readonly SettingRow[] = [
  row('on', { takes: { kind: 'switch' }, value: '0' }),
  row('url', { value: 'ldaps://old' }),
  row('pass', { takes: { kind: 'text', max: 9, isSecret: true }, isSet: true }),
];
const service = (isFixed: boolean): Service => ({
  group: 'signOn',
  title: 'LDAP',
  help: '',
  state: 'unset',
  cause: null,
  example: '',
  values: isFixed ? [{ name: 'LDAP_URL', value: 'ldaps://of-the-environment' }] : [],
  own: {
    service: 'ldap',
    test: 'ldap test',
    isFixed,
    field: { name: 'name', label: 'Look up', isNeeded: false },
  },
});

let place: HTMLElement;
let root: Root;
let ran: (readonly [words: string, given: unknown])[];
let answer: CommandResult;
const t = wordsOf(partTexts('en', 'console'));
const [section] = SECTIONS.filter(({ id }) => id === 'settings');

async function show(isFixed: boolean): Promise<void> {
  const ask: AskServer = {
    ...createAsk('en', () => null),
    show: <T,>() => {
      const groups = [{ id: 'signOn', title: 'Sign-on' }];
      return Promise.resolve({
        kind: 'data',
        data: { groups, rows: ROWS, services: [service(isFixed)] } as T,
      });
    },
    execute: (words, given): Promise<Said<CommandResult>> => {
      ran.push([words, given]);
      return Promise.resolve({ kind: 'data', data: answer });
    },
  };
  function Page() {
    const [drafts, setDrafts] = useState<Drafts>({});
    const none = { round: 0, begin: () => undefined, commandBy: () => undefined };
    return section ? (
      <ConsoleContext value={{ ask, saveFile: () => undefined, copy: null, language: 'en', t }}>
        <Settings section={section} {...none} drafts={drafts} onDrafts={setDrafts} />
      </ConsoleContext>
    ) : null;
  }
  await act(async () => root.render(<Page />));
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  [ran, answer] = [[], { isDone: true, lines: ['The server answers'] }];
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  window.location.hash = '#settings/signOn';
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
});

const input = (key: string): HTMLInputElement => {
  const match = place.querySelector<HTMLInputElement>(`[data-setting="${key}"] input`);
  if (!match) throw new Error(`no field ${key}`);
  return match;
};
const press = (name: string) =>
  act(async () => {
    const buttons = [...place.querySelectorAll('button')];
    buttons.find(({ textContent }) => textContent === name)?.click();
  });
const type = (element: HTMLInputElement, value: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, value);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  });

it('CONSOLE-15: the test sends what is typed and not saved, and shows the answer of the server', async () => {
  await show(false);
  expect(place.textContent).not.toContain(t('test'));
  await act(async () => input('on').click());
  await type(input('url'), 'ldaps://new');
  const request = place.querySelector<HTMLInputElement>('input:not([name])');
  if (request) await type(request, 'mia');
  const expectVisible = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
  await press(t('test'));
  expect(expectVisible.mock.contexts.at(-1)).toBe(place.querySelector('output[data-good]'));
  expect(ran).toEqual([['ldap test', { on: '1', url: 'ldaps://new', name: 'mia' }]]);
  expect(place.querySelector('[data-good="true"]')?.textContent).toBe('The server answers');
});

it('CONSOLE-15: a test shows faults at their fields, and no stored password is sent back', async () => {
  await show(false);
  await act(async () => input('on').click());
  answer = { isDone: false, lines: ['x'], faults: { pass: 'Type it again' } };
  await press(t('test'));
  expect(ran).toEqual([['ldap test', { on: '1', name: '' }]]);
  expect(place.querySelector('[data-setting="pass"] [role=alert]')?.textContent).toBe('Type it again');
  expect(place.querySelector('[data-good="false"]')?.textContent).toBe(t('testFaults'));
  expect(input('pass').value).toBe('');
});

it('CONSOLE-15: what the environment sets up is shown, has no fields, and can be tested', async () => {
  await show(true);
  expect(place.querySelector('[data-setting]')).toBeNull();
  expect(place.textContent).toContain('ldaps://of-the-environment');
  await press(t('test'));
  expect(ran).toEqual([['ldap test', { name: '' }]]);
});
