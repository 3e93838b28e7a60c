// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AskServer, Said } from '../../src/console/platform/ask.ts';
import { CommandDialog } from '../../src/console/view/command-dialog.tsx';
import { ConsoleContext, wordsOf } from '../../src/console/view/context.ts';
import { type Column, type SortOrder, Table } from '../../src/console/view/parts.tsx';
import { partTexts } from '../../src/tools/locales.mjs';

const away = (): Promise<Said<never>> => Promise.resolve({ kind: 'away' });
const LINK = 'https://chat.example.org/#/pages/login/register?inviteCode=ABC';
const ask: AskServer = {
  show: away,
  execute: () => Promise.resolve({ kind: 'data', data: { isDone: true, lines: ['Code ABC', LINK] } }),
  setLogo: away,
  addEmoji: away,
  prove: away,
  passkeyQuestion: away,
};
const copied: string[] = [];
const parts = {
  ask,
  saveFile: () => undefined,
  copy: (text: string) => Promise.resolve(copied.push(text) > 0),
  language: 'en',
  t: wordsOf(partTexts('en', 'console')),
};

let place: HTMLElement;
let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
});

const show = (part: React.ReactNode) =>
  act(async () => root.render(<ConsoleContext value={parts}>{part}</ConsoleContext>));
const press = (name: string) =>
  act(async () =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith(name))?.click(),
  );

interface Row {
  readonly id: number;
  readonly name: string;
}
const ROWS: readonly Row[] = [
  { id: 1, name: 'Room 10' },
  { id: 2, name: 'Room 9' },
  { id: 3, name: 'Attic' },
];
const COLUMNS: readonly Column<Row>[] = [
  { title: 'Number', render: ({ id }) => id, sortBy: ({ id }) => id, order: 'number' },
  { title: 'Name', render: ({ name }) => name, sortBy: ({ name }) => name },
  { title: 'Note', render: () => '' },
];
const numbers = () =>
  [...place.querySelectorAll('tbody tr')].map((row) => row.firstElementChild?.textContent).join('');
const heads = () => [...place.querySelectorAll('th')].map((head) => head.getAttribute('aria-sort'));

it('CONSOLE-16: a press on a head sorts the rows, the next one backwards', async () => {
  await show(<Table name="Rooms" columns={COLUMNS} rows={ROWS} keyOf={({ id }) => id} />);
  expect(numbers()).toBe('123');
  await press('Name');
  expect([numbers(), heads()]).toEqual(['321', [null, 'ascending', null]]);
  await press('Name');
  expect([numbers(), heads()]).toEqual(['123', [null, 'descending', null]]);
  await press('Number');
  expect(numbers()).toBe('123');
  expect(place.querySelectorAll('th button')).toHaveLength(2);
});

it('CONSOLE-16: the server sorts a list of several pages, by the heads that it can sort by', async () => {
  const orders: SortOrder[] = [];
  const ordered = { by: 'room', onOrder: (by: SortOrder) => void orders.push(by) } as const;
  await show(
    <Table name="Rooms" columns={COLUMNS} rows={ROWS} keyOf={({ id }) => id} serverOrder={ordered} />,
  );
  expect(place.querySelectorAll('th button')).toHaveLength(1);
  await press('Number');
  expect([orders, numbers()]).toEqual([['number'], '123']);
});

it('CONSOLE-16: a new link has a copy button, and the list is loaded while the form is open', async () => {
  const done = vi.fn();
  const command = { words: 'invite', name: 'Create invitation', help: '', saves: false, fields: [] };
  await show(<CommandDialog command={command} prefill={{}} onDone={done} onClose={() => undefined} />);
  await act(async () => place.querySelector('form')?.requestSubmit());
  expect(done).toHaveBeenCalledTimes(1);
  expect(place.querySelector<HTMLInputElement>('input[readonly]')?.value).toBe(LINK);
  expect(place.querySelector('pre')?.textContent).toBe('Code ABC');
  await press('Copy link');
  expect(copied).toEqual([LINK]);
  expect(place.textContent).toContain('Copied');
});
