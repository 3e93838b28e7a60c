// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { Actions } from '../../src/client/interface/client.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
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
