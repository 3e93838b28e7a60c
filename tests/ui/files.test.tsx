// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import type { Actions } from '../../src/client/interface/client.ts';
import { msgId } from '../../src/domain/ids.ts';
import { ok } from '../../src/domain/result.ts';
import { file } from '../support/answered-rows.ts';
import { aContact } from '../support/contacts.ts';
import { happens, type Screen, showApp } from '../support/screen.tsx';
import { type ScriptedClient, scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

const rows = [file({}), file({ fileId: 2, msgId: msgId(8), name: 'view.png', ext: 'png', cate: 2 })];

async function open(
  own: Partial<Actions> = {},
): Promise<{ screen: Screen; client: ScriptedClient; asked: () => readonly unknown[] }> {
  const client = scriptedClient(stateWith([]), {
    files: () => Promise.resolve(ok({ rows, total: 50 })),
    ...own,
  });
  const screen = await showApp(client, '/?view=files');
  await until(() => expect(screen.text()).toContain('plan.pdf'));
  return {
    screen,
    client,
    asked: () => client.asked.filter(([name]) => name === 'files').map(([, query]) => query),
  };
}

const inMonth = (month: number) => new Date(2026, month, 3).getTime();

describe('files of all chats', () => {
  it('UI-50, SEARCH-9: source, kind, words and page ask for their files; a change begins at the first page', async () => {
    const { screen, asked } = await open();
    expect(screen.text()).toContain('2.00 KB');
    await screen.press(screen.find('button', 'Next page'));
    await screen.press(screen.find('tab', 'Sent'));
    await screen.press(screen.find('button', 'Documents'));
    await screen.type(screen.find('textbox', ''), 'plan');
    await happens(() => screen.find('[type=search]').closest('form')?.requestSubmit());
    await until(() =>
      expect(asked().at(-1)).toMatchObject({ role: 'sent', cate: 1, keywords: 'plan', page: 1 }),
    );
    expect(asked().slice(0, 3)).toMatchObject([
      { role: 'any', page: 1 },
      { role: 'any', page: 2 },
      { role: 'sent', page: 1 },
    ]);
    expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['plan']);
  });

  it('UI-50: a picture opens, another file asks what is wanted: saving, another chat, or its place', async () => {
    const { screen } = await open();
    await screen.press(screen.find('button', 'view.png'));
    await until(() => expect(screen.text()).toContain('1 of 1'));
    await screen.press(screen.find('button', 'Close dialog'));
    await screen.press(screen.find('button', 'File actions: plan.pdf'));
    await until(() => expect(screen.text()).toContain('Send to chat'));
    expect(screen.text()).toContain('Download');
    await screen.press(screen.find('menuitem', 'Show in chat'));
    expect(location.hash).toBe('#/pages/message/chat?id=group-5&msg_id=9');
  });

  it('UI-50: files are grouped by month, with their chat and thumbnails of pictures', async () => {
    const group = aContact('group-5', { displayName: 'Weekend hikers' });
    const client = scriptedClient(stateWith([group]), {
      files: () =>
        Promise.resolve(ok({ rows: rows.map((row, i) => ({ ...row, atMs: inMonth(8 - i) })), total: 2 })),
    });
    const screen = await showApp(client, '/?view=files');
    await until(() => expect(screen.text()).toContain('plan.pdf'));
    const months = [...document.querySelectorAll('main section')];
    expect(months.map((one) => one.querySelector('h2')?.textContent)).toEqual([
      'September 2026',
      'August 2026',
    ]);
    expect(months[0]?.textContent).toContain('Weekend hikers');
    expect(months.map((one) => one.querySelectorAll('img').length)).toEqual([0, 1]);
  });

  it('UI-50: nothing there and a failure each say so', async () => {
    const client = scriptedClient(stateWith([]), {
      files: () => Promise.resolve(ok({ rows: [], total: 0 })),
    });
    const screen = await showApp(client, '/?view=files');
    await until(() => expect(screen.text()).toContain('No files yet'));
  });
});
