// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import type { Contact } from '../../src/client/state/state.ts';
import { DEFAULT_GROUP_SETTING } from '../../src/domain/group-fields.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import { aContact, aGroup, by, message } from '../support/contacts.ts';
import { happens, type Screen, showApp } from '../support/screen.tsx';
import { type ScriptedClient, scriptedClient, stateWith, windowOf } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

const GROUP = 'group-5';
const now = Date.now();
const lines = [
  message(1, { content: 'theirs', from: by(2, 'Two') }),
  message(2, { content: 'mine', from: by(1), sentAtMs: now - 1_000 }),
];

/** Rights of the member, one column each. */
const RIGHTS = ['may write', 'is muted', 'may send no media'] as const;
type Right = (typeof RIGHTS)[number];

const groupOf = (right: Right): Contact => ({
  ...aContact(GROUP, { displayName: 'Hikers' }),
  group: aGroup({
    role: 3,
    mutedUntilSec: right === 'is muted' ? now / 1_000 + 3_600 : 0,
    setting: { ...DEFAULT_GROUP_SETTING, media: right !== 'may send no media' },
  }),
});

const box = () => document.querySelector('textarea');
const write = (text: string) =>
  happens(() => {
    const here = box();
    if (here === null) return;
    Reflect.set(HTMLTextAreaElement.prototype, 'value', text, here);
    here.dispatchEvent(new Event('input', { bubbles: true }));
  });
const article = (words: string) =>
  [...document.querySelectorAll('article')].find((one) => one.textContent?.includes(words)) ??
  expect.fail(words);

async function bring(at: Element | null, type: string): Promise<boolean> {
  const files = [new File(['png'], 'hill.png', { type: 'image/png' })];
  const items = [{ kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => files[0] }];
  const transfer = { files, items, types: ['Files'], getData: () => '' };
  const parts = { dataTransfer: transfer, clipboardData: transfer };
  const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), parts);
  await happens(() => at?.dispatchEvent(event));
  return event.defaultPrevented;
}

const askedFor = ({ asked }: ScriptedClient, ...names: readonly string[]): readonly unknown[] =>
  asked.filter(([name]) => names.includes(name)).map(([name, , ...rest]) => [name, rest.at(-1)]);

interface On {
  readonly client: ScriptedClient;
  readonly screen: Screen;
}

/** One way to write, and its result for each right. */
interface Way {
  readonly act: (on: On) => Promise<unknown>;
  readonly result: readonly [free: unknown, muted: unknown, withoutMedia: unknown];
}

const typed = [['typing', 'typed']];
const WAYS: Readonly<Record<string, Way>> = {
  'dragging files over the chat': {
    act: () => bring(article('theirs'), 'dragover'),
    result: [true, false, true],
  },
  'pasting a file': {
    act: () => bring(box(), 'paste'),
    result: [true, false, true],
  },
  'typing a text': {
    act: async ({ client }) => {
      await write('half a text');
      return askedFor(client, 'typing');
    },
    result: [typed, [], typed],
  },
  'emptying the box': {
    act: async ({ client }) => {
      await write('half a text');
      await write('');
      return askedFor(client, 'typing');
    },
    result: [[...typed, ['typing', 'dropped']], [], [...typed, ['typing', 'dropped']]],
  },
  // An edit of a sent message is not reported (TYPING-2).
  'typing into an edit': {
    act: async ({ client, screen }) => {
      const here = box();
      if (here === null) return [];
      await screen.key(here, 'ArrowUp');
      expect(here.value).toBe('mine');
      await write('mine, edited');
      return askedFor(client, 'typing');
    },
    result: [[], [], []],
  },
  'the buttons beside the box': {
    act: ({ screen }) => {
      const names = screen.all('button').map((one) => one.getAttribute('aria-label') ?? '');
      return Promise.resolve(names.filter((one) => /^(?:Attach|Emoji|Record|Start rec)/.test(one)));
    },
    result: [['Attach', 'Emoji', 'Record a voice message'], [], ['Attach', 'Emoji']],
  },
  'a double press on a message': {
    act: async ({ client }) => {
      await happens(() => article('theirs').dispatchEvent(new MouseEvent('dblclick', { bubbles: true })));
      return askedFor(client, 'react').length;
    },
    result: [1, 0, 1],
  },
};

const CASES = Object.entries(WAYS).flatMap(([what, way]) =>
  RIGHTS.map((right, at) => [what, right, way, way.result[at]] as const),
);

describe('ways to write in a group', () => {
  it.each(CASES)('ROLE-2, TYPING-2: %s, by a member who %s', async (_, right, { act }, result) => {
    const group = groupOf(right);
    const client = scriptedClient(
      stateWith([group, aContact(2, { displayName: 'Two' })], windowOf(group, lines)),
      { draft: () => ({ ...EMPTY_DRAFT, text: '' }) },
    );
    const screen = await showApp(client, `/pages/message/chat?id=${GROUP}`);
    await until(() => expect(screen.all('article').length).toBeGreaterThan(0));
    expect(await act({ client, screen })).toEqual(result);
  });
});
