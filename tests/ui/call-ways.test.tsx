// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { en } from '../support/texts.ts';
import { messageId, userId } from '../../src/domain/ids.ts';
import { narrow, openCalls, wide } from '../support/call-screen.tsx';
import { closeScreens, happens } from '../support/screen.tsx';
import { until } from '../support/until.ts';

describe('ways to call', () => {
  beforeEach(wide);

  it('CALLUI-11: a person has voice and video in the bar of the chat; what cannot be done says why; calls that are off are absent', async () => {
    const { screen, client } = await openCalls('/pages/message/chat?id=7');
    await until(() => screen.find('button', 'Voice call'));
    await screen.press(screen.find('button', 'Video call'));
    await until(() =>
      expect(client.asked).toContainEqual(['startCall', 7, { video: true, name: 'Maya', avatar: '' }]),
    );
    await happens(() => client.calls.refuse('busyElsewhere'));
    await screen.press(screen.find('button', 'Voice call'));
    expect(screen.text()).toContain('Another device is in a call');
    expect(client.asked.filter(([name]) => name === 'startCall')).toHaveLength(1);
    await happens(() => client.calls.refuse('unsupported'));
    await screen.press(screen.find('button', 'Voice call'));
    expect(screen.text()).toContain('Calls need a secure connection');
    await happens(() => client.calls.refuse('off'));
    expect(screen.all('button').some((one) => one.getAttribute('aria-label') === 'Voice call')).toBe(false);
  });

  it('CALLUI-11: while a call runs here, calling says so', async () => {
    const { screen, client, show } = await openCalls('/pages/message/chat?id=7');
    await show({ peer: userId(9), id: messageId('other'), stage: 'ringing', caller: false });
    await happens(() => client.calls.refuse('busyElsewhere'));
    await screen.press(screen.find('button', 'Voice call'));
    expect(screen.text()).toContain('You are already in a call');
  });
});

describe('words of a call of two', () => {
  beforeEach(narrow);
  afterEach(closeScreens);

  it('CALLUI-24: while two users talk, a closed lock opens the words to compare', async () => {
    const { screen, show, change } = await openCalls();
    const words = [0, 1, 2, 3, 4, 255];
    await show({ stage: 'connecting', words });
    const hasLock = () =>
      screen.all('button').some((one) => one.getAttribute('aria-label') === en['gcall.secret']);
    expect(hasLock()).toBe(false);
    await change({ stage: 'talking', words: null });
    expect(hasLock()).toBe(false);
    await change({ stage: 'talking', words });
    await until(() => screen.find('button', en['gcall.secret']));
    await screen.press(screen.find('button', en['gcall.secret']));
    await until(() => expect(screen.text()).toContain('apple'));
    expect(screen.text()).toMatch(/apple.*bread.*cat.*dog.*egg.*whale/s);
    await change({ stage: 'ended', end: 'busy' });
    expect(hasLock()).toBe(false);
  });
});
