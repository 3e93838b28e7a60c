// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NoticeHost } from '../../src/app/notices.tsx';
import { usePageVisible } from '../../src/app/kit/use-page-visible.ts';
import { browserDevice } from '../../src/client/browser/browser-device-adapter.ts';
import { contactId } from '../../src/domain/ids.ts';
import {
  endPretendedNotifications,
  type PretendedNotifications,
  pretendNotifications,
} from '../support/pretended-notifications.ts';
import { closeScreens, happens, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aContact } from '../support/contacts.ts';

let system: PretendedNotifications;
let focused = true;
let mouse = true;
beforeEach(() => {
  [focused, mouse] = [true, true];
  system = pretendNotifications();
  Reflect.deleteProperty(document, 'visibilityState');
  vi.spyOn(document, 'hasFocus').mockImplementation(() => focused);
  vi.stubGlobal('matchMedia', () => ({
    matches: mouse,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(() => {
  closeScreens();
  vi.restoreAllMocks();
  endPretendedNotifications();
});

const Shown = () => <p>{usePageVisible() ? 'attended' : 'left alone'}</p>;
const turn = (on: boolean) =>
  happens(() => {
    focused = on;
    window.dispatchEvent(new Event(on ? 'focus' : 'blur'));
  });

it('PUSH-16: a visible window without the focus has not shown what arrives, until it is looked at', async () => {
  const observations: boolean[] = [];
  const end = browserDevice.onVisible((visible) => observations.push(visible));
  const screen = await showPart(scriptedClient(stateWith([])), <Shown />);
  expect(screen.text()).toContain('attended');
  await turn(false);
  expect([screen.text(), browserDevice.isVisible()]).toEqual([expect.stringContaining('left alone'), false]);
  await turn(true);
  expect([screen.text(), browserDevice.isVisible()]).toEqual([expect.stringContaining('attended'), true]);
  expect(observations).toEqual([false, true]);
  end();
});

it('PUSH-16: on a phone, which shows one window, the focus says nothing', async () => {
  [focused, mouse] = [false, false];
  const screen = await showPart(scriptedClient(stateWith([])), <Shown />);
  expect([screen.text(), browserDevice.isVisible()]).toEqual([expect.stringContaining('attended'), true]);
});

it('PUSH-16: a message that arrives in such a window makes a notification', async () => {
  const client = scriptedClient(stateWith([aContact(7, { displayName: 'Maya', unread: 1 })]));
  await showPart(client, <NoticeHost>page</NoticeHost>);
  const arrives = (text: string) =>
    happens(() =>
      client.notify({ kind: 'arrived', id: contactId(7), from: 'Maya', preview: { kind: 'text', text } }),
    );
  await arrives('seen');
  await turn(false);
  await arrives('not seen');
  await until(() => expect(system.shown()).toEqual(['Maya | not seen']));
});

it('SESS-7: announcements to a user disappear from the page when they sign out', async () => {
  const client = scriptedClient(stateWith([aContact(7, { displayName: 'Maya' })]));
  const screen = await showPart(client, <NoticeHost>page</NoticeHost>);
  const preview = { kind: 'text', text: 'a secret' } as const;
  await happens(() => client.notify({ kind: 'arrived', id: contactId(7), from: 'Maya', preview }));
  await until(() => expect(screen.text()).toContain('a secret'));
  await happens(() => client.become({ name: 'signedOut' }));
  await until(() => expect(screen.text()).not.toContain('a secret'));
});

it('UI-7: two messages alike are announced twice, and an old announcement leaves the page', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const client = scriptedClient(stateWith([aContact(7, { displayName: 'Maya' })]));
  const screen = await showPart(client, <NoticeHost>page</NoticeHost>);
  const makeMessage = () =>
    screen.all('[aria-live=polite] p').find((one) => one.textContent === 'New message from Maya: [Image]');
  const preview = { kind: 'label', type: 'image' } as const;
  const arrives = () =>
    happens(() => client.notify({ kind: 'arrived', id: contactId(7), from: 'Maya', preview }));
  await arrives();
  const first = await until(() => makeMessage() ?? expect.unreachable());
  await arrives();
  await until(() => expect(makeMessage() !== undefined && makeMessage() !== first).toBe(true));
  await happens(() => vi.advanceTimersByTime(20_000));
  expect(makeMessage()).toBeUndefined();
  vi.useRealTimers();
});
