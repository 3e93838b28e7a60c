// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { contactId, messageId } from '../../src/domain/ids.ts';
import { type Draft, EMPTY_DRAFT, type Message } from '../../src/domain/message.ts';
import { fail, ok, type Result } from '../../src/domain/result.ts';
import type { Failure } from '../../src/client/interface/answer.ts';
import { closeScreens, happens, type Screen, showApp } from '../support/screen.tsx';
import { type ScriptedClient, scriptedClient, stateWith, windowOf } from '../support/scripted-client.ts';
import { aGroup, aContact, by, message } from '../support/contacts.ts';

const now = Date.now();
const mine = (n: number, parts: Partial<Message>): Message =>
  message(n, { from: by(1), sentAtMs: now - 10_000 + n, ...parts });
const file = { id: 1, name: 'a.png', sizeBytes: 1, download: '', preview: '', icon: '' };
const lines = [
  message(1, { content: 'theirs', from: by(2, 'Two') }),
  mine(2, { content: 'hello @Two<br>and all', at: [2] }),
  mine(3, { type: 'image', content: '/files/a', extra: { caption: 'under it' }, file }),
  mine(4, { type: 'voice', content: '/files/b', extra: { duration: 3 }, file: { ...file, name: 'v.webm' } }),
];

async function open(
  messages: readonly Message[] = lines,
  id = 'group-5',
  edit = () => Promise.resolve<Result<void, Failure>>(ok(undefined)),
): Promise<{ client: ScriptedClient; screen: Screen }> {
  const chat = aContact(id, { displayName: 'Chat' });
  const contact = id.startsWith('group-') ? { ...chat, group: aGroup() } : chat;
  const client = scriptedClient(
    stateWith([contact, aContact(2, { displayName: 'Two' })], windowOf(chat, messages)),
    { edit, draft: () => ({ ...EMPTY_DRAFT, text: '' }) },
  );
  const screen = await showApp(client, `/pages/message/chat?id=${id}`);
  await until(() => expect(screen.all('article').length).toBeGreaterThan(0));
  return { client, screen };
}

const box = () => document.querySelector('textarea') ?? expect.fail('no box');
const article = (screen: Screen, words: string) =>
  screen.all('article').find((one) => one.textContent?.includes(words)) ?? expect.fail(words);
const listRequests = (client: ScriptedClient) =>
  client.asked.filter(([name]) => name === 'edit').map(([, ...args]) => args);

async function write(text: string): Promise<void> {
  await happens(() => {
    // Sets the value like a browser. React does not notice a value that a script sets on the element itself.
    Reflect.set(HTMLTextAreaElement.prototype, 'value', text, box());
    box().dispatchEvent(new Event('input', { bubbles: true }));
  });
}

async function listOptions(screen: Screen, words: string): Promise<readonly string[]> {
  await happens(() =>
    article(screen, words).dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
  );
  await until(() => screen.find('menuitem', 'Select'));
  return screen.all('[role=menuitem]').map((one) => one.textContent ?? '');
}

describe('editing a message', () => {
  it('UI-60, EDIT-8: arrow up in an empty box takes up the last own words; Escape leaves them', async () => {
    const { client, screen } = await open();
    await screen.key(box(), 'ArrowUp');
    expect(box().value).toBe('under it');
    expect(screen.find('[role=status]', 'Editing message')).toBeTruthy();
    // Arrow up moves the caret from now on.
    await screen.key(box(), 'ArrowUp');
    expect(box().value).toBe('under it');
    await screen.key(box(), 'Escape');
    expect([box().value, screen.text().includes('Editing message')]).toEqual(['', false]);
    expect(listRequests(client)).toEqual([]);
  });

  it('EDIT-8: a saved edit is sent with its mentions; an unchanged text is not', async () => {
    const { client, screen } = await open(lines.slice(0, 2));
    await screen.key(box(), 'ArrowUp');
    expect(box().value).toBe('hello @Two\nand all');
    expect(document.querySelector('mark')?.textContent).toBe('@Two');
    await screen.key(box(), 'Enter');
    expect(listRequests(client)).toEqual([]);
    await screen.key(box(), 'ArrowUp');
    await write('hello again @Two');
    await screen.press(screen.find('button', 'Save changes'));
    expect(listRequests(client)).toEqual([
      ['group-5', 'm2', { text: 'hello again @Two', at: [{ id: 2, name: 'Two' }], quote: null }],
    ]);
    expect([box().value, screen.text().includes('Editing message')]).toEqual(['', false]);
    expect(
      client.asked.filter(([name, to]) => name === 'send' || (name === 'saveDraft' && to === 'group-5')),
    ).toEqual([]);
  });

  it('EDIT-10: the new text of a message that was deleted in the meantime becomes the draft', async () => {
    const { client, screen } = await open(lines.slice(0, 2));
    await screen.key(box(), 'ArrowUp');
    await write('all my new words');
    const state = client.store.get();
    const chat = contactId('group-5');
    const here = state.conversations.get(chat) ?? expect.fail('no chat');
    const erased = new Map([[messageId('m2'), 'recalled' as const]]);
    const conversations = new Map(state.conversations).set(chat, { ...here, erased });
    await happens(() => client.set({ ...state, conversations }));
    await screen.key(box(), 'Enter');
    expect([box().value, screen.text().includes('Editing message')]).toEqual(['all my new words', false]);
    expect(listRequests(client)).toEqual([]);
  });

  it('EDIT-11: the text of an edit becomes the draft once the time for edits is over', async () => {
    const { client, screen } = await open(lines.slice(0, 2));
    await screen.key(box(), 'ArrowUp');
    await write('all my new words');
    const state = client.store.get();
    const config = { ...state.config, chatInfo: { ...state.config.chatInfo, editTimeSec: 1 } };
    await happens(() => client.set({ ...state, config }));
    await screen.key(box(), 'Enter');
    expect([box().value, screen.text().includes('Editing message')]).toEqual(['all my new words', false]);
    expect(listRequests(client)).toEqual([]);
  });

  it('EDIT-11: a refused edit is in the open box again', async () => {
    const { client, screen } = await open(lines.slice(0, 2));
    const edits = { id: messageId('m2'), unnamed: [], mayBeEmpty: false };
    client.actions.draft = () => ({ ...EMPTY_DRAFT, text: 'refused words', edits });
    const state = client.store.get();
    await happens(() => client.set({ ...state, kept: { ...state.kept, drafts: state.kept.drafts + 1 } }));
    expect(box().value).toBe('refused words');
    expect(screen.find('[role=status]', 'Editing message')).toBeTruthy();
  });

  /** Actions of the user while the answer to an edit is on its way, and the box after it. */
  const SINCE: Readonly<Record<string, { readonly act: (screen: Screen) => unknown; readonly box: string }>> =
    {
      'is empty': { act: () => undefined, box: 'refused words' },
      'has a draft': { act: () => write('a draft'), box: 'refused words' },
      'has another edit': {
        act: async (screen) => {
          await screen.key(box(), 'ArrowUp');
          await write('other words');
        },
        box: 'other words',
      },
      'had another edit that was left': {
        act: async (screen) => {
          await screen.key(box(), 'ArrowUp');
          await screen.key(box(), 'Escape');
        },
        box: 'refused words',
      },
    };
  it.each(Object.entries(SINCE))('EDIT-8, EDIT-11: a refused edit whose box %s by then', async (_, since) => {
    let refuse: ((answer: Result<void, Failure>) => void) | null = null;
    const { client, screen } = await open(
      lines.slice(0, 2),
      'group-5',
      () => new Promise((r) => (refuse = r)),
    );
    const drafts = new Map<string, Draft>();
    client.actions.draft = (id) => drafts.get(id) ?? EMPTY_DRAFT;
    client.actions.saveDraft = (id, next) => void drafts.set(id, next);
    await screen.key(box(), 'ArrowUp');
    await write('refused words');
    await screen.press(screen.find('button', 'Save changes'));
    expect(box().value).toBe('');
    await since.act(screen);
    await happens(() => refuse?.(fail({ kind: 'transport', why: 'setup' })));
    await until(() => expect(box().value).toBe(since.box));
    expect(screen.find('[role=status]', 'Editing message')).toBeTruthy();
  });

  it('EDIT-8: words that cannot be asked for come back into the box', async () => {
    const { client, screen } = await open(lines.slice(0, 2), 'group-5', () =>
      Promise.resolve(fail({ kind: 'transport', why: 'setup' })),
    );
    await screen.key(box(), 'ArrowUp');
    await write('hello once more');
    await screen.press(screen.find('button', 'Save changes'));
    await until(() => expect(box().value).toBe('hello once more'));
    expect(screen.find('[role=status]', 'Editing message')).toBeTruthy();
    expect(listRequests(client)).toHaveLength(1);
  });

  it('EDIT-8: a text may not become empty, words under a picture may; unknown names are kept', async () => {
    const unknown = mine(2, { content: 'hi @Somebody', at: [77] });
    const { client, screen } = await open([unknown]);
    await screen.key(box(), 'ArrowUp');
    await write('');
    expect(screen.find('button', 'Save changes')).toMatchObject({ disabled: true });
    await screen.key(box(), 'Enter');
    expect(listRequests(client)).toEqual([]);
    await write('oh @Somebody');
    await screen.key(box(), 'Enter');
    expect(listRequests(client)[0]?.[2]).toMatchObject({ text: 'oh @Somebody', at: [{ id: 77 }] });
    closeScreens();
    const picture = await open(lines.slice(2, 3));
    await picture.screen.key(box(), 'ArrowUp');
    await write('');
    await picture.screen.key(box(), 'Enter');
    expect(listRequests(picture.client)[0]).toEqual(['group-5', 'm3', EMPTY_DRAFT]);
  });

  it('EDIT-1, EDIT-8: the menu offers it for own words within the window', async () => {
    const { screen } = await open();
    expect(await listOptions(screen, 'hello')).toContain('Edit');
    await screen.press(screen.find('menuitem', 'Edit'));
    expect(box().value).toBe('hello @Two\nand all');
    await screen.key(box(), 'Escape');
    expect(await listOptions(screen, 'theirs')).not.toContain('Edit');
    closeScreens();
    const old = await open([mine(2, { content: 'of last week', sentAtMs: now - 8 * 86_400_000 })]);
    expect(await listOptions(old.screen, 'of last week')).not.toContain('Edit');
    await old.screen.key(box(), 'ArrowUp');
    expect(box().value).toBe('');
  });

  it('EDIT-8: "edited" is next to the time, and a pending edit shows as saving', async () => {
    const { client, screen } = await open(
      [mine(2, { content: 'hello', rev: 1 }), mine(3, { content: 'world' })],
      '2',
    );
    expect(article(screen, 'hello').querySelector('time')?.textContent).toMatch(/^edited/);
    expect(article(screen, 'world').querySelector('time')?.textContent).not.toContain('edited');
    const value = { op: 'press', to: contactId(2), content: 'world peace', at: [] };
    const state = client.store.get();
    const pending = { ...state.pending, edit: new Map([[messageId('m3'), value]]) };
    await happens(() => client.set({ ...state, pending }));
    await until(() =>
      expect(article(screen, 'world peace').querySelector('time')?.textContent).toContain('Sending'),
    );
  });
});
