import type { Locator } from 'playwright-core';
import type { Person } from './browser.ts';
import { chatLayers } from './layers/chat.ts';
import { talkLayers } from './layers/talk.ts';
import {
  byKeyboard,
  dialog,
  dialogNamed,
  emptyPicture,
  exactly,
  inMain,
  item,
  type Layer,
  menuWith,
  pressed,
  type Press,
  starts,
  viaMenu,
} from './layers/ways.ts';
import { button, messages, row } from './person.ts';
import type { Facts } from './screens.ts';
import { oneInView, still } from './still.ts';
import type { TextKey } from './texts.ts';

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
const manageFriend = (person: Person, facts: Facts): Locator =>
  button(person, person.t('gmem.actions', { name: facts.friendName }));

/** A login of the proof is fresh, so the page answers in place of the server: code 414. */
const proofWanted = async (person: Person, _: Facts, press: Press): Promise<Locator> => {
  const json = { code: 414, msg: 'Please confirm that it is you', count: 0, data: [], page: 1 };
  await person.page.route('**/im/setPrivacy', (route) => route.fulfill({ json }), { times: 1 });
  const control = person.page.getByRole('switch', { name: person.t('privacy.typing'), exact: true });
  await press(control);
  return control;
};

const ownPicture = (person: Person): Locator =>
  person.page
    .locator('[aria-haspopup=dialog]')
    .filter({ hasText: person.t('nav.me'), visible: true })
    .first();
/** Through the menu of the user's picture. */
const fromMe =
  (key: TextKey) =>
  async (person: Person, facts: Facts, press: Press): Promise<Locator> => {
    const control = await pressed(ownPicture)(person, facts, press);
    await press(dialog(person).getByRole('button', { name: person.t(key) }));
    return control;
  };

const more = (person: Person): Locator => inMain(person, person.t('common.more'));

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
  { name: 'me', over: 'home', open: pressed(ownPicture), shown: dialogNamed('nav.me') },
  { name: 'status', over: 'home', open: fromMe('status.title'), shown: dialogNamed('status.title') },
  {
    name: 'log-out',
    over: 'home',
    open: fromMe('logout.action'),
    shown: (person) => dialog(person).filter({ hasText: person.t('logout.confirm') }),
  },
  ...chatLayers,
  ...talkLayers,
  {
    name: 'file-menu',
    over: 'history-files',
    open: pressed((person) => inMain(person, new RegExp(`^${person.t('media.openFile')}`))),
    shown: menuWith('media.download'),
  },
  {
    name: 'image-viewer',
    over: 'chat',
    open: async (person, facts, press) => {
      const tiles = messages(person, facts.friendName).getByRole('button', {
        name: person.t('media.openImage'),
      });
      const name = await (await oneInView(tiles)).getAttribute('data-tile');
      // Rows come and go around it.
      const tile = person.page.locator(`[data-tile="${name}"]`);
      await still(tile);
      await press(tile);
      return tile;
    },
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
    name: 'group-time-zone',
    over: 'chat-info-group',
    open: starts('ginfo.timeZone'),
    shown: dialogNamed('ginfo.timeZone'),
  },
  {
    name: 'group-clear',
    over: 'chat-info-group',
    open: viaMenu(more, 'gman.clear'),
    shown: (person, facts) =>
      dialog(person).filter({ hasText: person.t('gman.clearTitle', { name: facts.groupName }) }),
  },
  {
    name: 'group-dissolve',
    over: 'chat-info-group',
    open: viaMenu(more, 'ginfo.dissolve'),
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
    open: viaMenu(more, 'friend.delete'),
    shown: (person, facts) =>
      dialog(person).filter({ hasText: person.t('friend.deleteTitle', { name: facts.friendName }) }),
  },
  {
    name: 'report-person',
    over: 'user-info',
    open: viaMenu(more, 'report.open'),
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
    name: 'proof',
    over: 'secure',
    open: proofWanted,
    shown: dialogNamed('proof.title'),
    // The refusal is shown for some seconds.
    leavesTraces: true,
  },
  {
    name: 'group-teams',
    over: 'chat-info-group',
    open: starts('team.title'),
    shown: dialogNamed('team.title'),
  },
  {
    name: 'group-hooks',
    over: 'chat-info-group',
    open: starts('hooks.title'),
    shown: dialogNamed('hooks.title'),
  },
  {
    name: 'group-outgoing',
    over: 'chat-info-group',
    open: starts('outgoing.title'),
    shown: dialogNamed('outgoing.title'),
  },
  {
    name: 'add-bot',
    over: 'bots',
    open: exactly('bots.add'),
    shown: dialogNamed('bots.add'),
  },
  {
    name: 'add-token',
    over: 'bots',
    open: exactly('tokens.add'),
    shown: dialogNamed('tokens.add'),
  },
  {
    name: 'chat-background',
    over: 'setting',
    open: starts('setting.background'),
    shown: dialogNamed('setting.background'),
  },
  {
    name: 'servers',
    over: 'setting',
    open: starts('servers.title'),
    shown: dialogNamed('servers.title'),
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
    name: 'sticker-pack',
    over: 'emoji',
    open: exactly('pack.new'),
    shown: dialogNamed('pack.new'),
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
    shown: ({ page }) => page.locator('article form'),
    beside: true,
  },
  {
    name: 'moment-delete',
    over: 'moments',
    open: exactly('common.delete'),
    shown: (person) => dialog(person).filter({ hasText: person.t('moments.deleteTitle') }),
  },
];

/** Switches from reading to writing. Afterwards the row has the focus again. */
async function noticeForm(person: Person, _facts: Facts, press: Press): Promise<Locator> {
  const line = await starts('ginfo.notice')(person, _facts, press);
  await press(button(person, person.t('gman.editNotice')));
  return line;
}

async function pictureChosen(person: Person, _facts: Facts, press: Press): Promise<Locator> {
  const face = inMain(person, person.t('profile.changePicture'));
  const [chooser] = await Promise.all([person.page.waitForEvent('filechooser'), press(face)]);
  await chooser.setFiles([
    { name: 'face.png', mimeType: 'image/png', buffer: await emptyPicture(person, 300) },
  ]);
  return face;
}

async function emojiDelete(person: Person, _facts: Facts, press: Press): Promise<Locator> {
  await press(inMain(person, person.t('emoji.organise')));
  await person.page.getByRole('checkbox').first().click();
  const remove = inMain(person, person.t('emoji.delete', { count: 1 }));
  await press(remove);
  return remove;
}
