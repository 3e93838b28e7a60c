// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { toMarkup } from '../../src/domain/markup.ts';
import type { Message } from '../../src/domain/message.ts';
import { setAppSetting } from '../../src/app/kit/app-setting.ts';
import { happens, type Screen, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith, windowOf } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aContact, by, message } from '../support/contacts.ts';

const rich = (n: number, typed: string, parts: Partial<Message> = {}): Message =>
  message(n, { content: toMarkup(typed), extra: { format: 'md' }, from: by(2, 'Two'), ...parts });

async function open(...messages: readonly Message[]): Promise<Screen> {
  const chat = aContact(2, { displayName: 'Two' });
  const client = scriptedClient(stateWith([chat], windowOf(chat, messages)));
  const screen = await showApp(client, '/pages/message/chat?id=2');
  await until(() => expect(screen.all('article')).toHaveLength(messages.length));
  return screen;
}
const parts = (selector: string): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`article ${selector}`),
];
const inside = (selector: string) => parts(selector).map((one) => one.textContent);

const bar = () => document.querySelector('[role="toolbar"][data-format-bar]');

describe('text with marks in a chat', () => {
  it('RICH-3: marks are drawn as elements, addresses as links that say where they lead', async () => {
    const screen = await open(
      rich(1, '**bold** _it_ ~~s~~ `code` <i>x</i>\n> quote\n3. three\n5. five\n- dot'),
      rich(2, '[us](https://example.org/a) https://example.org/b [no](javascript:alert(1))'),
    );
    expect([inside('strong'), inside('em'), inside('s'), inside('code'), inside('i')]).toEqual([
      ['bold'],
      ['it'],
      ['s'],
      ['code'],
      [],
    ]);
    expect([inside('blockquote'), inside('ol li'), inside('ul li')]).toEqual([
      ['quote'],
      ['three', 'five'],
      ['dot'],
    ]);
    expect(parts('ol li').map((one) => one.getAttribute('value'))).toEqual(['3', '5']);
    expect(
      parts('a').map((one) => [one.textContent, one.getAttribute('href'), one.getAttribute('title')]),
    ).toEqual([
      ['us', 'https://example.org/a', 'https://example.org/a'],
      ['https://example.org/b', 'https://example.org/b', null],
    ]);
    expect(screen.all('article')[0]?.textContent).toContain('<i>x</i>');
  });

  it('RICH-4: a spoiler comes onto the page when it is pressed, with the focus', async () => {
    await open(rich(1, 'it was ||the **gardener**||'));
    expect(document.body.textContent).not.toContain('gardener');
    const button = parts('button').find((one) => one.getAttribute('aria-label')?.match(/隐藏|Hidden/));
    await happens(() => button?.click());
    expect(inside('strong')).toEqual(['gardener']);
    expect(document.activeElement?.textContent).toBe('the gardener');
  });

  it('RICH-6: a block of code says its language and is copied as it was typed', async () => {
    const copied: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: (text: string) => Promise.resolve(void copied.push(text)) },
    });
    await open(rich(1, '```ts\nlet a = **b**;\n\n  c();\n```'));
    const block = parts('[role="group"]')[0];
    expect(block?.getAttribute('aria-label')).toContain('ts');
    expect(parts('pre')[0]?.getAttribute('tabindex')).toBe('0');
    await happens(() => block?.querySelector('button')?.click());
    await until(() => expect(copied).toEqual(['let a = **b**;\n\n  c();']));
  });

  it('RICH-4: a quote says the words without marks', async () => {
    const quote = { msgId: 1, content: 'Two：a ▒▒▒', userId: 2, realname: 'Two' } as Message['quote'];
    await open(rich(2, 'an _answer_', { quote }));
    expect(document.body.textContent).toContain('a ▒▒▒');
    expect(inside('em')).toEqual(['answer']);
  });

  it('RICH-7: keys and the bar mark what is chosen, unless the setting is off', async () => {
    await open(rich(1, 'a'));
    const box = document.querySelector('textarea') ?? expect.fail('no box');
    await happens(() => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(box, 'some words');
      box.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await happens(() => {
      box.focus();
      box.setSelectionRange(5, 10);
      box.dispatchEvent(new KeyboardEvent('keyup', { key: 'Shift', bubbles: true }));
    });
    expect(bar()?.querySelectorAll('button')).toHaveLength(8);
    const press = (code: string, more: object = {}) =>
      happens(() =>
        box.dispatchEvent(
          new KeyboardEvent('keydown', { code, key: code, ctrlKey: true, bubbles: true, ...more }),
        ),
      );
    await press('KeyB');
    expect(box.value).toBe('some **words**');
    await press('KeyB');
    expect(box.value).toBe('some words');
    await happens(() => bar()?.querySelectorAll('button')[1]?.click());
    expect(box.value).toBe('some _words_');
    await happens(() => setAppSetting({ marks: false }));
    expect(bar()).toBeNull();
    await press('KeyB');
    expect(box.value).toBe('some _words_');
    await happens(() => setAppSetting({ marks: true }));
  });
});
