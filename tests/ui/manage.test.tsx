// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { Actions, GroupMember } from '../../src/client/interface/client.ts';
import type { Contact } from '../../src/client/state/state.ts';
import { type Role } from '../../src/domain/contact.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { gate } from '../support/gate.ts';
import '../support/pretended-layout.ts';
import { closeScreens, happens, type Screen, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aContact, aGroup } from '../support/contacts.ts';

const GROUP = contactId('group-5');
const LATER_SEC = 4_000_000_000;

const member = (user: number, role: Role, name: string, mutedUntilSec = 0): GroupMember => ({
  user: userId(user),
  role,
  displayName: name,
  account: `a${user}`,
  namePy: name.toLowerCase(),
  avatar: '',
  mutedUntilSec,
});
const people = [
  member(1, 1, 'Lin'),
  member(2, 2, 'Mara'),
  member(3, 3, 'Nils'),
  member(4, 3, 'Orla', LATER_SEC),
];

const groupAs = (role: Role, notice = ''): Contact =>
  aContact('group-5', {
    displayName: 'Hikers',
    group: aGroup({ ownerId: userId(role === 1 ? 1 : 9), role, notice, members: 4 }),
  });
const clientAs = (role: Role, own: Partial<Actions> = {}, notice = '') =>
  scriptedClient(stateWith([groupAs(role, notice)]), { members: () => Promise.resolve(ok(people)), ...own });

const page = (screen: Screen): string => document.querySelector('main')?.textContent ?? screen.text();
const openMembers = async (role: Role, own: Partial<Actions> = {}) => {
  const client = clientAs(role, own);
  const screen = await showApp(client, '/pages/message/group/groupUser?group_id=group-5');
  await until(() => expect(page(screen)).toContain('Nils'));
  return { client, screen };
};
const menuOf = async (screen: Screen, name: string): Promise<readonly string[]> => {
  await screen.press(screen.find('button', `Manage ${name}`));
  await until(() => expect(screen.all('menuitem').length).toBeGreaterThan(0));
  return screen.all('menuitem').map((one) => one.textContent ?? '');
};

const tilesShown = () => document.querySelectorAll('ul[aria-label="Members"] > li').length;

describe('chat info of a group', () => {
  it.each([
    [1, ['Group QR code', 'Group management', 'Clear messages', 'Leave group', 'Dissolve group'], []],
    [2, ['Group QR code', 'Group management', 'Leave group'], ['Clear messages', 'Dissolve group']],
    [3, ['Group QR code', 'Leave group'], ['Group management', 'Clear messages', 'Dissolve group']],
  ] as const)('UI-31, UI-158: role %i is offered what the table allows', async (role, offered, not) => {
    const screen = await showApp(clientAs(role), '/pages/message/detail?id=group-5');
    await until(() => expect(page(screen)).toContain('All members (4)'));
    expect(page(screen)).not.toContain('Leave group');
    await screen.press(screen.find('button', 'More'));
    await until(() => screen.find('menuitem', 'Leave group'));
    for (const words of offered) expect(screen.text()).toContain(words);
    for (const words of not) expect(screen.text()).not.toContain(words);
  });

  it('UI-72: no row of a group moves when its members arrive', async () => {
    const arrival = gate();
    const members = async () => {
      await arrival.passed;
      return ok(people);
    };
    const screen = await showApp(clientAs(1, { members }), '/pages/message/detail?id=group-5');
    await until(() => expect(page(screen)).toContain('All members (4)'));
    expect(page(screen)).not.toContain('Mara');
    const before = tilesShown();
    arrival.open();
    await until(() => expect(page(screen)).toContain('Mara'));
    expect(tilesShown()).toBe(before);
  });

  it('UI-31, UI-150: rules change when they are saved, and only those that were chosen', async () => {
    const client = clientAs(1);
    const screen = await showApp(client, '/pages/message/detail?id=group-5');
    await until(() => expect(page(screen)).toContain('Group management'));
    await screen.press(screen.find('button', 'Group management'));
    await until(() => expect(screen.find('switch', 'Members can invite')).toBeDefined());
    await screen.press(screen.find('switch', 'Members can invite'));
    const speak = [...document.querySelectorAll('label')]
      .find((one) => one.textContent === 'Owner only')
      ?.querySelector('input');
    await screen.press(speak ?? expect.fail('no choice'));
    expect(client.asked.some(([name]) => name === 'setGroupSetting')).toBe(false);
    await screen.press(screen.find('button', 'Save'));
    expect(client.asked.filter(([name]) => name === 'setGroupSetting')).toEqual([
      ['setGroupSetting', GROUP, { invite: false, nospeak: 2 }, { invite: true, nospeak: 0 }],
    ]);
  });

  it('UI-31: members read the notice and do not edit it; an empty one is not published', async () => {
    const reader = await showApp(clientAs(3, {}, 'Meet at eight'), '/pages/message/detail?id=group-5');
    await until(() => expect(page(reader)).toContain('Meet at eight'));
    await reader.press(reader.find('button', 'Group notice'));
    await until(() => expect(reader.find('[role=dialog]', 'Group notice')).toBeDefined());
    expect(reader.find('[role=dialog]').textContent).not.toContain('Edit notice');
    closeScreens();
    const client = clientAs(2);
    const screen = await showApp(client, '/pages/message/detail?id=group-5');
    await until(() => expect(page(screen)).toContain('No notice'));
    await screen.press(screen.find('button', 'Group notice'));
    await until(() => expect(screen.find('button', 'Publish')).toBeDefined());
    await screen.press(screen.find('button', 'Publish'));
    expect(screen.find('[role=alert]').textContent).toBe('Write the notice first');
    expect(client.asked.some(([name]) => name === 'setGroupNotice')).toBe(false);
  });
});

describe('members of a group', () => {
  it('UI-32: tags show leads and muted members; the user cannot manage themselves', async () => {
    const { screen } = await openMembers(1);
    expect(page(screen)).toMatch(/Lin.*Owner.*Me.*Mara.*Admin.*Orla.*Muted until/s);
    expect(screen.all('button').some((one) => one.getAttribute('aria-label') === 'Manage Lin')).toBe(false);
  });

  it('UI-32: the owner may everything, a manager only mute and remove members, a member nothing', async () => {
    const owner = await openMembers(1);
    expect(await menuOf(owner.screen, 'Mara')).toEqual([
      'Remove as admin',
      'Mute',
      'Transfer ownership',
      'Remove from group',
    ]);
    closeScreens();
    const asOwner = await openMembers(1);
    expect(await menuOf(asOwner.screen, 'Orla')).toEqual([
      'Make admin',
      'Unmute',
      'Transfer ownership',
      'Remove from group',
    ]);
    closeScreens();
    const manager = await openMembers(2);
    expect(await menuOf(manager.screen, 'Nils')).toEqual(['Mute', 'Remove from group']);
    expect(manager.screen.all('button').some((one) => one.getAttribute('aria-label') === 'Manage Mara')).toBe(
      false,
    );
    closeScreens();
    const plain = await openMembers(3);
    expect(
      plain.screen.all('button').some((one) => (one.getAttribute('aria-label') ?? '').startsWith('Manage ')),
    ).toBe(false);
  });

  it('ROLE-6, UI-32: a mute of an own length needs 1 to 365 days', async () => {
    const { client, screen } = await openMembers(1);
    await menuOf(screen, 'Nils');
    await screen.press(screen.find('menuitem', /^Mute$/));
    await until(() => expect(screen.find('[role=dialog]', 'Mute Nils')).toBeDefined());
    const own = [...document.querySelectorAll('label')]
      .find((one) => one.textContent === 'Custom')
      ?.querySelector('input');
    await screen.press(own ?? expect.fail('no choice'));
    const days =
      document.querySelector<HTMLInputElement>('[role=dialog] input[inputmode=numeric]') ??
      expect.fail('no field');
    const submit = document.querySelector('[role=dialog] [type=submit]') ?? expect.fail('no button');
    await screen.type(days, '366');
    await screen.press(submit);
    expect(screen.find('[role=alert]').textContent).toBe('1 to 365 days');
    await screen.type(days, '30');
    await screen.press(submit);
    expect(client.asked.filter(([name]) => name === 'muteMember')).toEqual([
      ['muteMember', GROUP, 3, { days: 30 }],
    ]);
  });
});

describe('joining', () => {
  const match = {
    kind: 'group',
    id: contactId('group-8'),
    name: 'Singers',
    avatar: '',
    members: 12,
    about: '',
    asks: false,
    asked: false,
    guestDays: 0,
    token: 'tok',
  } as const;

  it('UI-33: a link shows its group, joins with its token and goes there', async () => {
    const client = scriptedClient(stateWith([]), { scanned: () => Promise.resolve(ok(match)) });
    const screen = await showApp(client, '/pages/message/group/info?token=tok');
    await until(() => expect(page(screen)).toContain('Singers'));
    await screen.press(screen.find('button', 'Join group'));
    expect(client.asked.filter(([name]) => name === 'joinGroup')).toEqual([['joinGroup', 'group-8', 'tok']]);
    await until(() => expect(location.hash).toBe('#/pages/message/chat?id=group-8'));
  });

  it('GROUP-34: the page of a link counts the members of now once the user is one of them', async () => {
    const client = scriptedClient(stateWith([]), { scanned: () => Promise.resolve(ok(match)) });
    await showApp(client, '/pages/message/group/info?token=tok');
    await until(() => expect(document.body.textContent).toContain('12 members'));
    const group = { ...groupAs(3).group!, members: 14 };
    await happens(() => client.set(stateWith([{ ...groupAs(3), id: contactId('group-8'), group }])));
    expect(document.body.textContent).toContain('14 members');
    expect(document.body.textContent).not.toContain('12 members');
  });

  it('UI-33, GROUP-15: a group shows before the user joins by a code; a user who may not see it reads why', async () => {
    const way = '/pages/message/group/info?group_id=group-8&inviteUid=4';
    const client = scriptedClient(stateWith([]), {
      previewGroup: () => Promise.resolve(ok({ ...match, token: '4' })),
    });
    const screen = await showApp(client, way);
    await until(() => expect(page(screen)).toContain('Singers12 members'));
    await screen.press(screen.find('button', 'Join group'));
    expect(client.asked.filter(([name]) => name === 'joinGroup')).toEqual([['joinGroup', 'group-8', '4']]);
    closeScreens();
    const refused = scriptedClient(stateWith([]), {
      previewGroup: () =>
        Promise.resolve(fail({ kind: 'server', code: 400, message: 'You need an invitation' })),
    });
    const shut = await showApp(refused, way);
    await until(() => expect(page(shut)).toContain('You need an invitation'));
    expect(page(shut)).not.toContain('Join group');
  });

  it('UI-33: a dead link says why; a member only enters', async () => {
    const dead = scriptedClient(stateWith([]), {
      scanned: () => Promise.resolve(fail({ kind: 'server', code: 400, message: 'The code has expired' })),
    });
    const screen = await showApp(dead, '/pages/message/group/info?token=old');
    await until(() => expect(page(screen)).toContain('The code has expired'));
    closeScreens();
    const inside = await showApp(clientAs(3), '/pages/message/group/info?group_id=group-5');
    await until(() => expect(inside.find('button', 'Enter chat')).toBeDefined());
    expect(page(inside)).not.toContain('Join group');
  });
});
