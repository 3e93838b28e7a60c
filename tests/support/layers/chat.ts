import type { Locator } from 'playwright-core';
import type { Person } from '../browser.ts';
import { button, composer, messages } from '../person.ts';
import type { Facts } from '../screens.ts';
import { rollToEnd } from '../still.ts';
import type { TextKey } from '../texts.ts';
import {
  byMouse,
  dialog,
  dialogNamed,
  emptyPicture,
  inMain,
  isNarrow,
  item,
  type Layer,
  menuWith,
  pressed,
  type Press,
  viaMenu,
} from './ways.ts';

export const articles = (person: Person, facts: Facts): Locator =>
  messages(person, facts.groupName).getByRole('article');
/**
 * Finds the line below the pinned message. The message is the last one, because the line is selected with it
 * (THEME-3).
 */
export const pinLine = (person: Person, facts: Facts): Locator =>
  messages(person, facts.groupName).getByRole('button', { name: person.t('pins.view'), exact: true });
/** The message with the preview of a page. */
const carded = (person: Person, facts: Facts): Locator =>
  articles(person, facts).filter({ has: person.page.getByRole('link', { name: facts.card }) });
/** The last of them as it is now: rows that are drawn later are not meant. */
async function lastOf(messages: Locator): Promise<Locator> {
  const row = messages.last().locator('xpath=ancestor::*[@data-message][1]');
  const key = await row.getAttribute('data-message');
  return messages.page().locator(`[data-message="${key}"]`).getByRole('article');
}
/** Opens a menu: with the right mouse button, or with Enter. */
export const menuOf =
  (find: (person: Person, facts: Facts) => Locator) =>
  async (person: Person, facts: Facts, press: Press): Promise<Locator> => {
    await rollToEnd(messages(person, facts.groupName));
    const one = await lastOf(find(person, facts));
    if (press === byMouse) await one.click({ button: 'right', position: { x: 6, y: 6 } });
    else await press(one);
    return one;
  };
export const messageMenu = menuOf(articles);
/**
 * Opens the times for sending later: with the clock next to the composer, or with the send button when
 * narrow.
 */
const sendLater = async (person: Person, facts: Facts, press: Press): Promise<Locator> => {
  const isWide = !isNarrow(person);
  await composer(person, facts.groupName).fill('…');
  const control = button(person, person.t(isWide ? 'later.schedule' : 'chat.send'));
  await control.focus();
  if (isWide) await press(control);
  else await control.dispatchEvent('contextmenu');
  return control;
};
/** Opens the menu of a scheduled message, on the page that lists them. */
const scheduled = pressed((person, facts) => inMain(person, new RegExp(facts.scheduled)));
const scheduledThen =
  (key: TextKey) =>
  async (person: Person, facts: Facts, press: Press): Promise<Locator> => {
    const line = await scheduled(person, facts, press);
    await press(item(person, key));
    return line;
  };
const plus = (person: Person): Locator => button(person, person.t('plus.open'));

/** Layers over a chat and over its scheduled messages. */
export const chatLayers: readonly Layer[] = [
  { name: 'message-menu', over: 'chat-group', open: messageMenu, shown: menuWith('menu.quote') },
  {
    name: 'choosing',
    over: 'chat-group',
    open: async (person, facts, press) => {
      await pinLine(person, facts).waitFor();
      await messageMenu(person, facts, press);
      await press(item(person, 'menu.select'));
      return null;
    },
    shown: (person) => person.page.getByRole('toolbar', { name: person.t('select.tools') }),
    beside: true,
    leavesTraces: true,
  },
  {
    name: 'message-delete',
    over: 'chat-group',
    open: async (person, facts, press) => {
      const opener = await messageMenu(person, facts, press);
      await press(item(person, 'menu.delete'));
      return opener;
    },
    shown: (person) => dialog(person).filter({ hasText: person.t('chat.deleteTitle') }),
  },
  {
    name: 'remind',
    over: 'chat-group',
    open: async (person, facts, press) => {
      const opener = await messageMenu(person, facts, press);
      await press(item(person, 'menu.remind'));
      return opener;
    },
    shown: menuWith('later.in20'),
  },
  {
    name: 'preview-menu',
    over: 'chat-group',
    open: menuOf(carded),
    shown: menuWith('menu.removePreview'),
  },
  {
    name: 'send-later',
    over: 'chat-group',
    open: sendLater,
    shown: menuWith('later.own'),
    leavesTraces: true,
  },
  {
    name: 'send-later-own',
    over: 'chat-group',
    open: async (person, facts, press) => {
      const control = await sendLater(person, facts, press);
      await press(item(person, 'later.own'));
      return control;
    },
    shown: dialogNamed('later.schedule'),
    leavesTraces: true,
  },
  {
    name: 'scheduled',
    over: 'chat-group',
    open: pressed((person) => button(person, person.t('later.scheduled', { count: 1 }))),
    shown: dialogNamed('later.title'),
  },
  { name: 'scheduled-actions', over: 'later', open: scheduled, shown: menuWith('later.sendNow') },
  {
    name: 'scheduled-words',
    over: 'later',
    open: scheduledThen('later.edit'),
    shown: dialogNamed('later.edit'),
  },
  {
    name: 'scheduled-time',
    over: 'later',
    open: scheduledThen('later.otherTime'),
    shown: menuWith('later.own'),
  },
  {
    name: 'scheduled-discard',
    over: 'later',
    open: scheduledThen('later.discard'),
    shown: (person) => dialog(person).filter({ hasText: person.t('later.discardTitle') }),
  },
  { name: 'more-to-send', over: 'chat-group', open: pressed(plus), shown: menuWith('plus.photo') },
  {
    name: 'send-place',
    over: 'chat-group',
    open: viaMenu(plus, 'plus.location'),
    shown: dialogNamed('loc.pick'),
  },
  {
    name: 'send-poll',
    over: 'chat-group',
    open: viaMenu(plus, 'plus.poll'),
    shown: dialogNamed('poll.new'),
  },
  {
    name: 'send-card',
    over: 'chat-group',
    open: viaMenu(plus, 'plus.card'),
    shown: dialogNamed('card.pick'),
  },
  {
    name: 'send-files',
    over: 'chat-group',
    open: filesChosen,
    shown: (person) =>
      dialog(person).filter({ has: person.page.getByLabel(person.t('attach.caption'), { exact: true }) }),
    leavesTraces: true,
  },
  {
    name: 'emoji-panel',
    over: 'chat-group',
    open: pressed((person) => button(person, person.t('emoji.panel'))),
    shown: (person) => person.page.getByRole('tablist').filter({ hasText: person.t('emoji.favourites') }),
    beside: true,
    leavesTraces: true,
  },
  {
    name: 'mention-list',
    over: 'chat-group',
    open: async (person, facts) => {
      const box = composer(person, facts.groupName);
      await box.press('@');
      return box;
    },
    shown: (person) => person.page.getByRole('listbox', { name: person.t('mention.pick') }),
    beside: true,
    leavesTraces: true,
  },
];

async function filesChosen(person: Person, _facts: Facts, press: Press): Promise<Locator> {
  await press(plus(person));
  const [chooser] = await Promise.all([
    person.page.waitForEvent('filechooser'),
    press(item(person, 'plus.file')),
  ]);
  // One is so large that its sender is asked whether it should go smaller.
  await chooser.setFiles([
    {
      name: 'a file with a rather long name for a small window.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('words'),
    },
    { name: 'wide.png', mimeType: 'image/png', buffer: await emptyPicture(person, 2_400) },
    { name: 'small.png', mimeType: 'image/png', buffer: await emptyPicture(person, 300) },
  ]);
  return plus(person);
}
