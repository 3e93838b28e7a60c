// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { Actions } from '../../src/client/interface/client.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import type { Folder } from '../../src/domain/kept.ts';
import { fail, ok } from '../../src/domain/result.ts';
import '../support/pretended-layout.ts';
import { happens, type Screen, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aContact, aGroup } from '../support/contacts.ts';

const GROUP = contactId('group-5');
const groupWith = (notice: string) =>
  stateWith([
    aContact('group-5', {
      displayName: 'Hikers',
      group: aGroup({ ownerId: userId(1), role: 1, notice, members: 1 }),
    }),
  ]);
const alert = (screen: Screen) => screen.find('[role=alert]').textContent;

async function openNotice(own: Partial<Actions> = {}) {
  const client = scriptedClient(groupWith('at eight'), { members: () => Promise.resolve(ok([])), ...own });
  const screen = await showApp(client, '/pages/message/detail?id=group-5');
  await until(() => expect(screen.text()).toContain('at eight'));
  await screen.press(screen.find('button', 'Group notice'));
  await screen.press(await until(() => screen.find('button', 'Edit notice')));
  const field = await until(() => screen.find('textarea') as HTMLTextAreaElement);
  const saves = () => client.asked.filter(([name]) => name === 'setGroupNotice');
  return { client, screen, field, saves };
}

describe('SEND-24: a form beside the change of another user', () => {
  it('names the newer value instead of replacing it, and the next save replaces it', async () => {
    const { client, screen, field, saves } = await openNotice();
    await screen.type(field, 'at nine');
    await happens(() => client.set(groupWith('at ten, by Bela')));
    expect(field.value).toBe('at nine');
    await screen.press(screen.find('button', 'Publish'));
    expect(alert(screen)).toContain('"at ten, by Bela"');
    expect(saves()).toEqual([]);
    await screen.press(screen.find('button', 'Publish'));
    expect(saves()).toEqual([['setGroupNotice', GROUP, 'at nine', { notice: 'at ten, by Bela' }]]);
  });

  it('shows the newer value until its user types', async () => {
    const { client, screen, field, saves } = await openNotice();
    await happens(() => client.set(groupWith('at ten')));
    expect(field.value).toBe('at ten');
    await screen.type(field, 'at eleven');
    await screen.press(screen.find('button', 'Publish'));
    expect(saves()).toEqual([['setGroupNotice', GROUP, 'at eleven', { notice: 'at ten' }]]);
  });

  it('keeps the text if the server knows a newer value, and sends that with the next save', async () => {
    const bases: unknown[] = [];
    const { screen, field } = await openNotice({
      setGroupNotice: (_id, _text, base) => {
        bases.push(base);
        const present = { notice: 'at ten' };
        const refused = { kind: 'server', code: 400, message: 'changed', present } as const;
        return Promise.resolve(bases.length === 1 ? fail(refused) : ok(undefined));
      },
    });
    await screen.type(field, 'at nine');
    await screen.press(screen.find('button', 'Publish'));
    expect(alert(screen)).toContain('"at ten"');
    expect(field.value).toBe('at nine');
    await screen.press(screen.find('button', 'Publish'));
    expect(bases).toEqual([{ notice: 'at eight' }, { notice: 'at ten' }]);
  });
});

const inSheet = (selector: string) =>
  document.querySelector<HTMLInputElement>(`[role=dialog] ${selector}`) ?? expect.fail('no field');
const fieldNamed = (label: string) =>
  inSheet(
    `#${[...document.querySelectorAll('label')].findLast((one) => one.textContent === label)?.htmlFor}`,
  );

describe('SEND-25: a refusal that comes after the form has closed', () => {
  const status = { emoji: '', text: 'On the train to the north', untilMs: null };
  const folder: Folder = {
    id: 'f1',
    name: '',
    people: true,
    groups: false,
    unread: false,
    muted: null,
    chats: [],
  };

  it('opens the form of a status with what was typed, from any page', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await showApp(client, '/?view=message');
    await happens(() =>
      client.notify({ kind: 'preferenceRefused', name: 'status', value: status, text: 'not today' }),
    );
    await screen.press(await until(() => screen.find('button', 'Edit')));
    await until(() => expect(fieldNamed('Status text').value).toBe(status.text));
    expect(alert(screen)).toBe('not today');
    const openAgain = async () => {
      await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
      await screen.press(screen.find('nav').querySelector('button') ?? expect.fail('no picture'));
      await screen.press(await until(() => screen.find('button', /^Status/)));
    };
    // Closed without saving, it is there again.
    await screen.press(screen.find('button', 'Cancel'));
    await openAgain();
    await until(() => expect(fieldNamed('Status text').value).toBe(status.text));
    await screen.press(screen.find('button', 'Save'));
    expect(client.asked.filter(([name]) => name === 'keepPreference')).toEqual([
      ['keepPreference', 'status', status],
    ]);
    await openAgain();
    await until(() => expect(fieldNamed('Status text').value).toBe(''));
  });

  it('opens the form of the folder that this device saved', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await showApp(client, '/pages/mine/folders');
    await screen.press(await until(() => screen.find('button', 'New folder')));
    await until(() => fieldNamed('Name'));
    await screen.type(fieldNamed('Name'), 'Mountains');
    await screen.press(screen.find('button', 'Save'));
    const list = client.asked.find(([name]) => name === 'keepFolders')?.[1] as Folder[];
    const value = { list: [{ ...folder, name: 'Other' }, ...list] };
    await happens(() => client.notify({ kind: 'preferenceRefused', name: 'folders', value, text: '' }));
    await screen.press(await until(() => screen.find('button', 'Edit')));
    await until(() => expect(fieldNamed('Name').value).toBe('Mountains'));
    await screen.press(screen.find('button', 'Save'));
    expect(client.asked.filter(([name]) => name === 'keepFolders')).toEqual([
      ['keepFolders', list],
      ['keepFolders', list],
    ]);
    await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  });

  it('opens the form of the alert words', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await showApp(client, '/?view=message');
    const value = { words: ['summit', 'hut'] };
    await happens(() => client.notify({ kind: 'preferenceRefused', name: 'alerts', value, text: 'no' }));
    await screen.press(await until(() => screen.find('button', 'Edit')));
    await until(() => expect(inSheet('textarea').value).toBe('summit\nhut'));
  });
});

describe('SESS-12: a session that the server ends while a form is open', () => {
  it.each([
    ['the same user', 1, true],
    ['another user', 2, false],
  ] as const)('%s logs in again', async (_who, id, isOffered) => {
    const client = scriptedClient(stateWith([]));
    const self = client.store.get().self ?? expect.fail('no user');
    client.set(stateWith([], { self: { ...self, id: userId(1) } }));
    const screen = await showApp(client, '/?view=me');
    await screen.press(await until(() => screen.find('button', /^Status/)));
    await until(() => fieldNamed('Status text'));
    await screen.type(fieldNamed('Status text'), 'An hour of typing');
    await happens(() => client.become({ name: 'ended', why: 'kicked' }));
    await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
    await happens(() => {
      client.set(stateWith([], { self: { ...self, id: userId(id) } }));
      client.become({ name: 'signedIn' });
    });
    await until(() => screen.find('tab', 'All'));
    const copy = () => screen.all('button').filter((one) => one.textContent === 'Copy');
    await until(() => expect(copy()).toHaveLength(isOffered ? 1 : 0));
    if (isOffered) await screen.press(copy()[0] ?? expect.fail('no button'));
    if (isOffered) await until(() => expect(screen.text()).toContain('Copied'));
  });
});

it('UI-170: the text of a form stays to be copied when its chat is gone', async () => {
  const { client, screen, field } = await openNotice();
  await screen.type(field, 'Bring rope and water');
  const notice = { kind: 'chatGone', why: 'removed', name: 'Hikers', mine: false } as const;
  await happens(() => client.notify({ ...notice, id: contactId('group-6') }));
  expect(screen.text()).not.toContain('is gone');
  await happens(() => client.notify({ ...notice, id: GROUP }));
  await until(() => expect(screen.text()).toContain('The chat of the open form is gone'));
  expect(document.querySelector('[role=dialog]')).toBeNull();
  await screen.press(screen.find('button', 'Copy'));
  await until(() => expect(screen.text()).toContain('Copied'));
});
