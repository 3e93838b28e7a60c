import type { Locator } from 'playwright-core';
import { narrow, type Person } from './browser.ts';
import { button, composer, messages, row } from './person.ts';
import type { Facts } from './screens.ts';
import type { TextKey } from './texts.ts';

/** How a control is pressed: by the mouse, or by the keyboard alone. */
export type Press = (control: Locator) => Promise<void>;

/** What lies over a screen: menus, sheets, dialogs, panels. */
export interface Layer {
  readonly name: string;
  /** The screen below. */
  readonly over: string;
  /** Opens it and answers where the focus must be again after Escape; null where nothing has opened it. */
  readonly open: (person: Person, facts: Facts, press: Press) => Promise<Locator | null>;
  readonly shown: (person: Person, facts: Facts) => Locator;
  /** A panel beside the page, not above it: the focus may leave it. */
  readonly beside?: true;
  /** The page is otherwise than before when it is closed. */
  readonly leavesTraces?: true;
}

const dialog = (person: Person): Locator => person.page.locator('[role=dialog],[role=alertdialog]');
const dialogNamed = (key: TextKey) => (person: Person) =>
  dialog(person).filter({ has: person.page.getByRole('heading', { name: person.t(key), exact: true }) });
/** A menu is a sheet of buttons when narrow. */
const entry = (person: Person, key: TextKey): Locator =>
  person.page.getByRole(person.page.viewportSize()?.width === narrow.width ? 'button' : 'menuitem', {
    name: person.t(key),
    exact: true,
  });
const menu = (person: Person): Locator => person.page.locator('[role=menu],[role=dialog]');
const item = (person: Person, key: TextKey): Locator => menu(person).locator(entry(person, key));
const menuWith =
  (key: TextKey) =>
  (person: Person): Locator =>
    menu(person).filter({ has: entry(person, key) });

/** The page's own part: the list of chats beside it has buttons of the same names. */
const inMain = (person: Person, name: string | RegExp): Locator =>
  person.page
    .locator('main,aside,[role=main]')
    .getByRole('button', { name, exact: typeof name === 'string' })
    .filter({ visible: true })
    .first();

const pressed =
  (find: (person: Person, facts: Facts) => Locator) =>
  async (person: Person, facts: Facts, press: Press): Promise<Locator> => {
    const control = find(person, facts);
    await press(control);
    return control;
  };
const starts = (key: TextKey) =>
  pressed((person) => inMain(person, new RegExp(`^${person.t(key).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)));
const exactly = (key: TextKey) => pressed((person) => inMain(person, person.t(key)));
/** Through the menu of a control, whose focus comes back at the end. */
const viaMenu =
  (find: (person: Person, facts: Facts) => Locator, key: TextKey) =>
  async (person: Person, facts: Facts, press: Press): Promise<Locator> => {
    const control = await pressed(find)(person, facts, press);
    await press(item(person, key));
    return control;
  };

const articles = (person: Person, facts: Facts): Locator =>
  messages(person, facts.groupName).getByRole('article');
/** Under whose words the card of a page stands. */
const carded = (person: Person, facts: Facts): Locator =>
  articles(person, facts).filter({ has: person.page.getByRole('link', { name: facts.card }) });
/** By the mouse with its right button, by the keyboard with Enter. */
const menuOf =
  (find: (person: Person, facts: Facts) => Locator) =>
  async (person: Person, facts: Facts, press: Press): Promise<Locator> => {
    const one = find(person, facts).last();
    if (press === byMouse) await one.click({ button: 'right', position: { x: 6, y: 6 } });
    else await press(one);
    return one;
  };
const messageMenu = menuOf(articles);
/** The times to send what is in the box: by the clock beside it, narrow by the button that sends. */
const sendLater = async (person: Person, facts: Facts, press: Press): Promise<Locator> => {
  const isWide = person.page.viewportSize()?.width !== narrow.width;
  await composer(person, facts.groupName).fill('…');
  const control = button(person, person.t(isWide ? 'later.schedule' : 'chat.send'));
  await control.focus();
  if (isWide) await press(control);
  else await control.dispatchEvent('contextmenu');
  return control;
};
/** What waits to be sent, on the page of all that. */
const scheduled = pressed((person, facts) => inMain(person, new RegExp(facts.scheduled)));
const scheduledThen =
  (key: TextKey) =>
  async (person: Person, facts: Facts, press: Press): Promise<Locator> => {
    const line = await scheduled(person, facts, press);
    await press(item(person, key));
    return line;
  };
const chatActions = async (person: Person, facts: Facts, press: Press): Promise<Locator> => {
  if (press === byKeyboard)
    return pressed(() => button(person, `${person.t('home.rowMenu')}: ${facts.groupName}`))(
      person,
      facts,
      press,
    );
  const opener = row(person, facts.groupName);
  await opener.click({ button: 'right' });
  return opener;
};
const plus = (person: Person): Locator => button(person, person.t('plus.open'));
const manageFriend = (person: Person, facts: Facts): Locator =>
  button(person, person.t('gmem.actions', { name: facts.friendName }));

export const byMouse: Press = (control) => control.click();
export const byKeyboard: Press = (control) => control.press('Enter');

export const layers: readonly Layer[] = [
  {
    name: 'add-menu',
    over: 'home',
    open: pressed((person) => button(person, person.t('common.add')).filter({ visible: true })),
    shown: menuWith('home.createGroup'),
  },
  { name: 'chat-actions', over: 'home', open: chatActions, shown: menuWith('chatOp.pin') },
  {
    name: 'mute-for',
    over: 'home',
    open: async (person, facts, press) => {
      const opener = await chatActions(person, facts, press);
      await press(item(person, 'chatOp.muteFor'));
      return opener;
    },
    shown: menuWith('quiet.hour'),
  },
  {
    name: 'switcher',
    over: 'home',
    open: async (person) => {
      await person.page.keyboard.press('Control+k');
      return null;
    },
    shown: (person) => person.page.getByRole('dialog', { name: person.t('switcher.title') }),
  },
  {
    name: 'shortcuts',
    over: 'home',
    open: async (person) => {
      await person.page.keyboard.press('?');
      return null;
    },
    shown: dialogNamed('keys.title'),
  },
  {
    name: 'log-out',
    over: 'me',
    open: exactly('logout.action'),
    shown: (person) => dialog(person).filter({ hasText: person.t('logout.confirm') }),
  },
  { name: 'message-menu', over: 'chat-group', open: messageMenu, shown: menuWith('menu.quote') },
  {
    name: 'choosing',
    over: 'chat-group',
    open: async (person, facts, press) => {
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
  {
    name: 'file-menu',
    over: 'history-files',
    open: pressed((person) => inMain(person, new RegExp(`^${person.t('media.openFile')}`))),
    shown: menuWith('media.download'),
  },
  {
    name: 'image-viewer',
    over: 'chat',
    open: pressed((person, facts) =>
      messages(person, facts.friendName)
        .getByRole('button', { name: person.t('media.openImage') })
        .last(),
    ),
    shown: (person) => person.page.getByRole('dialog', { name: person.t('viewer.title') }),
  },
  {
    name: 'group-rename',
    over: 'chat-info-group',
    open: starts('ginfo.name'),
    shown: (person) => dialog(person).filter({ hasText: person.t('ginfo.rename') }),
  },
  {
    name: 'notice',
    over: 'chat-group',
    open: pressed((person, facts) => button(person, facts.notice.replace(/\s+/g, ' '))),
    shown: dialogNamed('ginfo.notice'),
  },
  {
    name: 'group-notice',
    over: 'chat-info-group',
    open: starts('ginfo.notice'),
    shown: dialogNamed('ginfo.notice'),
  },
  {
    name: 'group-notice-edit',
    over: 'chat-info-group',
    open: noticeForm,
    shown: (person) =>
      dialog(person).filter({ has: person.page.getByRole('textbox', { name: person.t('ginfo.notice') }) }),
  },
  {
    name: 'timer',
    over: 'chat-info-group',
    open: starts('timer.title'),
    shown: dialogNamed('timer.title'),
  },
  {
    name: 'group-management',
    over: 'chat-info-group',
    open: starts('gman.title'),
    shown: dialogNamed('gman.title'),
  },
  {
    name: 'group-clear',
    over: 'chat-info-group',
    open: exactly('gman.clear'),
    shown: (person, facts) =>
      dialog(person).filter({ hasText: person.t('gman.clearTitle', { name: facts.groupName }) }),
  },
  {
    name: 'group-dissolve',
    over: 'chat-info-group',
    open: exactly('ginfo.dissolve'),
    shown: (person, facts) =>
      dialog(person).filter({ hasText: person.t('ginfo.dissolveTitle', { name: facts.groupName }) }),
  },
  { name: 'member-menu', over: 'members', open: pressed(manageFriend), shown: menuWith('gmem.mute') },
  {
    name: 'member-mute',
    over: 'members',
    open: viaMenu(manageFriend, 'gmem.mute'),
    shown: (person, facts) =>
      dialog(person).filter({ hasText: person.t('gmem.muteTitle', { name: facts.friendName }) }),
  },
  {
    name: 'group-transfer',
    over: 'members',
    open: viaMenu(manageFriend, 'gmem.transfer'),
    shown: (person, facts) =>
      dialog(person).filter({ hasText: person.t('gmem.transferTitle', { name: facts.friendName }) }),
  },
  {
    name: 'member-remove',
    over: 'members',
    open: viaMenu(manageFriend, 'gmem.remove'),
    shown: (person, facts) =>
      dialog(person).filter({ hasText: person.t('gmem.removeTitle', { name: facts.friendName }) }),
  },
  {
    name: 'friend-remark',
    over: 'user-info',
    open: exactly('friend.setRemark'),
    shown: (person) => dialog(person).filter({ hasText: person.t('friend.remarkTitle') }),
  },
  { name: 'call-ways', over: 'user-info', open: exactly('call.way'), shown: menuWith('call.voice') },
  {
    name: 'friend-delete',
    over: 'user-info',
    open: exactly('friend.delete'),
    shown: (person, facts) =>
      dialog(person).filter({ hasText: person.t('friend.deleteTitle', { name: facts.friendName }) }),
  },
  {
    name: 'report-person',
    over: 'user-info',
    open: exactly('report.open'),
    shown: (person) => dialog(person).filter({ hasText: person.t('report.hint') }),
  },
  {
    name: 'friend-add',
    over: 'user-info-stranger',
    open: exactly('friend.add'),
    shown: (person) =>
      dialog(person).filter({ has: person.page.getByLabel(person.t('friend.verify'), { exact: true }) }),
  },
  {
    name: 'crop-avatar',
    over: 'profile',
    open: pictureChosen,
    shown: dialogNamed('profile.cutTitle'),
    leavesTraces: true,
  },
  {
    name: 'new-folder',
    over: 'folders',
    open: exactly('folders.new'),
    shown: dialogNamed('folders.new'),
  },
  {
    name: 'change-password',
    over: 'secure',
    open: starts('secure.password'),
    shown: dialogNamed('secure.password'),
  },
  {
    name: 'verify-account',
    over: 'secure',
    open: starts('secure.prove'),
    shown: dialogNamed('secure.prove'),
  },
  {
    name: 'chat-background',
    over: 'setting',
    open: starts('setting.background'),
    shown: dialogNamed('setting.background'),
  },
  {
    name: 'check-devices',
    over: 'setting',
    open: starts('call.checkDevices'),
    shown: dialogNamed('call.checkDevices'),
  },
  {
    name: 'clear-messages',
    over: 'setting-storage',
    open: starts('storage.messages'),
    shown: (person) => dialog(person).filter({ hasText: person.t('storage.messagesAsk') }),
  },
  {
    name: 'clear-cache',
    over: 'setting-storage',
    open: starts('setting.clear'),
    shown: (person) => dialog(person).filter({ hasText: person.t('setting.clearTitle') }),
  },
  {
    name: 'emoji-organise',
    over: 'emoji',
    open: exactly('emoji.organise'),
    shown: (person) => person.page.getByText(person.t('emoji.moveHint')),
    beside: true,
    leavesTraces: true,
  },
  {
    name: 'emoji-delete',
    over: 'emoji',
    open: emojiDelete,
    shown: (person) => dialog(person).filter({ hasText: person.t('emoji.deleteAsk', { count: 1 }) }),
    leavesTraces: true,
  },
  {
    name: 'moment-write',
    over: 'moments',
    open: exactly('moments.write'),
    shown: dialogNamed('moments.write'),
  },
  {
    name: 'moment-comment',
    over: 'moments',
    open: exactly('moments.comment'),
    shown: (person) =>
      dialog(person).filter({ has: person.page.getByLabel(person.t('moments.comment'), { exact: true }) }),
  },
  {
    name: 'moment-delete',
    over: 'moments',
    open: exactly('common.delete'),
    shown: (person) => dialog(person).filter({ hasText: person.t('moments.deleteTitle') }),
  },
];

/** From reading to writing; afterwards the row has the focus again. */
async function noticeForm(person: Person, _facts: Facts, press: Press): Promise<Locator> {
  const line = await starts('ginfo.notice')(person, _facts, press);
  await press(button(person, person.t('gman.editNotice')));
  return line;
}

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

async function pictureChosen(person: Person, _facts: Facts, press: Press): Promise<Locator> {
  const face = inMain(person, person.t('profile.changePicture'));
  const [chooser] = await Promise.all([person.page.waitForEvent('filechooser'), press(face)]);
  await chooser.setFiles([
    { name: 'face.png', mimeType: 'image/png', buffer: await emptyPicture(person, 300) },
  ]);
  return face;
}

async function emptyPicture(person: Person, width: number): Promise<Buffer> {
  const words = await person.page.evaluate(
    (px) =>
      Object.assign(document.createElement('canvas'), { width: px }).toDataURL('image/png').split(',')[1] ??
      '',
    width,
  );
  return Buffer.from(words, 'base64');
}

async function emojiDelete(person: Person, _facts: Facts, press: Press): Promise<Locator> {
  await press(inMain(person, person.t('emoji.organise')));
  await person.page.getByRole('checkbox').first().click();
  const remove = inMain(person, person.t('emoji.delete', { count: 1 }));
  await press(remove);
  return remove;
}
