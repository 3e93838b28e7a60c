// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import '../support/pretended-layout.ts';
import { DEFAULT_GROUP_SETTING } from '../../src/domain/contact.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import { ok } from '../../src/domain/result.ts';
import { closeScreens, type Screen, showApp } from '../support/screen.tsx';
import { contactOf, lastText, scriptedClient, stateWith } from '../support/scripted-client.ts';

afterEach(closeScreens);

const friends = [2, 3, 4, 5, 6, 7, 8].map((id) => contactOf(id, { displayName: `Friend ${id}`, index: 'F', ...lastText('hi', 1_000 * id) }));
const group = contactOf('group-5', {
  displayName: 'Hikers',
  ...lastText('hi', 9_000),
  group: { ownerId: userId(1), role: 2, setting: DEFAULT_GROUP_SETTING, notice: '', mutedUntilSec: 0, members: 3 },
});
const member = (id: number, role: 1 | 2 | 3) => ({ user: userId(id), role, displayName: `Friend ${id}`, account: '', namePy: '', avatar: '', mutedUntilSec: 0 });
const boxes = (screen: Screen) => screen.all('[role=checkbox]').filter((box) => box.closest('main'));
const done = (screen: Screen, name: string) => screen.all('button').find((one) => one.textContent === name && one.closest('main')) ?? expect.fail(`no ${name}`);

describe('choosing people', () => {
  it('FORWARD-1, RULE-4: between one and five, with the sixth refused and never the chat itself', async () => {
    const client = scriptedClient(stateWith([...friends, group]), { forward: (_message, to) => Promise.resolve(ok(to.map((id) => ({ to: id, ok: true, message: '' })))) });
    const screen = await showApp(client, '/pages/index/userSelection?type=3&contact_id=2&msg_id=77');
    await until(() => expect(boxes(screen).length).toBeGreaterThan(6));
    expect(boxes(screen).some((box) => box.textContent?.includes('Friend 2'))).toBe(false);
    expect(boxes(screen)[0]?.textContent).toContain('(group)');
    await screen.press(done(screen, 'Forward'));
    expect(screen.text()).toContain('Choose at least one person');
    for (const box of boxes(screen).slice(0, 6)) await screen.press(box);
    expect(screen.text()).toContain('5 of 5 chosen');
    expect(screen.text()).toContain('Forward to no more than 5 chats');
    await screen.press(done(screen, 'Forward'));
    const [, message, to] = client.asked.find(([name]) => name === 'forward') ?? [];
    expect(message).toBe(77);
    expect(to).toHaveLength(5);
    await until(() => expect(screen.text()).toContain('Forwarded'));
  });

  it('GROUP-1: a group may begin with the person one came from, and opens when it is made', async () => {
    const client = scriptedClient(stateWith([...friends, group]), { createGroup: () => Promise.resolve(ok(contactId('group-5'))) });
    const screen = await showApp(client, '/pages/index/userSelection?type=1&contact_id=3');
    await until(() => expect(screen.text()).toContain('1 chosen'));
    await screen.press(done(screen, 'Create'));
    expect(client.asked.find(([name]) => name === 'createGroup')).toEqual(['createGroup', [3], '']);
    await until(() => expect(location.hash).toContain('/pages/message/chat?id=group-5'));
  });

  it('GROUP-2: present members are shown and cannot be chosen again', async () => {
    const client = scriptedClient(stateWith([...friends, group]), { members: () => Promise.resolve(ok([member(1, 1), member(2, 3)])) });
    const screen = await showApp(client, '/pages/index/userSelection?type=2&contact_id=group-5');
    await until(() => expect(boxes(screen)).toHaveLength(7));
    const present = boxes(screen).find((box) => box.textContent?.includes('Friend 2')) ?? expect.fail('no row');
    expect(present.getAttribute('aria-disabled')).toBe('true');
    await screen.press(present);
    expect(screen.text()).not.toContain('of 20 chosen');
  });

  it('ROLE-9: a manager removes members only, and those who stay are named', async () => {
    const client = scriptedClient(stateWith([...friends, group]), {
      members: () => Promise.resolve(ok([member(9, 1), member(1, 2), member(2, 2), member(3, 3), member(4, 3)])),
    });
    const screen = await showApp(client, '/pages/index/userSelection?type=6&contact_id=group-5');
    await until(() => expect(boxes(screen).map((box) => box.textContent)).toEqual([expect.stringContaining('Friend 3'), expect.stringContaining('Friend 4')]));
    for (const box of boxes(screen)) await screen.press(box);
    await screen.press(done(screen, 'Remove'));
    await until(() => expect(client.asked.filter(([name]) => name === 'removeMember')).toHaveLength(2));
  });
});
