import type { Locator } from 'playwright-core';
import type { Person } from '../browser.ts';
import { button, composer } from '../person.ts';
import type { Facts } from '../screens.ts';
import type { TextKey } from '../texts.ts';
import { articles, menuOf, messageMenu, pinLine } from './chat.ts';
import { gotFocus } from '../proof/keys.ts';
import {
  byKeyboard,
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

/** Through the menu of the last message. */
const viaMessage =
  (key: TextKey) =>
  async (person: Person, facts: Facts, press: Press): Promise<Locator> => {
    const one = await messageMenu(person, facts, press);
    await press(item(person, key));
    return one;
  };

/** All emoji are behind the last of the seven small entries of the menu. */
const react = viaMessage('react.more');
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

/** Long enough to be kept (REC-2). */
const record = async (person: Person, facts: Facts, press: Press): Promise<void> => {
  await composer(person, facts.groupName).fill('');
  await person.context.grantPermissions(['microphone']);
  await press(button(person, person.t('a11y.recordStart')));
  await person.page
    .locator('[data-composer]')
    .getByText(/^0:(?:0[1-9]|[1-5]\d)$/)
    .waitFor();
};
/** A chip below the search, which begins to narrow it. */
const narrowing =
  (key: TextKey) =>
  async (person: Person, _facts: Facts, press: Press): Promise<Locator> => {
    await person.page.getByRole('searchbox').fill('');
    const chips = person.page.getByRole('group', { name: person.t('filter.title'), exact: true });
    await press(chips.getByRole('button', { name: person.t(key), exact: true }));
    return person.page.getByRole('searchbox');
  };
/** The suggestions that narrow the search at that moment. */
const choices = (person: Person): Locator =>
  person.page.getByRole('main').getByRole('listitem').getByRole('button');
const SEARCHED = { beside: true, leavesTraces: true } as const;

/** Layers of messages and polls, and of the search for them. */
export const talkLayers: readonly Layer[] = [
  { name: 'react', over: 'chat-group', open: react, shown: picker },
  {
    name: 'reactors',
    over: 'chat-group',
    open: viaMessage('menu.reactors'),
    shown: dialogNamed('react.people'),
  },
  {
    name: 'read-by',
    over: 'chat-group',
    open: viaMessage('menu.readBy'),
    shown: dialogNamed('menu.readBy'),
  },
  {
    name: 'answering',
    over: 'chat-group',
    open: async (person, facts, press) => {
      await viaMessage('menu.quote')(person, facts, press);
      const box = composer(person, facts.groupName);
      // The menu gives the focus away when it has closed; Escape in the box removes the quote.
      if (press === byKeyboard) await gotFocus(box);
      return box;
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
    name: 'recording',
    over: 'chat-group',
    open: async (person, facts, press) => {
      await record(person, facts, press);
      return button(person, person.t('a11y.recordStart'));
    },
    shown: (person) => button(person, person.t('rec.cancel')),
    beside: true,
    leavesTraces: true,
  },
  {
    name: 'recording-heard',
    over: 'chat-group',
    open: async (person, facts, press) => {
      await record(person, facts, press);
      const stop = button(person, person.t('a11y.recordStop'));
      await press(stop);
      return stop;
    },
    shown: (person) => button(person, person.t('rec.discard')),
    beside: true,
    leavesTraces: true,
    stays: true,
  },
  {
    name: 'history-day',
    over: 'history',
    open: pressed((person) => inMain(person, person.t('history.day'))),
    shown: dialogNamed('history.day'),
  },
  { name: 'search-from', over: 'search', open: narrowing('filter.from'), shown: choices, ...SEARCHED },
  { name: 'search-has', over: 'search', open: narrowing('filter.has'), shown: choices, ...SEARCHED },
  {
    name: 'search-before',
    over: 'search',
    open: narrowing('filter.before'),
    shown: (person) => person.page.getByRole('main').locator('[aria-current=date]'),
    ...SEARCHED,
  },
  {
    name: 'search-narrowed',
    over: 'search',
    open: async (person, facts, press) => {
      const field = await narrowing('filter.has')(person, facts, press);
      await press(choices(person).filter({ hasText: person.t('filter.image') }));
      return field;
    },
    shown: (person) =>
      person.page.getByRole('button', {
        name: person.t('filter.remove', { name: person.t('filter.has'), value: person.t('filter.image') }),
      }),
    ...SEARCHED,
    stays: true,
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
      // The list was closed in between, and opens as at first.
      return dialogNamed('genter.links')(person);
    },
    shown: dialogNamed('genter.newLink'),
    leavesTraces: true,
  },
];
