// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import type { Prepared } from '../../src/app/screens/conversation/attach/prepare.ts';
import PreviewSheet from '../../src/app/screens/conversation/attach/preview-sheet.tsx';
import { happens, type Screen, showApp, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aContact } from '../support/contacts.ts';

const pdf = new File(['x'], 'plan.pdf', { type: 'application/pdf' });
const picture = new File(['x'], 'image.png', { type: 'image/png' });
const folder = new File(['x'.repeat(4_096)], 'Holiday');
const MS_WORD = { 'text/plain': 'Dear all', 'text/html': '<p class="MsoNormal">Dear all</p>' };
const EXCEL = {
  'text/plain': 'a\tb\n1\t2',
  'text/html': '<table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table>',
};

/** The data of a paste or drop in a browser. Each file is an item that may be a folder. */
function transfer(files: readonly File[], words: Readonly<Record<string, string>> = {}) {
  const items = files.map((file) => ({
    kind: 'file',
    webkitGetAsEntry: () => ({ isDirectory: file === folder }),
  }));
  return { items, files, types: ['Files'], getData: (type: string) => words[type] ?? '' };
}

async function bring(
  target: Element,
  how: 'paste' | 'drop',
  what: ReturnType<typeof transfer>,
): Promise<Event> {
  const event = new Event(how, { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: what, dataTransfer: what });
  await happens(() => target.dispatchEvent(event));
  return event;
}

async function openChat(): Promise<{ screen: Screen; box: HTMLTextAreaElement }> {
  const screen = await showApp(
    scriptedClient(stateWith([aContact(2, { displayName: 'Two' })])),
    '/pages/message/chat?id=2',
  );
  await until(() => expect(document.querySelector('textarea')).not.toBeNull());
  return { screen, box: document.querySelector('textarea') ?? expect.fail('no box') };
}

/** The names of the files that are about to be sent. */
const listOptions = () =>
  [...document.querySelectorAll('[role=dialog] li')].map(({ textContent }) => textContent);
const FOLDERS = "Folders can't be sent";

describe('a paste into the composer', () => {
  it.each([
    ['a word processor', MS_WORD],
    ['a spreadsheet', EXCEL],
  ])('UI-144: a paste of %s leaves the text to the composer and offers no picture', async (_from, words) => {
    const { box } = await openChat();
    const event = await bring(box, 'paste', transfer([pdf], words));
    expect(event.defaultPrevented && box.value === '').toBe(false);
    expect(listOptions()).toEqual([]);
  });

  it('UI-144: a paste of a file offers it', async () => {
    const { box } = await openChat();
    await bring(box, 'paste', transfer([pdf]));
    await until(() => expect(listOptions()).toEqual([expect.stringContaining('plan.pdf')]));
  });

  it('UI-145: a paste of a folder reports that folders cannot be sent', async () => {
    const { screen, box } = await openChat();
    await bring(box, 'paste', transfer([folder]));
    await until(() => expect(screen.text()).toContain(FOLDERS));
    expect(listOptions()).toEqual([]);
  });
});

describe('a drop on the chat', () => {
  it('UI-145: a drop of a folder reports that folders cannot be sent, and offers nothing', async () => {
    const { screen, box } = await openChat();
    await bring(box, 'drop', transfer([folder]));
    await until(() => expect(screen.text()).toContain(FOLDERS));
    expect(listOptions()).toEqual([]);
  });

  it('UI-145: a drop of a folder and a file offers the file', async () => {
    const { screen, box } = await openChat();
    await bring(box, 'drop', transfer([folder, pdf]));
    await until(() => expect(listOptions()).toEqual([expect.stringContaining('plan.pdf')]));
    expect(screen.text()).toContain(FOLDERS);
  });
});

describe('a paste into the words under a picture', () => {
  const item: Prepared = {
    key: 1,
    kind: 'file',
    file: { name: 'plan.pdf', body: pdf },
    facts: { width: 0, height: 0, durationSec: 0 },
  };
  it.each([
    ['a word processor', MS_WORD, []],
    ['a spreadsheet', EXCEL, []],
    ['a screenshot', {}, ['image.png']],
  ])('UI-144: a paste of %s adds either text or a picture', async (_from, words, files) => {
    const added: string[] = [];
    const screen = await showPart(
      scriptedClient(stateWith([])),
      <PreviewSheet
        items={[item]}
        name="Two"
        onMove={() => undefined}
        onRemove={() => undefined}
        onAdd={(pasted) => void added.push(...pasted.files.map(({ name }) => name))}
        onSend={() => Promise.resolve()}
        onClose={() => undefined}
      />,
    );
    await until(() => screen.find('textbox'));
    const event = await bring(screen.find('textbox'), 'paste', transfer([picture], words));
    expect([added, event.defaultPrevented]).toEqual([files, files.length > 0]);
  });
});
