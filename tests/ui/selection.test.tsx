// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { until } from '../support/until.ts';
import '../support/pretended-layout.ts';
import { sendShared } from '../../src/app/screens/conversation/selection/use-done.ts';
import type { BesideFile, LocalFile } from '../../src/client/interface/files.ts';
import { proposedName } from '../../src/app/screens/conversation/selection/selection-page.tsx';
import { contactId, messageId, userId } from '../../src/domain/ids.ts';
import type { Draft } from '../../src/domain/message.ts';
import { version } from '../../package.json';
import { ok } from '../../src/domain/result.ts';
import { fakeCaches } from '../support/fake-caches.ts';
import { closeScreens, happens, type Screen, showApp } from '../support/screen.tsx';
import { lastText, scriptedClient, stateWith } from '../support/scripted-client.ts';
import { aGroup, aContact } from '../support/contacts.ts';

afterEach(closeScreens);

const friends = [2, 3, 4, 5, 6, 7, 8].map((id) =>
  aContact(id, { displayName: `Friend ${id}`, index: 'F', ...lastText('hi', 1_000 * id) }),
);
const group = aContact('group-5', {
  displayName: 'Hikers',
  ...lastText('hi', 9_000),
  group: aGroup({ ownerId: userId(1), role: 2 }),
});
const shareOfTwo = () => ({
  '/shared/1/words': new Response('look'),
  ...Object.fromEntries(
    ['a', 'b'].map((name, at) => [
      `/shared/1/file-${at}`,
      new Response(name, { headers: { 'x-name': `${name}.txt` } }),
    ]),
  ),
});
const member = (id: number, role: 1 | 2 | 3) => ({
  user: userId(id),
  role,
  displayName: `Friend ${id}`,
  account: '',
  namePy: '',
  avatar: '',
  mutedUntilSec: 0,
});
const boxes = (screen: Screen) => screen.all('[role=checkbox]').filter((box) => box.closest('main'));
const nameField = (): HTMLInputElement => {
  const label = [...document.querySelectorAll('label')].find(({ textContent }) =>
    textContent.startsWith('Group name'),
  );
  const input = document.getElementById(label?.htmlFor ?? '');
  return input instanceof HTMLInputElement ? input : expect.fail('no name');
};
const finish = (screen: Screen, name: string) =>
  screen.all('button').find((one) => one.textContent === name && one.closest('main')) ??
  expect.fail(`no ${name}`);

describe('choosing people', () => {
  it('FORWARD-1, RULE-4: between one and five, with the sixth refused and never the chat itself', async () => {
    const client = scriptedClient(stateWith([...friends, group]), {
      forward: (_message, to) => Promise.resolve(ok(to.map((id) => ({ to: id, ok: true, message: '' })))),
    });
    const screen = await showApp(client, '/pages/index/userSelection?type=3&contact_id=2&msg_id=77');
    await until(() => expect(boxes(screen).length).toBeGreaterThan(6));
    expect(boxes(screen).some((box) => box.textContent?.includes('Friend 2'))).toBe(false);
    expect(boxes(screen)[0]?.textContent).toContain('(group)');
    await screen.press(finish(screen, 'Forward'));
    expect(screen.text()).toContain('Select at least one person');
    for (const box of boxes(screen).slice(0, 6)) await screen.press(box);
    expect(screen.text()).toContain('5 of 5 selected');
    expect(screen.text()).toContain('Forward to no more than 5 chats');
    await screen.press(finish(screen, 'Forward'));
    const [, message, to] = client.asked.find(([name]) => name === 'forward') ?? [];
    expect(message).toBe(77);
    expect(to).toHaveLength(5);
    await until(() => expect(screen.text()).toContain('Forwarded'));
  });

  it('UI-79: a group without a name is named after its members, as many as fit', async () => {
    expect(proposedName(['Anna Lake'.padEnd(50, 'n'), 'Bela Hill', 'Cleo Moor'], ', ')).toBe(
      `${'Anna Lake'.padEnd(50, 'n')}, Bela Hill`,
    );
    expect(proposedName(['Anna', 'Bela', 'Cleo'], ', ')).toBe('Anna, Bela, Cleo');
    expect(proposedName(['安'.repeat(64), 'b'], '、')).toBe('安'.repeat(64));
    const client = scriptedClient(stateWith([...friends, group]), {
      createGroup: () => Promise.resolve(ok(contactId('group-5'))),
    });
    const screen = await showApp(client, '/pages/index/userSelection?type=1');
    await until(() => expect(boxes(screen)).toHaveLength(7));
    await screen.press(boxes(screen)[0] ?? expect.fail('no row'));
    const proposed = nameField().placeholder;
    expect(proposed).toContain('Friend');
    await screen.press(finish(screen, 'Create'));
    expect(client.asked.find(([name]) => name === 'createGroup')?.at(-1)).toBe(proposed);
  });

  it('UI-154, UI-155: selecting the first one takes no room from the list; the name has a counter', async () => {
    const client = scriptedClient(stateWith([...friends, group]));
    const screen = await showApp(client, '/pages/index/userSelection?type=1');
    await until(() => expect(boxes(screen)).toHaveLength(7));
    expect(screen.text()).toContain('No one selected yet');
    await screen.press(boxes(screen)[0] ?? expect.fail('no row'));
    expect(screen.text()).not.toContain('No one selected yet');
    await screen.type(nameField(), 'Hikers');
    expect(screen.text()).not.toContain('/100');
    const long = '👍🏽'.repeat(101);
    await screen.type(nameField(), long);
    expect(screen.text()).toContain('101/100');
    expect(nameField().value).toBe(long);
  });

  it('UI-86: a late answer does not move a user who has left the page', async () => {
    for (const [mode, action, call] of [
      [1, 'Create', 'createGroup'],
      [2, 'Add', 'addMembers'],
    ] as const) {
      let answer: (() => void) | undefined;
      const answered = new Promise<void>((resolve) => (answer = resolve));
      const client = scriptedClient(stateWith([...friends, group]), {
        members: () => Promise.resolve(ok([])),
        createGroup: () => answered.then(() => ok(contactId('group-5'))),
        addMembers: () => answered.then(() => ok(undefined)),
      });
      const screen = await showApp(
        client,
        `/pages/index/userSelection?type=${mode}&contact_id=${mode === 1 ? '' : 'group-5'}`,
      );
      await until(() => expect(boxes(screen)).toHaveLength(7));
      await screen.press(boxes(screen)[0] ?? expect.fail('no row'));
      await screen.press(finish(screen, action));
      expect(client.asked.some(([name]) => name === call)).toBe(true);
      await happens(() => {
        location.hash = '#/pages/mine/about';
        window.dispatchEvent(new PopStateEvent('popstate'));
      });
      await until(() => expect(screen.text()).toContain(version));
      await happens(() => answer?.());
      expect(location.hash).toBe('#/pages/mine/about');
      closeScreens();
    }
  });

  it('PHONE-3, UP-8, MSG-2: shared data is sent in order, the text with the first file, to a base-protocol server before it', async () => {
    const state = stateWith([]);
    const sentBy = async (plain: boolean) => {
      const { caches, kept } = fakeCaches(shareOfTwo());
      vi.stubGlobal('caches', caches);
      const client = scriptedClient(
        { ...state, sync: { ...state.sync, plain } },
        {
          send: () => Promise.resolve(ok(messageId('words'))),
          sendFile: (_to, file) => ok(messageId(file.name)),
        },
      );
      expect(await sendShared(client, '/shared/1', [contactId('2'), contactId('3')])).toBe(true);
      expect([...kept.keys()]).toEqual([]);
      return client.asked.map(([name, to, what, , beside]) =>
        name === 'send'
          ? [to, (what as Draft).text]
          : [to, (what as LocalFile).name, (beside as BesideFile).after, (beside as BesideFile).caption],
      );
    };
    expect(await sentBy(false)).toEqual(
      ['2', '3'].flatMap((to) => [
        [to, 'a.txt', null, 'look'],
        [to, 'b.txt', 'a.txt', ''],
      ]),
    );
    expect(await sentBy(true)).toEqual(
      ['2', '3'].flatMap((to) => [
        [to, 'look'],
        [to, 'a.txt', 'words', ''],
        [to, 'b.txt', 'a.txt', ''],
      ]),
    );
    vi.unstubAllGlobals();
  });

  it('GROUP-1: a group may begin with the person one came from, and opens when it is made', async () => {
    const client = scriptedClient(stateWith([...friends, group]), {
      createGroup: () => Promise.resolve(ok(contactId('group-5'))),
    });
    const screen = await showApp(client, '/pages/index/userSelection?type=1&contact_id=3');
    await until(() => expect(screen.text()).toContain('1 selected'));
    await screen.press(finish(screen, 'Create'));
    expect(client.asked.find(([name]) => name === 'createGroup')).toEqual([
      'createGroup',
      [3],
      expect.stringContaining('Friend 3'),
    ]);
    await until(() => expect(location.hash).toContain('/pages/message/chat?id=group-5'));
  });

  it('GROUP-2: present members are shown and cannot be chosen again', async () => {
    const client = scriptedClient(stateWith([...friends, group]), {
      members: () => Promise.resolve(ok([member(1, 1), member(2, 3)])),
    });
    const screen = await showApp(client, '/pages/index/userSelection?type=2&contact_id=group-5');
    await until(() => expect(boxes(screen)).toHaveLength(7));
    const present =
      boxes(screen).find((box) => box.textContent?.includes('Friend 2')) ?? expect.fail('no row');
    expect(present.getAttribute('aria-disabled')).toBe('true');
    await screen.press(present);
    expect(screen.text()).not.toContain('of 20 selected');
  });

  it('ROLE-9: a manager removes members only, and those who stay are named', async () => {
    const client = scriptedClient(stateWith([...friends, group]), {
      members: () =>
        Promise.resolve(ok([member(9, 1), member(1, 2), member(2, 2), member(3, 3), member(4, 3)])),
    });
    const screen = await showApp(client, '/pages/index/userSelection?type=6&contact_id=group-5');
    await until(() =>
      expect(boxes(screen).map((box) => box.textContent)).toEqual([
        expect.stringContaining('Friend 3'),
        expect.stringContaining('Friend 4'),
      ]),
    );
    for (const box of boxes(screen)) await screen.press(box);
    await screen.press(finish(screen, 'Remove'));
    await until(() => expect(client.asked.filter(([name]) => name === 'removeMember')).toHaveLength(2));
  });
});
