// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { reactionKey, userId } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT, type Message, type Reactions } from '../../src/domain/message.ts';
import { ok } from '../../src/domain/result.ts';
import { happens, type Screen, showApp } from '../support/screen.tsx';
import { type ScriptedClient, scriptedClient, stateWith, windowOf } from '../support/scripted-client.ts';
import { aContact, by, message } from '../support/contacts.ts';

const [THUMB, HEART] = ['👍️', '❤️'];
const under = (counts: Reactions['counts'], mine: readonly string[]): Partial<Message> => ({
  reactions: { at: 1, counts, mine, mineAt: 1 },
});

async function open(messages: readonly Message[]): Promise<{ client: ScriptedClient; screen: Screen }> {
  const chat = aContact(2, { displayName: 'Two' });
  const rows = [HEART, THUMB].map((emoji) => ({ emoji, atMs: 1, id: 3, name: 'Three', avatar: '' }));
  const client = scriptedClient(stateWith([chat], windowOf(chat, messages)), {
    draft: () => EMPTY_DRAFT,
    reactionPeople: () => Promise.resolve(ok({ rows: rows as never, total: 2 })),
  });
  const screen = await showApp(client, '/pages/message/chat?id=2');
  await until(() => expect(screen.all('article').length).toBeGreaterThan(0));
  return { client, screen };
}

const listRequests = (client: ScriptedClient) =>
  client.asked.filter(([name]) => name === 'react').map(([, ...args]) => args);
const chips = (screen: Screen) =>
  screen.all('button').filter((one) => one.hasAttribute('aria-pressed') && one.title !== '');

const reacted = (counts: Reactions['counts']) => [message(1, { ...under(counts, []) })];

describe('reactions on the screen', () => {
  it('REACT-11: each emoji is under the bubble with its count, the user’s own marked', async () => {
    const counts = [
      [THUMB, 2],
      [HEART, 1],
    ] as const;
    const { client, screen } = await open([message(1, { ...under(counts, [HEART]) })]);
    expect(
      chips(screen).map((one) => [one.getAttribute('aria-label'), one.getAttribute('aria-pressed')]),
    ).toEqual([
      [`${THUMB}, 2 people`, 'false'],
      [`${HEART}, 1 person`, 'true'],
    ]);
    for (const chip of chips(screen)) await screen.press(chip);
    expect(listRequests(client)).toEqual([
      ['2', 'm1', THUMB, true],
      ['2', 'm1', HEART, false],
    ]);
  });

  it('UI-186: a reaction that comes while the message is shown pops up, the others are there', async () => {
    const chat = aContact(2, { displayName: 'Two' });
    const { client, screen } = await open(reacted([[THUMB, 2]]));
    const popping = () => chips(screen).map((one) => one.className.includes('added'));
    expect(popping()).toEqual([false]);
    const after = windowOf(
      chat,
      reacted([
        [THUMB, 2],
        [HEART, 1],
      ]),
    );
    await happens(() => client.set({ ...client.store.get(), ...after }));
    await until(() => expect(popping()).toEqual([false, true]));
  });

  it('REACT-5, REACT-11: a pending reaction is counted at once; a fourth one is not sent', async () => {
    const counts = [
      ['a', 1],
      ['b', 1],
      ['c', 1],
      ['d', 1],
    ] as const;
    const { client, screen } = await open([message(1, { ...under(counts, ['a', 'b']) })]);
    const state = client.store.get();
    const change = { op: 'x', to: aContact(2).id, id: message(1).id, emoji: 'c', on: true };
    const react = new Map([[reactionKey(change.id, 'c'), change]]);
    await happens(() => client.set({ ...state, pending: { ...state.pending, react } }));
    expect(chips(screen).map((one) => one.getAttribute('aria-label'))).toContain('c, 2 people');
    await screen.press(chips(screen)[3] ?? expect.fail('no chip'));
    expect(listRequests(client)).toEqual([]);
    expect(screen.text()).toContain('You can add up to 3 reactions');
  });

  it('REACT-8, REACT-11, BLOCK-17: the right button on one tells who reacted, blocked users once', async () => {
    const { client, screen } = await open([message(1, { ...under([[HEART, 1]], []) })]);
    await happens(() =>
      chips(screen)[0]?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
    );
    await until(() => expect(screen.find('dialog', 'Reactions').textContent).toContain('Three'));
    await happens(() => client.set({ ...client.store.get(), blocked: new Set([userId(3)]) }));
    expect(screen.find('dialog', 'Reactions').textContent).toContain('and 1 person you blocked');
  });

  it('LATER-9: on a wide window, too, "Remind me" leads to the times', async () => {
    const { screen } = await open([message(1, { content: 'words' })]);
    await happens(() =>
      screen
        .all('article')[0]
        ?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
    );
    await until(() => screen.find('menuitem', 'Remind me'));
    await screen.press(screen.find('menuitem', 'Remind me'));
    await until(() => expect(screen.find('menuitem', 'In 1 hour')).toBeDefined());
    await until(() => expect(document.querySelectorAll('[role=menu]')).toHaveLength(1));
  });

  it('REACT-11: a finger that rests on one tells who reacted, and puts nothing there', async () => {
    const { client, screen } = await open([message(1, { ...under([[HEART, 1]], []) })]);
    const chip = chips(screen)[0] ?? expect.fail('no chip');
    const touches = (type: string) =>
      happens(() => chip.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch' })));
    await touches('pointerdown');
    await until(() => expect(screen.find('dialog', 'Reactions').textContent).toContain('Three'));
    await touches('pointerup');
    await screen.press(chip);
    expect(listRequests(client)).toEqual([]);
  });

  it('REACT-11: the menu begins with the quick emoji, by keys, too; a call has none', async () => {
    const call = message(2, { type: 'webrtc', extra: { code: 906, type: 0, callTime: 3 }, from: by(2) });
    const { client, screen } = await open([message(1, { content: 'words' }), call]);
    await menuAt(screen, 0);
    const row = screen.find('group', 'Choose a reaction');
    const names = [...row.querySelectorAll('[role^=menuitem]')].map((one) => one.getAttribute('aria-label'));
    expect(names).toHaveLength(7);
    expect(names.at(-1)).toBe('More reactions');
    const first = screen.find('menuitemcheckbox', THUMB);
    first.focus();
    await screen.key(first, 'ArrowRight');
    expect(document.activeElement?.getAttribute('aria-label')).toBe(HEART);
    await screen.key(document.activeElement ?? first, 'ArrowDown');
    expect(document.activeElement?.textContent).toBe('Quote');
    await screen.press(screen.find('menuitemcheckbox', HEART));
    expect(listRequests(client)).toEqual([['2', 'm1', HEART, true]]);
    await menuAt(screen, 1);
    expect(screen.all('menuitemcheckbox')).toEqual([]);
  });

  it('REACT-11: all emoji keep the keyboard, and return it to the message', async () => {
    const { screen } = await open([message(1, { content: 'words' })]);
    const [bubble] = screen.all('article');
    await menuAt(screen, 0);
    await screen.press(screen.find('menuitem', 'More reactions'));
    await until(() => screen.find('dialog', 'Choose a reaction'));
    // The focus stays in the dialog only if it has a close button for touch users of screen readers.
    screen.find('button', 'Close dialog');
    await screen.key(document.activeElement ?? document.body, 'Escape');
    await until(() => expect(document.activeElement).toBe(bubble));
  });
});

const event = (name: string, pointerType: string, x = 0) =>
  new PointerEvent(name, { bubbles: true, cancelable: true, pointerType, clientX: x, clientY: 0 });
const doubleClick = [event('click', 'mouse'), event('click', 'mouse'), event('dblclick', 'mouse')];
const taps = (...places: readonly number[]) => places.map((x) => event('click', 'touch', x));
const prefer = (emoji: string) => ({ kept: { ...stateWith([]).kept, quickReaction: { emoji } } });

describe('a double press', () => {
  it.each([
    ['a double click', {}, doubleClick, {}, [[THUMB, true]]],
    ['two taps', {}, taps(5, 9), {}, [[THUMB, true]]],
    ['three taps', {}, taps(5, 5, 5), {}, [[THUMB, true]]],
    ['one tap', {}, taps(5), {}, []],
    ['taps apart', {}, taps(5, 90), {}, []],
    [
      'a double click that touch also reports',
      {},
      [...taps(5, 5), event('dblclick', 'touch')],
      {},
      [[THUMB, true]],
    ],
    ['it again', under([[THUMB, 1]], [THUMB]), taps(5, 5), {}, [[THUMB, false]]],
    ['an emoji that was chosen', {}, taps(5, 5), prefer(HEART), [[HEART, true]]],
    ['no emoji chosen', {}, taps(5, 5), prefer(''), []],
    ['a recalled message', { recalled: true }, taps(5, 5), {}, []],
    ['a call', { type: 'webrtc' }, taps(5, 5), {}, []],
    ['a line', { type: 'event' }, taps(5, 5), {}, []],
    ['a server of the base protocol', {}, taps(5, 5), { sync: { ...stateWith([]).sync, plain: true } }, []],
  ] as const)('REACT-12: %s', async (_, fields, events, state, expected) => {
    const { client, screen } = await open([message(1, fields), message(2, {})]);
    await happens(() => client.set({ ...client.store.get(), ...state }));
    const row = document.querySelector('[data-message="m1"]');
    const target = row?.querySelector('article') ?? row ?? expect.fail('no row');
    for (const one of events) await happens(() => target.dispatchEvent(one));
    expect(listRequests(client)).toEqual(expected.map(([emoji, on]) => ['2', 'm1', emoji, on]));
    expect(screen.all('article').length).toBeGreaterThan(0);
  });

  it('REACT-12: a double click on a link, a reaction or another control keeps its meaning', async () => {
    const counts = [[HEART, 1]] as const;
    const { client } = await open([message(1, { content: 'see https://a.org', ...under(counts, []) })]);
    for (const place of ['a[href^="https"]', 'button[aria-pressed]']) {
      const target = document.querySelector(`[data-message="m1"] ${place}`) ?? expect.fail(place);
      await happens(() => target.dispatchEvent(event('dblclick', 'mouse')));
    }
    expect(listRequests(client)).toEqual([]);
  });
});

/** Opens the menu of a message. */
async function menuAt(screen: Screen, at: number): Promise<void> {
  await happens(() =>
    screen
      .all('article')
      .at(at)
      ?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
  );
  await until(() => expect(screen.all('[role=menuitem]').length).toBeGreaterThan(0));
}
