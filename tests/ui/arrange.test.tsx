// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import ArrangeList from '../../src/app/screens/chats/arrange-list.tsx';
import type { Arranging } from '../../src/app/screens/chats/chat-list.tsx';
import type { Folder } from '../../src/domain/kept.ts';
import { closeScreens, type Screen, showPart } from '../support/screen.tsx';
import { lastText, scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aContact } from '../support/contacts.ts';

const MAYA = aContact(2, { displayName: 'Maya', isTop: true, unread: 3, mentions: 1, ...lastText('hi', 9) });
const OMAR = aContact(3, { displayName: 'Omar', isTop: true, marked: 4, ...lastText('hi', 8) });
const HIKERS = aContact('group-5', { displayName: 'Hikers', isNotice: false, ...lastText('hi', 7) });
const FILES = aContact('-1', { displayName: 'Files', kind: 'favourites', ...lastText('hi', 6) });
const ALL = [MAYA, OMAR, HIKERS, FILES];
const TRIPS: Folder = {
  id: 'f',
  name: 'Trips',
  people: false,
  groups: false,
  unread: false,
  muted: null,
  chats: [HIKERS.id],
};

async function open(arranging: Arranging, contacts = ALL) {
  const state = { ...stateWith(contacts), kept: { known: true, folders: [TRIPS], pins: [], drafts: 0 } };
  const client = scriptedClient(state);
  let ended = 0;
  const screen = await showPart(
    client,
    <ArrangeList contacts={contacts} arranging={arranging} onEnd={() => (ended += 1)} />,
  );
  const listRequests = (name: string) =>
    client.asked.filter(([one]) => one === name).map(([, ...rest]) => rest);
  return { client, screen, asked: listRequests, ended: () => ended };
}
const choose = () => open({ what: 'choose', first: MAYA.id });
const boxes = () => [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
const box = (screen: Screen, at: number): HTMLElement => boxes()[at] ?? screen.root;

describe('several chats at once', () => {
  it('LIST-17: the first one is chosen, others by press; own files are not offered', async () => {
    const { screen } = await choose();
    expect(boxes()).toHaveLength(3);
    expect(document.activeElement).toBe(box(screen, 0));
    expect(screen.text()).toContain('1 selected');
    await screen.press(box(screen, 2));
    expect(screen.text()).toContain('2 selected');
    await screen.press(box(screen, 0));
    await screen.press(box(screen, 2));
    expect(screen.find('button', 'Archive').hasAttribute('disabled')).toBe(true);
  });

  it('LIST-17: selected chats are read, muted or archived together, and that can be undone', async () => {
    const read = await choose();
    await read.screen.press(box(read.screen, 1));
    await read.screen.press(read.screen.find('button', 'Mark as read'));
    expect([read.asked('markRead').length, read.asked('readMentions'), read.asked('markUnread')]).toEqual([
      2,
      [[MAYA.id]],
      [[OMAR.id, false]],
    ]);
    expect(read.ended()).toBe(1);
    closeScreens();
    const { screen, asked, ended } = await choose();
    await screen.press(box(screen, 2));
    await screen.press(screen.find('button', 'Mute'));
    expect([asked('setNotice'), ended()]).toEqual([[[MAYA.id, false]], 1]);
    await screen.press(screen.find('button', 'Archive'));
    expect(asked('archiveChat')).toEqual([
      [MAYA.id, true],
      [HIKERS.id, true],
    ]);
    const undo = await until(() => screen.all('button').findLast((one) => one.textContent === 'Undo'));
    await screen.press(undo ?? screen.root);
    expect(asked('archiveChat').slice(2)).toEqual([
      [MAYA.id, false],
      [HIKERS.id, false],
    ]);
  });

  it('LIST-17: selected chats are added to a folder, each once', async () => {
    const { screen, asked } = await choose();
    await screen.press(box(screen, 2));
    await screen.press(screen.find('button', 'Add to folder'));
    await screen.press(await until(() => screen.find('menuitem', 'Trips')));
    expect(asked('keepFolders')).toEqual([[[{ ...TRIPS, chats: [HIKERS.id, MAYA.id] }]]]);
  });

  it('LIST-17: deleting asks first; Escape ends it', async () => {
    const { screen, asked, ended } = await choose();
    await screen.press(screen.find('button', 'Delete'));
    await until(() => expect(screen.text()).toContain('Delete 1 chat?'));
    const sure = screen.all('button').findLast((one) => one.textContent === 'Delete') ?? expect.fail();
    expect(asked('hideChat')).toEqual([]);
    await screen.press(sure);
    await until(() => expect(asked('hideChat')).toEqual([[MAYA.id]]));
    await screen.key(document.body, 'Escape');
    expect(ended()).toBe(2);
  });
});

describe('the order of chats on top', () => {
  it('LIST-16: arrow keys move one by its handle, say where it is, and all of them are kept', async () => {
    const { screen, asked } = await open({ what: 'order' });
    const handle = screen.find('button', 'Move Omar (arrow keys)');
    await screen.key(handle, 'ArrowUp');
    await until(() => expect(asked('orderPins')).toEqual([[[OMAR.id, MAYA.id]]]));
    expect(screen.text()).toContain('Omar: 1 of 2');
    expect(screen.text()).not.toContain('Hikers');
  });
});
