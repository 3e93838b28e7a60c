import type { Locator } from 'playwright-core';
import { narrow, type Person } from '../browser.ts';
import { button, composer } from '../person.ts';
import type { Facts } from '../screens.ts';
import type { TextKey } from '../texts.ts';
import { articles, menuOf, messageMenu, pinLine } from './chat.ts';
import {
  dialog,
  dialogNamed,
  inMain,
  item,
  type Layer,
  menuWith,
  type Press,
  pressed,
  starts,
} from './ways.ts';

const isNarrow = (person: Person): boolean => person.page.viewportSize()?.width === narrow.width;

/** Through the menu of the last message. */
const viaMessage =
  (key: TextKey) =>
  async (person: Person, facts: Facts, press: Press): Promise<Locator> => {
    const one = await messageMenu(person, facts, press);
    await press(item(person, key));
    return one;
  };

/** Six emoji beside the message; narrow they stand in its menu, and all others are what is behind them. */
const react = async (person: Person, facts: Facts, press: Press): Promise<Locator> => {
  if (!isNarrow(person)) return viaMessage('menu.react')(person, facts, press);
  const one = await messageMenu(person, facts, press);
  await press(button(person, person.t('react.more')));
  return one;
};
const picker = (person: Person): Locator =>
  person.page.getByRole('dialog', { name: person.t('react.choose'), exact: true });

const show = (person: Person): Locator =>
  person.page.getByRole('button', { name: person.t('poll.show'), exact: true });
const polls = (person: Person, facts: Facts): Locator =>
  articles(person, facts).filter({ has: show(person) });

/** The search inside of the open chat. */
const find = pressed((person) => inMain(person, person.t('history.search')));
const findBar = (person: Person): Locator =>
  person.page.getByRole('group', { name: person.t('history.search'), exact: true });
const inFindBar =
  (key: TextKey) =>
  async (person: Person, facts: Facts, press: Press): Promise<Locator> => {
    await find(person, facts, press);
    const control = findBar(person).getByRole('button', { name: person.t(key), exact: true });
    await press(control);
    return control;
  };

/** What is done with messages and polls, and how they are found again. */
export const talkLayers: readonly Layer[] = [
  { name: 'react', over: 'chat-group', open: react, shown: picker },
  {
    name: 'react-all',
    over: 'chat-group',
    open: async (person, facts, press) => {
      const one = await react(person, facts, press);
      if (!isNarrow(person)) await press(button(person, person.t('react.more')));
      return one;
    },
    shown: picker,
  },
  {
    name: 'reactors',
    over: 'chat-group',
    open: viaMessage('menu.reactors'),
    shown: dialogNamed('react.people'),
  },
  {
    name: 'answering',
    over: 'chat-group',
    open: async (person, facts, press) => {
      await viaMessage('menu.quote')(person, facts, press);
      return composer(person, facts.groupName);
    },
    shown: (person) => button(person, person.t('chat.cancelQuote')),
    beside: true,
    leavesTraces: true,
  },
  {
    name: 'editing',
    over: 'chat-group',
    open: async (person, facts, press) => {
      await viaMessage('menu.edit')(person, facts, press);
      return composer(person, facts.groupName);
    },
    shown: (person) => button(person, person.t('chat.cancelEdit')),
    beside: true,
    leavesTraces: true,
  },
  {
    name: 'remind-own',
    over: 'chat-group',
    open: async (person, facts, press) => {
      const one = await viaMessage('menu.remind')(person, facts, press);
      await press(item(person, 'later.own'));
      return one;
    },
    shown: dialogNamed('later.remindTitle'),
  },
  {
    name: 'choosing-delete',
    over: 'chat-group',
    open: async (person, facts, press) => {
      await pinLine(person, facts).waitFor();
      await viaMessage('menu.select')(person, facts, press);
      const control = person.page
        .getByRole('toolbar', { name: person.t('select.tools') })
        .getByRole('button', { name: person.t('menu.delete'), exact: true });
      await press(control);
      return control;
    },
    shown: (person) => dialog(person).filter({ hasText: person.t('select.deleteTitle', { count: 1 }) }),
    leavesTraces: true,
  },
  {
    name: 'pins',
    over: 'chat-group',
    open: pressed((person) => button(person, person.t('pins.all'))),
    shown: dialogNamed('pins.title'),
  },
  { name: 'poll-menu', over: 'chat-group', open: menuOf(polls), shown: menuWith('menu.closePoll') },
  {
    name: 'poll-votes',
    over: 'chat-group',
    open: pressed((person, facts) =>
      polls(person, facts).getByRole('button', { name: person.t('poll.show') }),
    ),
    shown: dialogNamed('poll.votersTitle'),
  },
  {
    name: 'poll-end',
    over: 'chat-group',
    open: async (person, facts, press) => {
      const one = await menuOf(polls)(person, facts, press);
      await press(item(person, 'menu.closePoll'));
      return one;
    },
    shown: (person) => dialog(person).filter({ hasText: person.t('poll.closeTitle') }),
  },
  {
    name: 'find',
    over: 'chat-group',
    open: async (person, facts, press) => {
      await find(person, facts, press);
      return composer(person, facts.groupName);
    },
    shown: findBar,
    beside: true,
    leavesTraces: true,
  },
  {
    name: 'find-from',
    over: 'chat-group',
    open: async (person, facts, press) => {
      await inFindBar('filter.from')(person, facts, press);
      return null;
    },
    shown: (person) => findBar(person).getByRole('button', { name: person.t('filter.me'), exact: true }),
    beside: true,
    leavesTraces: true,
  },
  {
    name: 'find-day',
    over: 'chat-group',
    open: inFindBar('history.day'),
    shown: dialogNamed('history.day'),
    leavesTraces: true,
  },
  {
    name: 'history-day',
    over: 'history',
    open: pressed((person) => inMain(person, person.t('history.day'))),
    shown: dialogNamed('history.day'),
  },
  {
    name: 'group-links',
    over: 'chat-info-group',
    open: starts('genter.links'),
    shown: dialogNamed('genter.links'),
  },
  {
    name: 'group-link-new',
    over: 'chat-info-group',
    open: async (person, facts, press) => {
      await starts('genter.links')(person, facts, press);
      const control = dialog(person).getByRole('button', { name: person.t('genter.newLink'), exact: true });
      await press(control);
      // The list was away meanwhile, and comes again as it did first.
      return dialogNamed('genter.links')(person);
    },
    shown: dialogNamed('genter.newLink'),
    leavesTraces: true,
  },
];
