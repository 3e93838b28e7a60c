// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { EMPTY_DRAFT, type Message } from '../../src/domain/message.ts';
import { type Poll, pollExtra, type PollTally } from '../../src/domain/poll.ts';
import { ok } from '../../src/domain/result.ts';
import { closeScreens, happens, type Screen, showApp } from '../support/screen.tsx';
import { type ScriptedClient, scriptedClient, stateWith, windowOf } from '../support/scripted-client.ts';
import { aContact, by, message } from '../support/contacts.ts';

const POLL: Poll = { options: ['green', 'black'], many: false, secret: false, lastsSec: null };
const makeQuestion = (poll: Partial<Poll> = {}, tally: Partial<PollTally> = {}): Partial<Message> => ({
  content: 'Tea?',
  from: by(1),
  extra: pollExtra({ ...POLL, ...poll }),
  poll: { at: 1, counts: [3, 1], voters: 4, closed: false, mine: [], mineAt: 1, ...tally },
});

async function open(messages: readonly Message[]): Promise<{ client: ScriptedClient; screen: Screen }> {
  const chat = aContact(2, { displayName: 'Two' });
  const rows = [{ atMs: 1, id: 3, name: 'Three', avatar: '' }];
  const client = scriptedClient(stateWith([chat], windowOf(chat, messages)), {
    draft: () => EMPTY_DRAFT,
    voters: () => Promise.resolve(ok({ rows: rows as never, total: 1 })),
    sendPoll: () => Promise.resolve(ok(message(1).id)),
  });
  const screen = await showApp(client, '/pages/message/chat?id=2');
  await until(() => expect(screen.all('article').length).toBeGreaterThan(0));
  return { client, screen };
}

const listRequests = (client: ScriptedClient, name: string) =>
  client.asked.filter(([one]) => one === name).map(([, ...args]) => args);
const options = (screen: Screen) =>
  screen.all('button').filter((one) => one.hasAttribute('aria-pressed') && one.hasAttribute('aria-disabled'));
const menuOf = async (screen: Screen): Promise<readonly (string | null)[]> => {
  await happens(() =>
    screen
      .all('article')[0]
      ?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
  );
  await until(() => expect(screen.all('[role=menuitem]').length).toBeGreaterThan(0));
  return screen.all('[role=menuitem]').map((one) => one.textContent);
};

/** The text that a screen reader reads, without the name and hidden signs. */
const readWords = (option: Element): string => {
  const copy = option.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove();
  return copy.textContent ?? '';
};

describe('polls on the screen', () => {
  it('POLL-11: the name of an option holds all words that are read of it', async () => {
    const { screen } = await open([message(1, makeQuestion())]);
    expect(options(screen).map(readWords)).toEqual(['green', 'black']);
    for (const option of options(screen))
      expect(option.getAttribute('aria-label')).toContain(readWords(option));
  });

  it('POLL-11: options with their shares, one’s own marked; a press chooses or takes back', async () => {
    const { client, screen } = await open([message(1, makeQuestion({}, { mine: [1] }))]);
    expect(
      options(screen).map((one) => [one.getAttribute('aria-label'), one.getAttribute('aria-pressed')]),
    ).toEqual([
      ['green, 3 votes, 75%', 'false'],
      ['black, 1 vote, 25%', 'true'],
    ]);
    expect(screen.find('[data-share]').getAttribute('data-share')).toBe('3 · 75%');
    expect(screen.text()).toContain('Choose one · Public votes');
    expect(screen.text()).toContain('4 people voted');
    for (const option of options(screen)) await screen.press(option);
    expect(listRequests(client, 'vote')).toEqual([
      ['2', 'm1', [0]],
      ['2', 'm1', []],
    ]);
  });

  it('POLL-3, POLL-11: a pending vote counts at once, and each of several choices separately', async () => {
    const { client, screen } = await open([message(1, makeQuestion({ many: true }, { mine: [0] }))]);
    const state = client.store.get();
    const change = { op: 'x', to: aContact(2).id, options: [0, 1] };
    const vote = new Map([[message(1).id, change]]);
    await happens(() => client.set({ ...state, pending: { ...state.pending, vote } }));
    expect(options(screen).map((one) => one.getAttribute('aria-label'))).toEqual([
      'green, 3 votes, 75%',
      'black, 2 votes, 50%',
    ]);
    await screen.press(options(screen)[0] ?? expect.fail('no option'));
    expect(listRequests(client, 'vote')).toEqual([['2', 'm1', [1]]]);
  });

  it('POLL-7, POLL-11: an ended poll says so, and accepts no press', async () => {
    const { client, screen } = await open([
      message(1, makeQuestion({ secret: true }, { closed: true })),
      message(2, makeQuestion({ options: ['soon', 'late'], lastsSec: 60 })),
    ]);
    expect(screen.text().match(/Poll ended/g)).toHaveLength(2);
    for (const option of options(screen)) await screen.press(option);
    expect(listRequests(client, 'vote')).toEqual([]);
  });

  it('POLL-6: open votes list their voters, secret ones none', async () => {
    const { client, screen } = await open([message(1, makeQuestion())]);
    await screen.press(screen.find('button', 'Show votes'));
    await until(() => expect(screen.find('dialog', 'Votes').textContent).toContain('Three'));
    expect(listRequests(client, 'voters')).toEqual([
      ['m1', 0, 1],
      ['m1', 1, 1],
    ]);
    closeScreens();
    const other = await open([message(1, makeQuestion({ secret: true }))]);
    expect(other.screen.text()).toContain('Anonymous');
    expect(other.screen.text()).not.toContain('Show votes');
  });

  it('POLL-7, POLL-8: the menu ends one’s own, and neither edits nor forwards it', async () => {
    const mine = await open([message(1, makeQuestion())]);
    const items = await menuOf(mine.screen);
    expect(items).toContain('End poll');
    expect(items).not.toContain('Forward');
    expect(items).not.toContain('Edit');
    await mine.screen.press(mine.screen.find('menuitem', 'End poll'));
    await until(() => mine.screen.find('dialog', 'End this poll?'));
    const [, end] = mine.screen.find('dialog', 'End this poll?').querySelectorAll('button');
    await mine.screen.press(end ?? expect.fail('no button'));
    await until(() => expect(listRequests(mine.client, 'closePoll')).toEqual([['m1']]));
    closeScreens();
    const theirs = await open([message(1, { ...makeQuestion(), from: by(2) })]);
    expect(await menuOf(theirs.screen)).not.toContain('End poll');
  });

  it('POLL-12: a sheet asks for question and options; empty lines are skipped, doubles shown', async () => {
    const { client, screen } = await open([message(1)]);
    await screen.press(screen.find('button', 'Attach'));
    await until(() => screen.find('menuitem', 'Poll'));
    await screen.press(screen.find('menuitem', 'Poll'));
    await until(() => screen.find('dialog', 'New poll'));
    const field = (label: string): HTMLElement => {
      const match = screen
        .all('label')
        .find((one) => one.textContent === label)
        ?.getAttribute('for');
      return document.getElementById(match ?? '') ?? expect.fail(`no ${label}`);
    };
    const send = () =>
      screen.press(screen.find('dialog', 'New poll').querySelector('[type=submit]') as Element);
    await send();
    expect(screen.text()).toContain('Enter a question');
    await screen.type(field('Question'), 'Tea?');
    await send();
    expect(screen.text()).toContain('Enter at least 2 options');
    await screen.type(field('Option 1'), 'green');
    await screen.type(field('Option 2'), ' green ');
    await send();
    expect(screen.text()).toContain('Options must be different');
    await screen.type(field('Option 2'), 'black');
    await screen.key(field('Option 2'), 'Enter');
    await until(() => field('Option 3'));
    await screen.press(screen.find('switch', 'Anonymous'));
    await send();
    const poll = { options: ['green', 'black'], many: false, secret: true, lastsSec: null };
    await until(() => expect(listRequests(client, 'sendPoll')).toEqual([['2', 'Tea?', poll]]));
  });
});
