// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CallHost } from '../../src/app/layout/later-hosts.tsx';
import { keepNotifications } from '../../src/app/layout/phone-host.tsx';
import { NoticeHost } from '../../src/app/notices.tsx';
import { QUIET_PUSHES } from '../../src/app/platform/keep-known.ts';
import { closeAllNotifications } from '../../src/app/platform/notifications.ts';
import { writeSetting } from '../../src/app/platform/settings.ts';
import type { Preview } from '../../src/client/state/preview.ts';
import type { Contact, State } from '../../src/client/state/state.ts';
import { contactId, messageId, streamId, userId } from '../../src/domain/ids.ts';
import type { LastMessage } from '../../src/domain/message.ts';
import { callOf } from '../support/scripted-calls.ts';
import {
  endPretendedNotifications,
  type PretendedNotifications,
  pretendNotifications,
} from '../support/pretended-notifications.ts';
import { closeScreens, happens, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aLast, aContact } from '../support/contacts.ts';

let system: PretendedNotifications;
let end = (): void => undefined;
beforeEach(() => {
  system = pretendNotifications();
});
afterEach(async () => {
  end();
  end = () => undefined;
  await closeAllNotifications();
  writeSetting(QUIET_PUSHES, null);
  closeScreens();
  endPretendedNotifications();
});

const last = (id: string, part: Partial<LastMessage> = {}): LastMessage =>
  aLast({ n: 1, content: 'hello', sentAtMs: 5_000, from: userId(7), id: messageId(id), ...part });
const maya = (part: Partial<Contact> = {}): Contact =>
  aContact(7, {
    displayName: 'Maya',
    stream: streamId('1-7'),
    unread: 1,
    last: last('m1'),
    lastSentAtMs: 5_000,
    ...part,
  });
const team = aContact('group-4', {
  displayName: 'Team',
  unread: 1,
  last: last('m2', { from: userId(8) }),
  lastSentAtMs: 5_000,
});
const ready = (...contacts: readonly Contact[]): State => {
  const state = stateWith(contacts);
  return { ...state, sync: { ...state.sync, ready: true } };
};

async function open(state = ready(maya(), team)) {
  const client = scriptedClient(state);
  const screen = await showPart(
    client,
    <NoticeHost>
      <CallHost />
    </NoticeHost>,
  );
  end = keepNotifications(client);
  const arrives = async (preview: Preview, id = '7', from = 'Maya') => {
    await happens(() => client.notify({ kind: 'arrived', id: contactId(id), from, preview }));
    await until(() => expect(system.shown().length).toBeGreaterThan(0));
  };
  return { client, screen, arrives };
}

describe('the text of a notification', () => {
  it.each<[string, Preview, string]>([
    ['a picture', { kind: 'label', type: 'image' }, '[Image]'],
    ['pictures', { kind: 'label', type: 'image', count: 3, text: 'two greens' }, '[3 images] two greens'],
    ['a voice message', { kind: 'label', type: 'voice' }, '[Voice]'],
    ['a file', { kind: 'label', type: 'file' }, '[File]'],
    ['an own emoji', { kind: 'label', type: 'emoji' }, '[Custom emoji]'],
    ['a poll', { kind: 'label', type: 'poll', text: 'Lunch?' }, '[Poll] Lunch?'],
    ['a call', { kind: 'call', call: { code: 905, video: false, talkSec: 0 }, by: userId(7) }, 'Missed call'],
    ['a reaction', { kind: 'reaction', emoji: '👍' }, 'Reacted 👍 to your message'],
  ])('PUSH-15: for %s says what it is, to the system and to a screen reader', async (_, preview, words) => {
    const { arrives, screen } = await open();
    await arrives(preview);
    expect(system.shown()).toEqual([`Maya | ${words}`]);
    expect(screen.text()).toContain(`New message from Maya: ${words}`);
  });

  it('PUSH-12: in a group names the group and the sender', async () => {
    const { arrives } = await open();
    await arrives({ kind: 'text', text: 'hello' }, 'group-4', 'Ann');
    expect(system.shown()).toEqual(['Team | Ann: hello']);
  });

  it('PUSH-12: in a group names the group alone where the sender is not known', async () => {
    const { arrives, screen } = await open();
    await arrives({ kind: 'text', text: 'hello' }, 'group-4', '');
    expect(system.shown()).toEqual(['Team | hello']);
    expect(screen.text()).toContain('New message from Team: hello');
  });

  it('PUSH-12: a hidden tab’s notification has no name and text if the device hides them', async () => {
    writeSetting(QUIET_PUSHES, '1');
    const { arrives } = await open();
    await arrives({ kind: 'text', text: 'a secret' }, 'group-4', 'Ann');
    await arrives({ kind: 'label', type: 'image', text: 'a secret' });
    expect(system.shown()).toEqual(['Parley | New message', 'Parley | New message']);
  });
});

describe('a notification closes with its reason', () => {
  it('PUSH-13: when the chat is read on another device, and that of another chat stays', async () => {
    const { client, arrives } = await open();
    await arrives({ kind: 'text', text: 'hello' });
    await arrives({ kind: 'text', text: 'there' }, 'group-4', 'Ann');
    await happens(() => client.set(ready(maya({ unread: 0 }), team)));
    await until(() => expect(system.shown()).toEqual(['Team | Ann: there']));
  });

  it('PUSH-13: when its message is recalled, though others are unread', async () => {
    const { client, arrives } = await open(ready(maya({ unread: 2 })));
    await arrives({ kind: 'text', text: 'wrong chat' });
    const note = { note: 'recalled', by: userId(7), name: 'Maya', byManager: false } as const;
    await happens(() => client.set(ready(maya({ unread: 2, last: last('m1', { type: 'event', note }) }))));
    await until(() => expect(system.shown()).toEqual([]));
  });

  it('PUSH-18: when its mention is gone, though others are unread; another one stays', async () => {
    const { client, arrives } = await open(
      ready(maya(), aContact('group-4', { displayName: 'Team', unread: 9, mentions: 2 })),
    );
    const report = {
      kind: 'arrived',
      id: contactId('group-4'),
      from: 'Ann',
      preview: { kind: 'text', text: 'look' },
    } as const;
    await arrives({ kind: 'text', text: 'hello' });
    await happens(() => client.notify({ ...report, message: messageId('m9') }));
    await until(() => expect(system.shown()).toHaveLength(2));
    const makeRemoval = (id: string) =>
      ({ kind: 'withdrawn', id: report.id, message: messageId(id) }) as const;
    await happens(() => client.notify(makeRemoval('m8')));
    expect(system.shown()).toHaveLength(2);
    await happens(() => client.notify(makeRemoval('m9')));
    await until(() => expect(system.shown()).toEqual(['Maya | hello']));
    // A worker may show one only after its mention has gone.
    await happens(() => client.notify(makeRemoval('m7')));
    await happens(() => client.notify({ ...report, message: messageId('m7') }));
    await until(() => expect(system.shown()).toEqual(['Maya | hello']));
  });

  it('PUSH-13: when the chat is gone', async () => {
    const { client, arrives } = await open();
    await arrives({ kind: 'text', text: 'hello' });
    await happens(() => client.set(ready(team)));
    await until(() => expect(system.shown()).toEqual([]));
  });

  it.each<[string, (state: State) => State]>([
    ['the chat is muted', () => ready(maya({ isNotice: false }), team)],
    ['its user is blocked', (state) => ({ ...state, blocked: new Set([userId(7)]) })],
  ])('PUSH-22: when %s, and that of another chat stays', async (_, after) => {
    const { client, arrives } = await open();
    await arrives({ kind: 'text', text: 'hello' });
    await arrives({ kind: 'text', text: 'there' }, 'group-4', 'Ann');
    await happens(() => client.set(after(ready(maya(), team))));
    await until(() => expect(system.shown()).toEqual(['Team | Ann: there']));
  });

  it('PUSH-22: when the author of the newest message of a group is blocked', async () => {
    const { client, arrives } = await open();
    await arrives({ kind: 'text', text: 'there' }, 'group-4', 'Ann');
    await happens(() => client.set({ ...ready(maya(), team), blocked: new Set([userId(7)]) }));
    expect(system.shown()).toEqual(['Team | Ann: there']);
    await happens(() => client.set({ ...ready(maya(), team), blocked: new Set([userId(8)]) }));
    await until(() => expect(system.shown()).toEqual([]));
  });

  it('PUSH-21: keeps its place and shows the new words of an edit', async () => {
    const { client, arrives } = await open();
    await arrives({ kind: 'text', text: 'at nine' });
    const edited = (id: string, text: string) =>
      happens(() =>
        client.notify({
          kind: 'reworded',
          id: contactId('7'),
          from: 'Maya',
          preview: { kind: 'text', text },
          message: messageId(id),
        }),
      );
    await edited('m1', 'at ten');
    await until(() => expect(system.shown()).toEqual(['Maya | at ten']));
    await edited('m0', 'another message');
    expect(system.shown()).toEqual(['Maya | at ten']);
  });

  it('PUSH-14: all of them when the user signs out or the session ends', async () => {
    const { client, arrives } = await open();
    await arrives({ kind: 'text', text: 'hello' });
    await arrives({ kind: 'text', text: 'there' }, 'group-4', 'Ann');
    await happens(() => client.become({ name: 'ended', why: 'kicked' }));
    await until(() => expect(system.shown()).toEqual([]));
  });

  it('PUSH-13: a call answered elsewhere loses its notification; a missed one keeps it until read', async () => {
    const { client } = await open();
    await happens(() => client.calls.show(callOf({ caller: false, stage: 'ringing' })));
    await until(() => expect(system.shown()).toEqual(['Maya | Maya invites you to a voice call']));
    await happens(() => client.calls.change({ stage: 'ended', end: 'elsewhere' }));
    await until(() => expect(system.shown()).toEqual([]));
    await happens(() => client.calls.show(callOf({ id: messageId('c2'), caller: false, stage: 'ringing' })));
    await until(() => expect(system.shown()).toHaveLength(1));
    await happens(() => client.calls.change({ stage: 'ended', end: 'missed' }));
    await until(() => expect(system.shown()).toEqual(['Maya | Missed call']));
    await happens(() => client.set(ready(maya({ unread: 0 }))));
    await until(() => expect(system.shown()).toEqual([]));
  });

  it('PUSH-12: a ringing call names no user if the device shows no message text', async () => {
    writeSetting(QUIET_PUSHES, '1');
    const { client } = await open();
    await happens(() => client.calls.show(callOf({ caller: false, stage: 'ringing' })));
    await until(() => expect(system.shown()).toEqual(['Parley | Incoming call']));
  });
});

it('CALLUI-16: the record of a ringing call makes no notification, also before its ring', async () => {
  const { client, arrives } = await open();
  const call = { code: 901, video: false, talkSec: 0 };
  await happens(() =>
    client.notify({
      kind: 'arrived',
      id: contactId('7'),
      from: 'Maya',
      preview: { kind: 'call', call, by: userId(7) },
    }),
  );
  await arrives({ kind: 'text', text: 'after it' }, 'group-4', 'Jonas');
  expect(system.shown()).toHaveLength(1);
});
