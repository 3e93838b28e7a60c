// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import {
  dayNamed,
  type FilterWord,
  isEnded,
  kindNamed,
  unfinishedIn,
} from '../../src/app/shared/narrowing/operators.ts';
import { contactId } from '../../src/domain/ids.ts';
import { ok } from '../../src/domain/result.ts';
import { happens, type Screen, showApp } from '../support/screen.tsx';
import { lastText, type ScriptedClient, scriptedClient, stateWith } from '../support/scripted-client.ts';
import { textsOf } from '../support/texts.ts';
import { until } from '../support/until.ts';
import { aContact, message } from '../support/contacts.ts';

const match = { conversation: contactId('group-5'), message: message(7, { content: 'over the hill' }) };

async function open(): Promise<{ screen: Screen; client: ScriptedClient }> {
  const client = scriptedClient(
    stateWith([
      aContact(2, { displayName: 'Maya', index: 'M', ...lastText('hi', 2) }),
      aContact(3, { displayName: 'Omar', index: 'O', ...lastText('hi', 1) }),
      aContact('group-5', { displayName: 'Hikers', ...lastText('hi', 3) }),
    ]),
    { searchMessages: () => Promise.resolve(ok({ rows: [match], more: false })) },
  );
  const screen = await showApp(client, '/pages/index/search?type=1');
  await until(() => screen.find('button', 'From'));
  return { screen, client };
}

const field = () => document.querySelector<HTMLInputElement>('main input') ?? expect.fail('no field');
const submit = () =>
  happens(() => field().form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
const searches = (client: ScriptedClient) =>
  client.asked.filter(([name]) => name === 'searchMessages').map(([, change]) => change);
const choices = () =>
  [...document.querySelectorAll('main [data-row]')].map(
    (row) => row.querySelector('span[class*=name]')?.textContent ?? '',
  );

const heads = () => [...document.querySelectorAll('main section h2')].map((one) => one.textContent);

const wordIn =
  (language: 'en' | 'de' | 'ar'): FilterWord =>
  (name) =>
    textsOf(language)(`filter.${name}`);
const word = wordIn('en');

describe('operators', () => {
  it('SEARCH-15: an operator in the language of the app, also of two words, is one', () => {
    const day = { operator: 'before', value: '2026', rest: 'Tee' };
    expect(unfinishedIn('Tee vor dem: 2026', wordIn('de'))).toEqual(day);
    expect(unfinishedIn('من:بيلا', wordIn('ar'))).toEqual({ operator: 'from', value: 'بيلا', rest: '' });
    expect(unfinishedIn('from:ma', wordIn('ar'))?.operator).toBe('from');
    expect(kindNamed('صور', wordIn('ar'))).toBe('image');
  });

  it('SEARCH-15: the one at the end is being typed, in either language; other colons are words', () => {
    expect(unfinishedIn('tea from:ma', word)).toEqual({ operator: 'from', value: 'ma', rest: 'tea' });
    expect(unfinishedIn('早于：2026', word)).toEqual({ operator: 'before', value: '2026', rest: '' });
    expect(unfinishedIn('IN: hik', word)).toEqual({ operator: 'in', value: 'hik', rest: '' });
    for (const words of ['https://green.test', 'note: tea', 'from', 'fromage:x', ''])
      expect(unfinishedIn(words, word)).toBeNull();
    expect([
      isEnded(unfinishedIn('has:file ', word) ?? expect.fail()),
      isEnded(unfinishedIn('has: ', word) ?? expect.fail()),
    ]).toEqual([true, false]);
  });

  it('SEARCH-15: kinds by their names, days as year, month and day that exist', () => {
    expect(['image', 'Photo', '图片', 'gold'].map((kind) => kindNamed(kind, word))).toEqual([
      'image',
      'image',
      'image',
      undefined,
    ]);
    expect(dayNamed('2026-11-05')).toEqual(new Date(2026, 10, 5));
    expect(['2026-02-30', '5.11.2026', '2026-13-01', 'soon'].map(dayNamed)).toEqual([null, null, null, null]);
  });
});

describe('a search that is narrowed', () => {
  it('SEARCH-15: a chip begins an operator, a choice ends it, and the messages follow', async () => {
    const { screen, client } = await open();
    await screen.press(screen.find('button', 'From'));
    expect([field().value, document.activeElement]).toEqual(['from:', field()]);
    expect(choices()).toEqual(['Me', 'Maya', 'Omar']);
    await screen.type(field(), 'from:om');
    expect(choices()).toEqual(['Omar']);
    await screen.press(document.querySelector<HTMLElement>('main [data-row]') ?? expect.fail('no choice'));
    expect([field().value, document.activeElement]).toEqual(['', field()]);
    await until(() => expect(screen.text()).toContain('over the hill'));
    expect(searches(client)).toEqual([{ keywords: '', filter: { from: 3 } }]);
    await screen.press(screen.find('button', 'Remove From: Omar'));
    expect(screen.text()).not.toContain('over the hill');
    expect(screen.text()).toContain('Type a name or a few words');
  });

  it('SEARCH-15: typed ones become chips by a blank or Enter; Backspace takes the last away', async () => {
    const { screen, client } = await open();
    await screen.type(field(), 'has:image ');
    expect([field().value, screen.find('button', 'Remove Has: Images')]).toMatchObject(['', {}]);
    await screen.type(field(), 'hill in:hik');
    expect(choices()).toEqual(['Hikers']);
    await submit();
    expect(field().value).toBe('hill');
    await until(() =>
      expect(searches(client).at(-1)).toEqual({
        keywords: 'hill',
        conversation: 'group-5',
        filter: { has: 'image' },
      }),
    );
    await until(() => expect(heads()).toEqual(['Messages']));
    await screen.type(field(), '');
    await screen.key(field(), 'Backspace');
    await screen.key(field(), 'Backspace');
    expect(
      screen.all('button').filter((one) => one.getAttribute('aria-label')?.startsWith('Remove')),
    ).toEqual([]);
  });

  it('SEARCH-15: days are whole ones, and a calendar chooses them', async () => {
    const { screen, client } = await open();
    await screen.type(field(), 'after:2026-03-01 ');
    await screen.press(screen.find('button', 'Before'));
    expect(screen.find('button', 'Previous month')).toBeTruthy();
    await screen.type(field(), 'before:2026-03-05');
    await submit();
    await until(() =>
      expect(searches(client).at(-1)).toEqual({
        keywords: '',
        filter: {
          sinceMs: new Date(2026, 2, 2).getTime(),
          untilMs: new Date(2026, 2, 5).getTime(),
        },
      }),
    );
  });

  it('SEARCH-15: an unknown name is reported, and Enter chooses nothing', async () => {
    const { screen, client } = await open();
    await screen.type(field(), 'from:xyz');
    expect(screen.text()).toContain('Nothing here is called "xyz"');
    await submit();
    expect([field().value, searches(client)]).toEqual(['from:xyz', []]);
  });
});

it.each([
  ['over the hill', 'ltr'],
  ['فوق the hill', 'rtl'],
])('UI-126: a found line is cut at the end of its own words (%s)', async (content, direction) => {
  const rows = [{ ...match, message: message(7, { content }) }];
  const client = scriptedClient(stateWith([aContact('group-5', { displayName: 'Hikers' })]), {
    searchMessages: () => Promise.resolve(ok({ rows, more: false })),
  });
  await showApp(client, '/pages/index/search?type=1&keywords=hill', 'ar');
  const line = await until(() => document.querySelector('main [data-row] [dir]:has(mark)') ?? expect.fail());
  expect(line.getAttribute('dir')).toBe(direction);
});
