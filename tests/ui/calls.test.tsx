// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import { leavesPage } from '../../src/app/screens/calls/call-path.ts';
import { setAppSetting } from '../../src/app/kit/app-setting.ts';
import { endText } from '../../src/app/screens/calls/call-words.ts';
import { en } from '../support/texts.ts';
import { until } from '../support/until.ts';
import { narrow, openCalls, wide } from '../support/call-screen.tsx';
import { callOf } from '../support/scripted-calls.ts';
import { closeScreens, happens } from '../support/screen.tsx';
import type { ScriptedClient } from '../support/scripted-client.ts';

const mine = { view: { id: 'mine' }, microphone: true, camera: false, sharing: false };
const CALL_PAGE = '#/pages/message/call';
const onPage = () => location.hash.startsWith(CALL_PAGE);

const requestsOf = (client: ScriptedClient): readonly string[] => client.asked.map(([name]) => name);

/** Answers of a browser in which only the camera is blocked. */
const cameraBlocked = ({ name }: PermissionDescriptor) =>
  Promise.resolve({ state: name === 'camera' ? 'denied' : 'granted' } as PermissionStatus);

describe('the page of a call', () => {
  beforeEach(narrow);
  afterEach(() => {
    vi.restoreAllMocks();
    closeScreens();
  });

  it('CALLUI-1: an own call opens its page with the query of the family', async () => {
    const { screen, show } = await openCalls();
    await show({ video: true, avatar: '/a.png' });
    await until(() => expect(onPage()).toBe(true));
    const query = new URLSearchParams(location.hash.slice(location.hash.indexOf('?')));
    expect(Object.fromEntries(query)).toEqual({
      msg_id: 'call-1',
      type: '1',
      status: '1',
      id: '7',
      name: 'Maya',
      avatar: '/a.png',
    });
    await until(() => screen.find('button', 'Cancel call'));
  });

  it('CALLUI-20: a page after the one that talked asks over what is open; back opens the call', async () => {
    const { screen, client, show, change } = await openCalls();
    await show({ stage: 'returning', talkingSinceMs: 0 });
    await until(() => screen.find('button', 'Rejoin'));
    expect([onPage(), screen.text()]).toEqual([false, expect.stringContaining('You were in a call')]);
    await screen.press(screen.find('button', 'Rejoin'));
    await until(() => expect(requestsOf(client)).toContain('answerCall'));
    await change({ stage: 'reconnecting' });
    await until(() => expect(onPage()).toBe(true));
    // After a reload on the call page, the page asks.
    await change({ stage: 'returning' });
    await until(() => screen.find('button', 'Rejoin'));
    await screen.press(screen.find('button', 'Hang up'));
    expect(requestsOf(client)).toContain('hangUp');
  });

  it('CALLUI-18: a call answered or declined elsewhere leaves no page, and reports it', async () => {
    const { screen, show } = await openCalls();
    await show({ caller: false, stage: 'ringing' });
    await until(() => screen.find('button', 'Accept'));
    await show(null);
    await until(() => expect(onPage()).toBe(false));
    expect(screen.text()).toContain('Answered on another device');
  });

  it('PRES-5: a call to a user who does not want to be disturbed shows its card in silence', async () => {
    const rings = vi.fn();
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { vibrate: rings }));
    setAppSetting({ vibrateStatus: true });
    for (const mode of ['away', 'busy'] as const) {
      const { screen, client, show } = await openCalls();
      const state = client.store.get();
      const status = { mode, emoji: '', text: '', untilMs: null };
      await happens(() => client.set({ ...state, kept: { ...state.kept, status } }));
      await show({ caller: false, stage: 'ringing' });
      await until(() => screen.find('button', 'Accept'));
      expect(rings.mock.calls.filter(([pattern]) => pattern !== 0)).toHaveLength(mode === 'away' ? 1 : 0);
      closeScreens();
      rings.mockClear();
    }
    setAppSetting({ vibrateStatus: false });
    vi.unstubAllGlobals();
  });

  it('CALLUI-19: the page shows that the peer’s microphone is off or a screen is shared', async () => {
    const { screen, show, change } = await openCalls();
    const remote = { view: { id: 'theirs' }, camera: false, microphone: true, sharing: false };
    await show({ stage: 'talking', talkingSinceMs: 0, local: mine, remote });
    await until(() => screen.find('button', 'Hang up'));
    expect(screen.text()).not.toContain('Maya has turned the microphone off');
    await change({ remote: { ...remote, microphone: false, sharing: true } });
    expect(screen.text()).toContain('Maya has turned the microphone off');
    expect(screen.text()).toContain('Maya is sharing a screen');
  });

  it('CALL-48: an unplugged device is reported in a short message, each time', async () => {
    const { screen, show, change } = await openCalls();
    await show({ stage: 'talking', talkingSinceMs: 0, local: mine });
    await until(() => screen.find('button', 'Hang up'));
    await change({ deviceNews: { kind: 'microphone', what: 'off' }, local: { ...mine, microphone: false } });
    await until(() => expect(screen.text()).toContain('The microphone was disconnected and is off'));
    screen.find('button', 'Turn microphone on');
    await change({ deviceNews: { kind: 'camera', what: 'replaced' } });
    await until(() => expect(screen.text()).toContain('The camera was disconnected. Another one is in use'));
    await change({ deviceNews: { kind: 'microphone', what: 'missing' } });
    await until(() => expect(screen.text()).toContain('No microphone was found'));
  });

  it('CALLUI-2: narrow, an incoming call opens the page; accepting and refusing ask the client', async () => {
    const { screen, client, show } = await openCalls();
    await show({ caller: false, stage: 'ringing' });
    await until(() => screen.find('button', 'Accept'));
    expect(location.hash).toContain('status=3');
    await screen.press(screen.find('button', 'Accept'));
    expect(requestsOf(client)).toContain('answerCall');
  });

  it.each(['narrow', 'wide'] as const)(
    'PERM-5: %s, an answer explains the devices before the browser asks; the call keeps ringing',
    async (width) => {
      if (width === 'wide') wide();
      const requests: unknown[] = [];
      vi.spyOn(navigator.permissions, 'query').mockResolvedValue({ state: 'prompt' } as PermissionStatus);
      const getUserMedia = (constraints: MediaStreamConstraints) => {
        requests.push(constraints);
        return Promise.resolve({ getTracks: () => [] });
      };
      Object.defineProperty(navigator, 'mediaDevices', {
        configurable: true,
        value: Object.assign(new EventTarget(), { getUserMedia }),
      });
      const { screen, client, show } = await openCalls();
      // Each explains for itself: voice on the page, a picture on the card.
      const video = width === 'wide';
      await show({ caller: false, stage: 'ringing', video });
      await until(() => screen.find('button', 'Accept'));
      await screen.press(screen.find('button', 'Accept'));
      await until(() => screen.find('button', 'Not now'));
      await screen.press(screen.find('button', 'Not now'));
      expect([
        requestsOf(client).includes('answerCall'),
        requestsOf(client).includes('hangUp'),
        requests,
      ]).toEqual([false, false, []]);
      await screen.press(screen.find('button', 'Accept'));
      await until(() => screen.find('button', 'Continue'));
      await screen.press(screen.find('button', 'Continue'));
      await until(() => expect(requestsOf(client)).toContain('answerCall'));
      expect(requests).toEqual([video ? { video: true, audio: true } : { audio: true }]);
      vi.restoreAllMocks();
    },
  );

  it.each([
    ['answers', 'Answer with sound only?', 'Answer with sound'],
    ['calls', 'Call with sound only?', 'Call with sound'],
  ] as const)(
    'PERM-8: with only the camera blocked a user %s with sound after a hint, and nothing happens before',
    async (what, title, go) => {
      vi.spyOn(navigator.permissions, 'query').mockImplementation(cameraBlocked);
      const { screen, client, show } = await openCalls(
        what === 'calls' ? '/pages/message/call?msg_id=x&type=1&status=1&id=7&name=Maya' : '/',
      );
      if (what === 'answers') await show({ caller: false, stage: 'ringing', video: true });
      const button = what === 'answers' ? 'Accept' : 'Video call';
      await until(() => screen.find('button', button));
      await screen.press(screen.find('button', button));
      await until(() => expect(screen.text()).toContain(title));
      await screen.press(screen.find('button', 'Not now'));
      expect(
        requestsOf(client).filter(
          (name) => name === 'answerCall' || name === 'startCall' || name === 'hangUp',
        ),
      ).toEqual([]);
      await screen.press(screen.find('button', button));
      await until(() => screen.find('button', go));
      await screen.press(screen.find('button', go));
      const request =
        what === 'answers'
          ? ['answerCall', { soundOnly: true }]
          : ['startCall', 7, { video: false, name: 'Maya', avatar: '' }];
      await until(() => expect(client.asked).toContainEqual(request));
      vi.restoreAllMocks();
    },
  );

  it('CALLUI-2: wide, a card asks over the open page, and the page opens when it is accepted', async () => {
    wide();
    const { screen, client, show } = await openCalls();
    await show({ caller: false, stage: 'ringing', video: true });
    await until(() => screen.find('dialog'));
    expect(onPage()).toBe(false);
    const card = screen.find('dialog');
    expect(document.activeElement).toBe(card);
    expect(card.textContent).toContain('Maya');
    await screen.press(screen.find('button', 'Accept'));
    await until(() => expect(onPage()).toBe(true));
    expect(requestsOf(client)).toContain('answerCall');
  });

  it('CALLUI-3: the card leaves the keyboard to a user who is typing', async () => {
    wide();
    const { screen, show } = await openCalls('/pages/index/search');
    await until(() => screen.find('textbox'));
    const box = screen.find('textbox');
    box.focus();
    await show({ caller: false, stage: 'ringing' });
    await until(() => screen.find('dialog'));
    expect(document.activeElement).toBe(box);
  });

  it('CALLUI-4: without a call the page never dials: 1 asks, 3 is over, the peer may be away', async () => {
    const { screen, client } = await openCalls('/pages/message/call?msg_id=x&type=1&status=1&id=7&name=Maya');
    await until(() => expect(screen.text()).toContain('Call Maya?'));
    expect(requestsOf(client)).not.toContain('startCall');
    await screen.press(screen.find('button', 'Video call'));
    await until(() =>
      expect(client.asked).toContainEqual(['startCall', 7, { video: true, name: 'Maya', avatar: '' }]),
    );
    closeScreens();
    const old = await openCalls(
      '/pages/message/call?msg_id=x&type=0&status=3&id=7&name=Maya&avatar=https://elsewhere/x.png',
    );
    await until(() => expect(old.screen.text()).toContain('This call is over'));
    expect(document.querySelector('img')).toBeNull();
    expect(old.screen.find('button', 'Call back')).toBeDefined();
    closeScreens();
    await openCalls('/pages/message/call?status=1');
    await until(() => expect(location.hash).toBe('#/pages/index/index'));
  });

  it('CALLUI-5: leaving folds the call into a window that leads back; the arrow keys move it', async () => {
    wide();
    const { screen, client, show } = await openCalls();
    await show({ stage: 'talking', talkingSinceMs: performance.now(), local: mine });
    await until(() => screen.find('button', 'Minimise the call'));
    await screen.press(screen.find('button', /^Chat$/));
    await until(() => expect(client.calls.get()?.minimised).toBe(true));
    await until(() => screen.find('button', 'Show the call'));
    const grip = screen.find('button', 'arrow keys');
    await screen.key(grip, 'ArrowDown');
    await screen.press(screen.find('button', 'Turn microphone off'));
    expect(client.calls.get()?.local.microphone).toBe(false);
    await screen.press(screen.find('button', 'Show the call'));
    await until(() => expect(onPage()).toBe(true));
    expect(client.calls.get()?.minimised).toBe(false);
  });

  it('CALLUI-6: M and V switch microphone and camera, not while writing; Escape never hangs up', async () => {
    const { screen, client, show } = await openCalls();
    await show({ stage: 'talking', talkingSinceMs: 1, local: mine });
    await until(() => screen.find('button', 'Turn microphone off'));
    await screen.key(document.body, 'm');
    expect(client.calls.get()?.local.microphone).toBe(false);
    await screen.key(document.body, 'V');
    expect(client.calls.get()?.local.camera).toBe(true);
    const box = document.body.appendChild(document.createElement('input'));
    await screen.key(box, 'm');
    await screen.key(document.body, 'Escape');
    expect(client.calls.get()?.local.microphone).toBe(false);
    expect(client.calls.get()?.stage).toBe('talking');
  });

  it('CALLUI-7: the clock shows the time since talking began, of one ticker', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'], now: 100_000_000 });
    try {
      const { screen, show } = await openCalls();
      await show({ stage: 'talking', talkingSinceMs: performance.now() - 65_000, local: mine });
      await until(() => screen.find('timer', '1:05'));
      await happens(() => vi.advanceTimersByTime(2_000));
      expect(screen.find('timer').textContent).toBe('1:07');
      await show(null);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('CALLUI-8: an ended call says why and offers another; by the person’s own hand it goes', async () => {
    const { screen, client, show, change } = await openCalls();
    await show({ stage: 'calling', local: mine });
    await until(() => screen.find('button', 'Cancel call'));
    await change({ stage: 'ended', end: 'busy' });
    expect(screen.text()).toContain('The other party is busy');
    await screen.press(screen.find('button', 'Call again'));
    await until(() => expect(requestsOf(client)).toContain('startCall'));
    await change({ stage: 'ended', end: 'cancelled' });
    await until(() => expect(onPage()).toBe(false));
    await until(() => expect(client.calls.get()).toBeNull());
  });

  it('CALLUI-8: a call that ended before its page was there says so on its page', async () => {
    const { screen, client, show } = await openCalls();
    await show({ stage: 'ended', end: 'deviceDenied', problem: 'denied' });
    await until(() => screen.find('button', 'Check camera and microphone'));
    expect(screen.text()).toContain('Camera or microphone permission denied');
    expect(client.calls.get()?.stage).toBe('ended');
  });

  it('CALLUI-8: every end has its words and its way off the page', () => {
    const t = ((key: keyof typeof en) => en[key]) as unknown as Parameters<typeof endText>[0];
    const ends = [
      'cancelled',
      'refused',
      'noAnswer',
      'missed',
      'hungUp',
      'busy',
      'offline',
      'elsewhere',
      'deviceDenied',
      'notConnected',
      'lost',
    ] as const;
    const reports = ends.map((end) => [
      end,
      endText(t, callOf({ end, stage: 'ended' })),
      leavesPage(callOf({ end, stage: 'ended' })),
    ]);
    expect(reports).toEqual([
      ['cancelled', 'Cancelled', 'atOnce'],
      ['refused', '{{name}} declined the call', 'read'],
      ['noAnswer', 'No answer', 'read'],
      ['missed', 'Missed call', 'read'],
      ['hungUp', 'Call ended', 'soon'],
      ['busy', 'The other party is busy', 'read'],
      ['offline', 'The other party is offline', 'read'],
      ['elsewhere', 'Answered on another device', 'atOnce'],
      ['deviceDenied', 'Camera or microphone permission denied', 'read'],
      ['notConnected', 'Not connected', 'read'],
      ['lost', 'The connection was lost', 'read'],
    ]);
  });

  it('CALLUI-9: a call missed on another page is reported, with a way to call back, and closed', async () => {
    wide();
    const { screen, client, show, change } = await openCalls();
    await show({ caller: false, stage: 'ringing' });
    await until(() => screen.find('dialog'));
    await change({ stage: 'ended', end: 'missed' });
    expect(screen.text()).toContain('Missed call from Maya');
    expect(client.calls.get()).toBeNull();
    await screen.press(screen.find('button', 'Call back'));
    await until(() =>
      expect(client.asked).toContainEqual(['startCall', 7, { video: false, name: 'Maya', avatar: '' }]),
    );
  });

  it('CALLUI-16: only the ring announces a ringing call’s record; other chats as usual', async () => {
    wide();
    const { screen, client, show } = await openCalls();
    await show({ caller: false, stage: 'ringing' });
    await until(() => screen.find('dialog'));
    await happens(() =>
      client.notify({
        kind: 'arrived',
        id: contactId(7),
        from: 'Maya',
        preview: { kind: 'call', call: { code: 901, video: false, talkSec: 0 }, by: userId(7) },
      }),
    );
    expect(screen.text()).not.toContain('New message from Maya');
    await happens(() =>
      client.notify({
        kind: 'arrived',
        id: contactId(8),
        from: 'Nils',
        preview: { kind: 'text', text: 'hello' },
      }),
    );
    await until(() => expect(screen.text()).toContain('New message from Nils: hello'));
    expect(screen.text()).not.toContain('New message from Maya');
  });

  it('CALLUI-10: each stage is said to screen readers', async () => {
    const { screen, show, change } = await openCalls();
    await show({ stage: 'calling' });
    await until(() => expect(screen.text()).toContain('Calling Maya'));
    await change({ stage: 'talking', talkingSinceMs: 1, local: mine });
    expect(screen.text()).toContain('Connected with Maya');
    await change({ stage: 'reconnecting' });
    expect(screen.text()).toContain('Reconnecting');
  });
});
