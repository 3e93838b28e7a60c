// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import type { ServerEvent } from '../../src/domain/events.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import { ok } from '../../src/domain/result.ts';
import { aGroup, aContact, run, server } from '../support/contacts.ts';
import { happens, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

const conversation = contactId('group-5');
const group = aGroup({ ownerId: userId(1), role: 1, members: 2 });
const member = (id: number, role: 1 | 2 | 3) => ({
  user: userId(id),
  role,
  displayName: `Person ${id}`,
  account: `account${id}`,
  namePy: '',
  avatar: '',
  mutedUntilSec: 0,
});

describe('the open list of members', () => {
  it('UI-57: roles and silence of others come without being asked for', async () => {
    let role: 2 | 3 = 3;
    const client = scriptedClient(stateWith([aContact('group-5', { displayName: 'Hikers', group })]), {
      members: () => Promise.resolve(ok([member(1, 1), member(7, role)])),
    });
    const screen = await showApp(client, '/pages/message/group/groupUser?group_id=group-5');
    await until(() => expect(screen.text()).toContain('Person 7'));
    expect(screen.text()).not.toContain('Admin');
    role = 2;
    const happen = (event: ServerEvent) =>
      happens(() => client.set(run(client.store.get(), server(event)).state));
    await happen({ type: 'groupManagerSet', conversation, user: userId(7), role: 2, avatar: '' });
    await until(() => expect(screen.text()).toContain('Admin'));
    const requestCount = client.asked.filter(([name]) => name === 'members').length;
    await happen({ type: 'memberMuted', conversation, user: userId(7), untilSec: 99 });
    await until(() =>
      expect(client.asked.filter(([name]) => name === 'members')).toHaveLength(requestCount + 1),
    );
  });
});
