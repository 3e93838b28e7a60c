import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { preferenceLimits } from '../../src/domain/kept-limits.ts';
import { contactId, editKey, type MessageId, messageId } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import { browser, type Tab } from '../support/real-device.ts';
import { PASSWORD, startWorld, type Person, type World } from '../support/world.ts';

let world: World;
let anna: Person;
let bela: Person;
/** Two devices of one user. */
let phone: Tab;
let desktop: Tab;

beforeEach(async () => {
  world = await startWorld();
  [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  [phone, desktop] = [await browser(world).open(), await browser(world).open()];
  for (const tab of [phone, desktop])
    await tab.client.actions.login({ account: anna.account, password: PASSWORD, remember: false });
  await pass(1_000);
});
afterEach(async () => {
  await phone.client.stop();
  await desktop.client.stop();
  await world.close();
});

const pass = async (ms: number) => {
  await world.clock.advance(ms);
  await world.settle();
};
const chat = () => contactId(bela.id);
const draft = (text: string) => ({ ...EMPTY_DRAFT, text });
const rows = async () =>
  (await world.rows(bela, 'im/getMessageList', { toContactId: anna.id, peek: 1, limit: 9 }))
    .filter(({ type }) => type === 'text')
    .map((row) => row['content']);
const listSent = (tab: Tab) => tab.notices.filter(({ kind }) => kind !== 'sent');
const here = (tab: Tab) => tab.client.actions.draft(chat()).text;
const contact = (tab: Tab) => tab.client.store.get().contacts.get(chat());

describe('SEND-23, EDIT-11, EDIT-12: an edit made offline', () => {
  let id: MessageId;
  const edit = (tab: Tab, text: string) => tab.client.actions.edit(chat(), id, draft(text));
  beforeEach(async () => {
    const sent = await desktop.client.actions.send(chat(), draft('nine'));
    id = sent.ok ? sent.value : messageId('');
    await pass(1_000);
    for (const tab of [phone, desktop]) tab.client.actions.openChat(chat());
    await pass(1_000);
  });

  it('loses against a later one of another device, and its text returns to its author', async () => {
    phone.network.unplug();
    await edit(phone, 'nine (room 4)');
    await pass(60_000);
    await edit(desktop, 'moved to TEN');
    await pass(60_000);
    phone.network.plug();
    await pass(30_000);
    expect(await rows()).toEqual(['moved to TEN']);
    expect(phone.client.store.get().pending.edit.size).toBe(0);
    expect(listSent(phone).length).toBeGreaterThan(0);
    expect(phone.client.actions.draft(editKey(chat())).text).toBe('nine (room 4)');
  });

  it('wins against an earlier one of another device', async () => {
    phone.network.unplug();
    await edit(desktop, 'moved to TEN');
    await pass(60_000);
    await edit(phone, 'nine (room 4)');
    await pass(60_000);
    phone.network.plug();
    await pass(30_000);
    expect(await rows()).toEqual(['nine (room 4)']);
  });

  it('wins over what it replaced, however late it arrives', async () => {
    await edit(desktop, 'ten');
    await pass(30_000);
    phone.network.unplug();
    await edit(phone, 'eleven');
    await pass(3_600_000);
    phone.network.plug();
    await pass(30_000);
    expect(await rows()).toEqual(['eleven']);
  });
});

describe('SEND-23, DRAFT-5: a draft typed offline', () => {
  const rest = preferenceLimits.draftRestMs + preferenceLimits.draftEveryMs;

  it('gives way to a later one of another device, and can be restored', async () => {
    phone.network.unplug();
    phone.client.actions.saveDraft(chat(), draft('two words'));
    await pass(60_000);
    desktop.client.actions.saveDraft(chat(), draft('a long letter that took an hour'));
    await pass(rest);
    phone.network.plug();
    await pass(60_000);
    expect([here(phone), here(desktop)]).toEqual(Array(2).fill('a long letter that took an hour'));
    expect(phone.client.actions.getLostDraft(chat())?.text).toBe('two words');
    expect(desktop.client.actions.getLostDraft(chat())).toBeNull();
  });

  it('replaces an earlier one, which can be restored wherever its chat is opened later', async () => {
    desktop.client.actions.saveDraft(chat(), draft('a long letter that took an hour'));
    phone.network.unplug();
    await pass(rest);
    phone.client.actions.saveDraft(chat(), draft('two words'));
    await pass(60_000);
    phone.network.plug();
    await pass(60_000);
    expect([here(phone), here(desktop)]).toEqual(['two words', 'two words']);
    expect(desktop.client.actions.getLostDraft(chat())?.text).toBe('a long letter that took an hour');
    desktop.client.actions.saveDraft(chat(), draft('two words, and more'));
    expect(desktop.client.actions.getLostDraft(chat())?.text).toBe('a long letter that took an hour');
    await desktop.client.actions.send(chat(), draft('two words, and more'));
    expect(desktop.client.actions.getLostDraft(chat())).toBeNull();
  });
});

const status = (text: string) => ({ emoji: '', text, untilMs: null });
const readView = (tab: Tab) => {
  const { kept } = tab.client.store.get();
  const one = contact(tab);
  return JSON.stringify([one?.isTop, one?.isNotice, one?.archivedTo !== undefined, one?.marked, kept]);
};

describe('SEND-23: switches and preferences set offline', () => {
  it.each(['pin', 'mute', 'archive', 'unread', 'sounds', 'status', 'folders'] as const)(
    '%s: the later press wins',
    async (what) => {
      const set = (tab: Tab, on: boolean) => {
        const { actions } = tab.client;
        switch (what) {
          case 'pin':
            return actions.setTop(chat(), on);
          case 'mute':
            return actions.setNotice(chat(), on);
          case 'archive':
            return actions.archiveChat(chat(), on);
          case 'unread':
            return actions.markUnread(chat(), on);
          case 'sounds':
            return actions.keepPreference('sounds', { all: on ? 'drop' : 'bell', chats: [] });
          case 'status':
            return actions.keepPreference('status', status(on ? 'on' : 'off'));
          case 'folders': {
            const folder = { people: true, groups: false, unread: false, muted: null, chats: [] };
            return actions.keepPreference('folders', {
              list: [{ ...folder, id: 'f', name: on ? 'on' : 'off' }],
            });
          }
        }
      };
      phone.network.unplug();
      await set(phone, true);
      await pass(30_000);
      await set(desktop, false);
      await pass(10_000);
      await set(desktop, true);
      await pass(10_000);
      await set(desktop, false);
      await pass(10_000);
      const expected = readView(desktop);
      phone.network.plug();
      await pass(60_000);
      expect(readView(desktop)).toBe(expected);
      expect(listSent(phone).length).toBeGreaterThan(0);
    },
  );

  it('SEND-25: a status that was refused is reported with its words', async () => {
    phone.network.unplug();
    await phone.client.actions.keepPreference('status', status('On the train to the north'));
    await pass(30_000);
    await desktop.client.actions.keepPreference('status', status('home'));
    await pass(10_000);
    phone.network.plug();
    await pass(60_000);
    expect(listSent(phone)).toMatchObject([
      { kind: 'preferenceRefused', name: 'status', value: status('On the train to the north') },
    ]);
  });
});
