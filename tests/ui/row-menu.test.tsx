// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useState } from 'react';
import type { Contact } from '../../src/client/state/state.ts';
import { userId } from '../../src/domain/ids.ts';
import { Switches } from '../../src/app/screens/conversation/info/switches.tsx';
import LeaveSheet from '../../src/app/shared/reporting/leave-sheet.tsx';
import { useRowActions } from '../../src/app/screens/chats/use-row-actions.tsx';
import { ok } from '../../src/domain/result.ts';
import { closeScreens, happens, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aContact, aGroup } from '../support/contacts.ts';

const NOON = Date.UTC(2026, 2, 2, 12);
const pass = (ms: number) => happens(() => vi.advanceTimersByTime(ms));

const nothing = (): void => undefined;

function Menus({ contact }: { readonly contact: Contact }) {
  const ops = useRowActions(nothing, nothing);
  return (
    <>
      {ops.swipe(contact).map((action) => (
        <button key={action.key} type="button" onClick={action.onSelect}>
          {action.label}
        </button>
      ))}
      <output>{ops.leaving.size}</output>
    </>
  );
}

/** Its code comes with the first slide (UI-16). */
async function slide(client: ReturnType<typeof scriptedClient>, contact: Contact) {
  await showPart(client, <Menus contact={contact} />);
  await vi.dynamicImportSettled();
  closeScreens();
  return showPart(client, <Menus contact={contact} />);
}

/** Opens the menu of a row. */
function Opener({ contact }: { readonly contact: Contact }) {
  const [left, leave] = useState<Contact | null>(null);
  const { menu } = useRowActions(nothing, leave);
  return (
    <>
      <button type="button" onClick={() => menu(contact, { x: 1, y: 1 })}>
        open
      </button>
      {left && <LeaveSheet contact={left} onClose={() => leave(null)} />}
    </>
  );
}

const inGroup = (role: 1 | 3) =>
  aContact('group-5', {
    displayName: 'Hikers',
    group: aGroup({ ownerId: userId(role === 1 ? 1 : 2), role }),
  });

describe('menu of a row', () => {
  it('LIST-12, BLOCK-14: leads to what is known; members leave a group by the form of everywhere', async () => {
    const joined = { role: 3, joinedAt: 0, isSilenced: false, isOnline: false, avatar: '' };
    const members = [
      { ...joined, user: 1, displayName: 'Me', inviter: 2 },
      { ...joined, user: 2, displayName: 'Bela', inviter: 0 },
    ];
    const client = scriptedClient(stateWith([inGroup(3), aContact(7)]), {
      members: () => Promise.resolve(ok(members as never)),
    });
    const screen = await showPart(client, <Opener contact={inGroup(3)} />);
    await screen.press(screen.find('button', 'open'));
    await screen.press(await until(() => screen.find('[role=menuitem]', 'Leave group')));
    await until(() => expect(screen.text()).toContain('Leave "Hikers"?'));
    expect(client.asked).toEqual([['members', 'group-5']]);
    await screen.press(screen.find('[role=switch][aria-label="Block Bela"]', ''));
    await screen.press(
      screen.all('button').findLast((one) => one.textContent === 'Leave group') ?? expect.fail('no answer'),
    );
    await until(() =>
      expect(client.asked.slice(1)).toEqual([
        ['block', 2, true],
        ['leaveGroup', 'group-5'],
      ]),
    );
    await screen.press(screen.find('button', 'open'));
    await screen.press(await until(() => screen.find('[role=menuitem]', 'View info')));
    expect(location.hash).toBe('#/pages/message/detail?id=group-5');
    closeScreens();

    client.set(stateWith([inGroup(1), aContact(7)]));
    const owner = await showPart(client, <Opener contact={inGroup(1)} />);
    await owner.press(owner.find('button', 'open'));
    await until(() => owner.find('[role=menuitem]', 'View info'));
    expect(owner.text()).not.toContain('Leave group');
    closeScreens();
    const person = await showPart(client, <Opener contact={aContact(7)} />);
    await person.press(person.find('button', 'open'));
    await person.press(await until(() => person.find('[role=menuitem]', 'View info')));
    expect(location.hash).toBe('#/pages/contacts/detail?id=7');
  });
});

describe('muting for a while', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON });
  });
  afterEach(() => void vi.useRealTimers());

  it('LIST-14: the menu of a row asks for how long, and a toast says until when, with a way back', async () => {
    const client = scriptedClient(stateWith([aContact(7)]));
    const screen = await showPart(client, <Opener contact={aContact(7)} />);
    await screen.press(screen.find('button', 'open'));
    await screen.press(await until(() => screen.find('[role=menuitem]', 'Mute for …')));
    await until(() =>
      expect(screen.all('[role=menuitem]').map((one) => one.textContent)).toEqual([
        '1 hour',
        '8 hours',
        'Until the morning (8:00)',
        '1 day',
        'Until I turn it off',
      ]),
    );
    vi.setSystemTime(NOON);
    await screen.press(screen.find('[role=menuitem]', '8 hours'));
    expect(client.asked).toEqual([['setNotice', '7', `none:${NOON + 8 * 3_600_000}`]]);
    expect(screen.text()).toContain('Chat muted until 2 Mar 2026');
    await screen.press(screen.find('button', 'Undo'));
    expect(client.asked.at(-1)).toEqual(['setNotice', '7', true]);
  });

  it('ALERT-1, ALERT-3: the info of a chat says what is heard of it and until when, and changes both', async () => {
    vi.setSystemTime(NOON);
    const contact = aContact(7, { isNotice: false, quiet: `mentions:${NOON + 3_600_000}` });
    const client = scriptedClient(stateWith([contact]));
    const screen = await showPart(client, <Switches contact={contact} />);
    expect(screen.find('button', 'Notifications').textContent).toContain('Mentions and replies');
    expect(screen.find('button', 'Notifications').textContent).toContain('Until 2 Mar 2026');
    await screen.press(screen.find('button', 'Notifications'));
    // Another level keeps the existing end time.
    await screen.press(await until(() => screen.find('label', 'Nothing')));
    await screen.press(screen.find('button', 'Save'));
    expect(client.asked.at(-1)).toEqual(['setNotice', '7', `none:${NOON + 3_600_000}`]);
    await screen.press(screen.find('button', 'Notifications'));
    await screen.press(await until(() => screen.find('label', 'Mentions and replies')));
    await screen.press(screen.find('label', 'Until I turn it off'));
    await screen.press(screen.find('button', 'Save'));
    expect(client.asked.at(-1)).toEqual(['setNotice', '7', 'mentions']);
    await screen.press(screen.find('button', 'Notifications'));
    await screen.press(await until(() => screen.find('label', 'Everything')));
    expect(screen.text()).not.toContain('For how long');
    await screen.press(screen.find('button', 'Save'));
    expect(client.asked.at(-1)).toEqual(['setNotice', '7', true]);
  });
});

describe('actions of a row', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => void vi.useRealTimers());

  it('LIST-8: deleting can be undone for a while, and only then is asked', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await slide(client, aContact(7));
    await screen.press(screen.find('button', 'Delete'));
    expect(screen.find('output').textContent).toBe('1');
    await screen.press(screen.find('button', 'Undo'));
    expect(screen.find('output').textContent).toBe('0');
    await pass(60_000);
    expect(client.asked).toEqual([]);
    await screen.press(screen.find('button', 'Delete'));
    await pass(60_000);
    expect(client.asked).toEqual([['hideChat', '7']]);
    expect(screen.find('output').textContent).toBe('0');
  });

  it('LIST-10: pinning and muting ask for the other state of what is shown', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await slide(client, aContact(7, { isTop: true }));
    await screen.press(screen.find('button', 'Unpin'));
    await screen.press(screen.find('button', 'Mute'));
    expect(client.asked).toEqual([
      ['setTop', '7', false],
      ['setNotice', '7', false],
    ]);
    await screen.press(screen.find('button', 'Undo'));
    expect(client.asked.at(-1)).toEqual(['setNotice', '7', true]);
  });

  it('LIST-10: system rows can be neither pinned nor muted nor deleted', async () => {
    const screen = await slide(scriptedClient(stateWith([])), aContact('system', { kind: 'system' }));
    expect(screen.all('button')).toEqual([]);
  });
});
