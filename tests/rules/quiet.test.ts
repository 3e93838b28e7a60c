import { describe, expect, it } from 'vitest';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { alertWords } from '../../src/client/state/kept-shown.ts';
import { contactView } from '../../src/client/state/contact-view.ts';
import { type Alert, alertOf, isToMe, levelOf, quietUntil, readAlert } from '../../src/domain/alert.ts';
import { hasWord } from '../../src/domain/alert-words.ts';
import { contactId } from '../../src/domain/ids.ts';
import { duration } from '../../src/domain/limits.ts';
import { quietEnd } from '../../src/domain/quiet.ts';
import { loggedIn, messageOf } from '../support/scripted-server.ts';
import { PARTNER, scripted, type Scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);
const { HOUR } = duration;
const at = (text: string) => Date.parse(text);

const listRequests = (on: Scripted) => on.of('/isNotice').map(({ body }) => body);
const alertIn = ({ client }: Scripted): Alert | undefined => {
  const view = contactView(client.core.get(), BERT);
  return view && (view.quiet ?? view.isNotice);
};
const tell = (on: Scripted, seq: number, more: object) =>
  on.push('setIsNotice', { id: 9, is_group: 0, ...more }, { stream: 'u7', seq });

const has = (text: string, ...words: readonly string[]) => hasWord(text, words);

describe('messages that may alert', () => {
  it('LIST-14: ends after one hour, eight, a day, in the morning of the user’s place, or never', () => {
    const now = at('2026-03-04T22:30:00Z');
    expect(quietEnd('hour', now, () => 0)).toBe(at('2026-03-04T23:30:00Z'));
    expect(quietEnd('hours', now, () => 0)).toBe(at('2026-03-05T06:30:00Z'));
    expect(quietEnd('day', now, () => 0)).toBe(at('2026-03-05T22:30:00Z'));
    expect(quietEnd('morning', now, () => 0)).toBe(at('2026-03-05T08:00:00Z'));
    // Half past six in the morning there, and half past four in the afternoon.
    expect(quietEnd('morning', now, () => 480)).toBe(at('2026-03-05T00:00:00Z'));
    expect(quietEnd('morning', now, () => -360)).toBe(at('2026-03-05T14:00:00Z'));
    expect(quietEnd('morning', at('2026-03-05T08:00:00Z'), () => 0)).toBe(at('2026-03-06T08:00:00Z'));
    expect(quietEnd('always', now, () => 0)).toBeNull();
  });

  it('ALERT-1: a choice is one value: its level, when it ends, and as text', () => {
    for (const level of ['mentions', 'none'] as const)
      for (const untilMs of [null, 1_700_000_000_000]) {
        const alert = alertOf(level, untilMs);
        expect([levelOf(alert), quietUntil(alert)]).toEqual([level, untilMs]);
        expect(readAlert(String(alert))).toBe(alert);
      }
    expect([alertOf('all', 5), levelOf(true), levelOf(false), quietUntil(true)]).toEqual([
      true,
      'all',
      'none',
      null,
    ]);
    for (const text of ['', 'all', 'none', 'mentions:', 'none:soon', 'mentions:1 2'])
      expect(readAlert(text)).toBeNull();
  });

  it('ALERT-4: a vowel sign continues its word, an optional one does not', () => {
    expect([has('कम है', 'कम'), has('यह कमी', 'कम')]).toEqual([true, false]);
    expect(has('شايَ', 'شاي')).toBe(true);
    expect(has('ខ្ញុំញ៉ាំតែ', 'តែ')).toBe(true);
  });

  it('ALERT-2: a message that mentions or quotes the user, or mentions everyone, is to them', () => {
    expect(isToMe({ at: [7], answers: null }, 7)).toBe(true);
    expect(isToMe({ at: [0], answers: null }, 7)).toBe(true);
    expect(isToMe({ at: [8], answers: 7 }, 7)).toBe(true);
    expect(isToMe({ at: [8], answers: 8 }, 7)).toBe(false);
  });

  it('ALERT-1: the choice is shown at once, sent whole, and then as the server returns it', async () => {
    const on = await loggedIn();
    const untilMs = on.clock.nowMs() + HOUR;
    await on.client.actions.setNotice(BERT, alertOf('mentions', untilMs));
    expect(alertIn(on)).toBe(`mentions:${untilMs}`);
    await on.settle();
    expect(listRequests(on)).toMatchObject([{ id: '9', is_notice: 0, at_only: 1, quiet_until: untilMs }]);
    tell(on, 1, { is_notice: 0, at_only: 1, quiet_until: untilMs });
    await on.settle();
    expect([on.client.core.get().pending.notice.size, alertIn(on)]).toEqual([0, `mentions:${untilMs}`]);
    // ALERT-3: its time was over, or it was lifted on another device.
    tell(on, 2, { is_notice: 1 });
    await on.settle();
    expect([alertIn(on), on.client.core.get().contacts.get(BERT)?.quiet]).toEqual([true, undefined]);
  });

  it('ALERT-1: without a network the last press waits, over a reload, too', async () => {
    const profile = createMemoryProfile();
    const on = await loggedIn({ profile });
    on.page.setOnline(false);
    await on.client.actions.setNotice(BERT, false);
    await on.client.actions.setNotice(BERT, 'mentions');
    await on.clock.advance(1_000);
    await on.client.stop();
    const again = await scripted({ profile });
    await again.client.start();
    await again.settle();
    expect(listRequests(again).at(-1)).toMatchObject({ id: '9', is_group: 0, is_notice: 0, at_only: 1 });
  });

  it('ALERT-2: in a chat limited to mentions only messages to the user alert', async () => {
    const on = await loggedIn();
    const speak = (n: number, more: object = {}) =>
      on.push(
        'simple',
        { ...messageOf(n, `words ${n}`, { from: 9, id: `m-${n}` }), ...more },
        { stream: '7-9', seq: n },
      );
    const listReceived = async (): Promise<readonly string[]> => {
      await on.settle();
      return on.notices.splice(0).map(({ kind }) => kind);
    };
    const quoting = { extends: { msg_id: 1, content: 'said', user_id: 7, realname: 'Anna' } };
    tell(on, 1, { is_notice: 0, at_only: 1 });
    speak(1);
    expect(await listReceived()).toEqual([]);
    speak(2, { at: [7] });
    expect(await listReceived()).toEqual(['sound', 'arrived']);
    speak(3, { at: [0] });
    expect(await listReceived()).toEqual(['sound', 'arrived']);
    speak(4, quoting);
    expect(await listReceived()).toEqual(['sound', 'arrived']);
    speak(5, { extends: { ...quoting.extends, user_id: 9 } });
    expect(await listReceived()).toEqual([]);
    // It counts as a muted one does.
    expect(on.client.core.get().totals).toMatchObject({ unread: 0, mentions: 2 });
    tell(on, 2, { is_notice: 0 });
    speak(6, { at: [7] });
    expect(await listReceived()).toEqual([]);
  });

  it('ALERT-4: a word counts however it is capitalised, and not within another one', () => {
    expect([has('who likes Pizza?', 'pizza'), has('PIZZA', 'Pizza'), has('ｐｉｚｚａ!', 'pizza')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([has('pizzas', 'pizza'), has('a pizza_night', 'pizza'), has('no', 'pizza'), has('x')]).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect([
      has('pizzas and pizza', 'pizza'),
      has('c++ is', 'c++'),
      has('now or never', 'never', 'w'),
    ]).toEqual([true, true, true]);
    expect([has('今天开会吗', '开会'), has('x开会', '开会'), has('周报', '开会')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('ALERT-4: a word of my own makes a sound, at once, and counts as nothing else', async () => {
    const on = await loggedIn();
    on.answer('/keep', { code: 0 });
    const speak = (n: number, content: string) =>
      on.push('simple', messageOf(n, content, { from: 9, id: `m-${n}` }), { stream: '7-9', seq: n });
    tell(on, 1, { is_notice: 0, at_only: 1 });
    await on.client.actions.keepAlertWords(['pizza']);
    speak(1, 'a <b>Pizza</b>');
    speak(2, 'something else');
    await on.settle();
    expect(on.notices.map(({ kind }) => kind)).toEqual(['sound', 'arrived']);
    expect(on.of('/keep').at(-1)?.body).toMatchObject({ name: 'alerts', value: { words: ['pizza'] } });
    expect(on.client.core.get().totals.mentions).toBe(0);
    const { op } = (on.of('/keep').at(-1)?.body ?? {}) as { readonly op?: string };
    on.push('kept', { name: 'alerts', op, value: { words: ['pizza'] } }, { stream: 'u7', seq: 2 });
    await on.settle();
    expect([alertWords(on.client.core.get()), on.client.core.get().pending.keep.size]).toEqual([
      ['pizza'],
      0,
    ]);
  });

  it('ALERT-3: end times that an earlier version stored on the device are sent to the server', async () => {
    const profile = createMemoryProfile();
    const untilMs = 1_700_000_000_000 + HOUR;
    profile.settings().set('quiet-7', JSON.stringify([[BERT, untilMs], ['8', untilMs], ['9', 'soon'], [9]]));
    const on = await scripted({ profile });
    on.answer('/getContacts', {
      code: 0,
      data: [{ ...PARTNER, is_notice: 0 }],
      count: 0,
      page: 0,
      cursor: 'c0',
      epoch: 'e1',
      seq: 0,
    });
    await on.client.start();
    await on.login();
    await on.client.stop();
    const next = await scripted({ profile, clock: on.clock });
    await next.client.start();
    await next.clock.advance(1_000);
    expect(listRequests(next)).toMatchObject([{ id: '9', is_notice: 0, quiet_until: untilMs }]);
    expect(profile.settings().keys()).not.toContain('quiet-7');
  });
});

describe('reading everything', () => {
  it('LIST-13: every conversation is read to its end, muted ones too, a few at a time', async () => {
    const on = await scripted();
    const rows = Array.from({ length: 30 }, (_, i) => ({
      ...PARTNER,
      id: 100 + i,
      stream: `7-${100 + i}`,
      is_notice: i % 3 === 0 ? 0 : 1,
      count: 5,
      unread: 2,
      is_at: 0,
      mark: 3,
      lastContent: 'hi',
      last: { n: 5, id: `m${i}`, type: 'text', content: 'hi', sendTime: 1_700_000_000, from_user: 100 + i },
    }));
    on.answer('/getContacts', { code: 0, data: rows, count: 0, page: 0, cursor: 'c0', epoch: 'e1', seq: 0 });
    let [under, most] = [0, 0];
    on.answer('/setMsgIsRead', async () => {
      under += 1;
      most = Math.max(most, under);
      await new Promise<void>((resolve) => void on.clock.setTimeout(resolve, 100));
      under -= 1;
      return { code: 0 };
    });
    await on.client.start();
    await on.login();
    expect(on.client.core.get().totals.unread).toBe(40);
    await on.client.actions.markAllRead();
    expect(on.client.core.get().pending.read.size).toBe(30);
    await on.clock.advance(2_000);
    const marks = on
      .of('/setMsgIsRead')
      .map(
        (one) =>
          one.body as { readonly toContactId: string; readonly messages: readonly { readonly n: number }[] },
      );
    expect(new Set(marks.map((one) => one.toContactId)).size).toBe(30);
    expect(marks.every((one) => one.messages[0]?.n === 5)).toBe(true);
    expect(most).toBe(6);
  });
});
