// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { Role } from '../../src/domain/contact.ts';
import { DEFAULT_GROUP_SETTING } from '../../src/domain/group-fields.ts';
import { aContact, aGroup } from '../support/contacts.ts';
import '../support/pretended-layout.ts';
import { happens, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

const page = (): string => document.querySelector('main')?.textContent ?? '';

async function showInfo(role: Role, timeZone: string) {
  const group = aGroup({ role, members: 4, setting: { ...DEFAULT_GROUP_SETTING, timeZone } });
  const client = scriptedClient(stateWith([aContact('group-5', { group })]));
  const screen = await showApp(client, '/pages/message/detail?id=group-5');
  await until(() => expect(page()).toContain('All members (4)'));
  return { client, screen };
}

it('GROUP-35: managers choose the time zone, also one that the browser does not list', async () => {
  const { client, screen } = await showInfo(2, 'Asia/Kolkata');
  expect(page()).toMatch(/Asia\/Kolkata(Mon|Tue|Wed|Thu|Fri|Sat|Sun),? \d\d:\d\d/);
  await screen.press(screen.find('button', 'Time zone'));
  const select = await until(() => document.querySelector('select') ?? expect.fail('no form'));
  expect(select.value).toBe('Asia/Kolkata');
  await happens(() => {
    select.value = 'America/New_York';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await screen.press(screen.find('button', 'Save'));
  expect(client.asked.filter(([name]) => name === 'setGroupSetting')).toEqual([
    ['setGroupSetting', 'group-5', { timeZone: 'America/New_York' }, { timeZone: 'Asia/Kolkata' }],
  ]);
});

it.each([
  [3, 'Mars/Olympus_Mons', 'Time zoneMars/Olympus Mons', 0],
  [3, '', '', 0],
  [1, '', 'Time zoneNo time zone', 1],
] as const)('GROUP-35: role %i reads of the zone "%s": "%s"', async (role, zone, words, buttons) => {
  const { screen } = await showInfo(role, zone);
  expect(page()).toContain(words);
  if (words === '') expect(page()).not.toContain('Time zone');
  const presses = screen.all('button').filter((one) => one.textContent?.startsWith('Time zone'));
  expect(presses).toHaveLength(buttons);
});
