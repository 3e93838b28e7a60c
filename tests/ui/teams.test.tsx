// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { GroupMember } from '../../src/client/interface/client.ts';
import type { Role } from '../../src/domain/contact.ts';
import { DEFAULT_GROUP_SETTING } from '../../src/domain/group-fields.ts';
import { userId } from '../../src/domain/ids.ts';
import { ok } from '../../src/domain/result.ts';
import { aContact, aGroup } from '../support/contacts.ts';
import '../support/pretended-layout.ts';
import { happens, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

const member = (id: number, displayName: string): GroupMember => ({
  user: userId(id),
  role: 3,
  displayName,
  account: `account${id}`,
  namePy: '',
  avatar: '',
  mutedUntilSec: 0,
});

const members = () => Promise.resolve(ok([member(2, 'Ann'), member(3, 'Bo')]));

async function showTeams(role: Role, teams: string) {
  const group = aGroup({ role, members: 3, setting: { ...DEFAULT_GROUP_SETTING, teams } });
  const client = scriptedClient(stateWith([aContact('group-5', { group })]), { members });
  const screen = await showApp(client, '/pages/message/detail?id=group-5');
  await until(() => expect(screen.text()).toContain('All members'));
  return { client, screen };
}

it('MENTION-13: an admin makes a team of some members', async () => {
  const { client, screen } = await showTeams(2, 'cooks 2');
  await screen.press(screen.find('button', 'Teams'));
  await until(() => expect(document.body.textContent).toContain('@cooks'));
  await screen.press(screen.find('button', 'New team'));
  const name = await until(
    () => document.querySelector<HTMLInputElement>('input[name=name]') ?? expect.fail(),
  );
  const save = () => screen.press(screen.find('button', 'Save'));
  await screen.type(name, 'two words');
  await save();
  expect(document.body.textContent).toContain('Letters, digits, _ and - only');
  await screen.type(name, 'Cooks');
  await save();
  expect(document.body.textContent).toContain('There is a team of that name');
  await screen.type(name, 'bakers');
  await save();
  expect(document.body.textContent).toContain('Choose 1 to 50 members');
  const boxes = [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
  await happens(() => boxes.at(-1)?.click());
  await save();
  expect(client.asked.filter(([asked]) => asked === 'setGroupSetting')).toEqual([
    ['setGroupSetting', 'group-5', { teams: 'cooks 2\nbakers 3' }, { teams: 'cooks 2' }],
  ]);
});

it('MENTION-13: a member reads the teams and changes none', async () => {
  const { screen } = await showTeams(3, 'cooks 2');
  await screen.press(screen.find('button', 'Teams'));
  await until(() => expect(document.body.textContent).toContain('@cooks'));
  expect(document.querySelector('[role=dialog]')?.textContent).not.toMatch(/New team|Change|Remove/);
});
