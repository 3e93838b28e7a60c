// @vitest-environment happy-dom
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Message } from '../../src/domain/message.ts';
import { closeScreens, happens, type Screen, showApp } from '../support/screen.tsx';
import {
  lastText,
  type ScriptedClient,
  scriptedClient,
  stateWith,
  windowOf,
} from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aContact, message } from '../support/contacts.ts';

const two = aContact(2, { displayName: 'Two', ...lastText('hello', 1) });
const chatWith = (...messages: readonly Message[]) => stateWith([two], windowOf(two, messages));

let client: ScriptedClient;
let screen: Screen;
const errors: unknown[] = [];
const note = (event: ErrorEvent) => void errors.push(event.error);
beforeEach(async () => {
  errors.length = 0;
  addEventListener('error', note);
  client = scriptedClient(chatWith(message(1, { content: 'hello' }), message(2, { content: 'and you?' })));
  screen = await showApp(client, '/pages/message/chat?id=2');
  await until(() => expect(screen.all('article')).toHaveLength(2));
});
afterEach(() => {
  closeScreens();
  removeEventListener('error', note);
});

/** Imitates an extension: each text of the page becomes an element with the same text. */
async function replaceTexts(): Promise<void> {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.parentElement === null || ['STYLE', 'SCRIPT', 'TEXTAREA'].includes(text.parentElement.tagName))
      continue;
    const font = document.createElement('font');
    font.textContent = text.data;
    text.replaceWith(font);
  }
  // Observers report after the task.
  await happens(
    () =>
      new Promise((resolve) => {
        setTimeout(resolve, 0);
      }),
  );
}

const box = () => document.querySelector('textarea') ?? expect.fail('no box');
const write = (words: string) =>
  happens(() => {
    // React watches the setter of the prototype.
    Reflect.set(HTMLTextAreaElement.prototype, 'value', words, box());
    box().dispatchEvent(new Event('input', { bubbles: true }));
  });
const isWhole = () => {
  expect(screen.text()).not.toContain("Couldn't load this page");
  expect(errors).toEqual([]);
};

it('UI-127: a user types into a chat whose texts were replaced, and deletes it again', async () => {
  await write('was');
  for (const words of ['w', '@', '', '**b** and more', '']) {
    await replaceTexts();
    await write(words);
    isWhole();
    expect(box().value).toBe(words);
  }
});

it('UI-127, EDIT-2: edits, deletions and new messages of others appear in replaced texts', async () => {
  for (const messages of [
    [message(1, { content: 'hello, all', rev: 1 }), message(2, { content: 'and you?' })],
    [message(1, { content: 'hello, all **of you**', rev: 2, extra: { format: 'md' } })],
    [message(1, { content: 'hello' }), message(3, { content: 'a new one' })],
    [],
  ]) {
    await replaceTexts();
    await happens(() => client.set(chatWith(...messages)));
    isWhole();
    await until(() => expect(screen.all('article')).toHaveLength(messages.length));
    for (const { content } of messages) expect(screen.text()).toContain(content.replaceAll('**', ''));
  }
});

it('UI-128: a message of the chat that cannot be drawn takes neither the page nor the others', async () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const broken = message(3, { content: 'broken', reactions: [null] as never });
  await happens(() => client.set(chatWith(message(1, { content: 'hello' }), broken)));
  await until(() => expect(screen.text()).toContain("This message can't be shown"));
  expect(screen.text()).toContain('hello');
  expect(screen.text()).not.toContain("Couldn't load this page");
  silent.mockRestore();
});
