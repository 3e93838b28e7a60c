import { describe, expect, it } from 'vitest';
import { contactId } from '../../src/domain/ids.ts';
import { DAY, HOUR, MINUTE } from '../../src/domain/duration.ts';
import { messageOf, PARTNER, scripted, type Scripted } from '../support/scripted-server.ts';

const [BERT, CARL] = [contactId(9), contactId(12)];
const CARLS = { ...PARTNER, id: 12, displayName: 'Carl', account: 'carl', stream: '7-12' };
const NOTE = { note: 'timer', by: 9, name: 'Bert', days: 1 };

interface Device extends Scripted {
  /** Breaks the socket until `back`. `knows` also sets the browser offline. */
  gone(knows?: boolean): Promise<void>;
  back(): Promise<void>;
  /** Reloads the page. The server answers it like a new device. */
  again(isConnected: boolean): Promise<Device>;
}

/** Signs in with two contacts; `endsIn` has the times until their messages disappear, in ms. */
async function underTimers(endsIn: Readonly<Record<string, readonly number[]>>): Promise<Device> {
  const on = await device(true, {});
  await on.client.start();
  await on.login();
  on.client.actions.openChat(BERT);
  await on.settle();
  for (const [of, ends] of Object.entries(endsIn)) {
    const [from, stream] = [Number(of), `7-${of}`];
    const line = messageOf(1, '', { id: `line-${of}`, from });
    on.push('simple', { ...line, type: 'event', extends: NOTE }, { stream, seq: 1 });
    on.push('timer', { toContactId: from, n: 1, days: 1 }, { stream, seq: 2 });
    for (const [at, ms] of ends.entries()) {
      const row = messageOf(at + 2, `words-${of}`, { id: `m-${of}-${at}`, from });
      const sendTime = (on.clock.nowMs() - DAY + ms) / 1_000;
      on.push('simple', { ...row, sendTime }, { stream, seq: at + 3 });
    }
    await on.settle();
  }
  await on.clock.advance(5_000);
  return on;
}

async function device(
  connects: boolean,
  from: Pick<Scripted, 'profile' | 'clock'> | Record<string, never>,
): Promise<Device> {
  let fate: 'greets' | 'fails' = connects ? 'greets' : 'fails';
  const on = await scripted({ ...from, openSocket: () => fate });
  const data = [PARTNER, CARLS];
  on.answer('/getContacts', { code: 0, data, count: 0, page: 0, cursor: 'c0', epoch: 'e1', seq: 0 });
  on.answer('/getContactInfo', { kind: 'timeout' });
  return {
    ...on,
    gone: async (knows = false) => {
      fate = 'fails';
      if (knows) on.page.setOnline(false);
      on.socket().close();
      await on.settle();
    },
    back: async () => {
      fate = 'greets';
      on.page.setOnline(true);
      await on.clock.advance(MINUTE);
    },
    again: async (isConnected) => {
      await on.client.stop();
      const next = await device(isConnected, { profile: on.profile, clock: on.clock });
      if (!isConnected) next.page.setOnline(false);
      await next.client.start();
      await next.settle();
      return next;
    },
  };
}

const isHeld = (on: Scripted, id = BERT): boolean =>
  JSON.stringify(on.client.core.get().contacts.get(id)).includes('words-');
const listVisible = (on: Scripted) =>
  (on.client.core.get().conversations.get(BERT)?.chunks ?? []).flat().map(({ id }) => String(id));
/** Chats whose rows were requested, each once. */
const listRequests = (on: Scripted) => [
  ...new Set(on.of('/getContactInfo').map(({ body }) => String((body as { readonly id: unknown }).id))),
];
/** The server has this chat still, and answers so. */
const answers = (on: Scripted, of: typeof PARTNER, seq = 3) =>
  on.answer('/getContactInfo', ({ body }) =>
    Number((body as { readonly id: unknown }).id) === of.id
      ? { code: 0, data: { ...of, seq, count: seq - 1, timers: [{ n: 1, days: 1 }] } }
      : { kind: 'timeout' },
  );

describe('disappearing messages', () => {
  it.each([false, true])(
    'VANISH-6: without a connection each goes at its own time, also later than in an hour (told: %s)',
    async (knows) => {
      const on = await underTimers({ 9: [10 * MINUTE, 40 * MINUTE, 110 * MINUTE] });
      await on.gone(knows);
      const left: number[] = [];
      for (const ms of [10 * MINUTE - 6_000, 2_000, 30 * MINUTE, 69 * MINUTE, 2 * MINUTE]) {
        await on.clock.advance(ms);
        left.push(listVisible(on).length - 1);
      }
      expect(left).toEqual([3, 2, 1, 1, 0]);
    },
  );

  it('VANISH-7: messages that would disappear offline stay if the connection is back in time', async () => {
    const on = await underTimers({ 9: [10 * MINUTE] });
    await on.gone();
    await on.clock.advance(MINUTE);
    await on.back();
    await on.clock.advance(20 * MINUTE);
    expect(listVisible(on)).toContain('m-9-0');
  });

  it('VANISH-6: a device that was off shows what is not over, and not even once what is', async () => {
    const on = await underTimers({ 9: [HOUR] });
    await on.clock.advance(HOUR - 5_000 - 1);
    const before = await on.again(false);
    expect([isHeld(before), listVisible(before).length]).toEqual([true, 2]);
    await before.client.stop();
    before.clock.jump(1);
    const observations: string[] = [];
    const after = await device(false, { profile: on.profile, clock: on.clock });
    after.client.store.subscribe(() =>
      observations.push(JSON.stringify([...after.client.core.get().contacts])),
    );
    await after.client.start();
    await after.settle();
    expect(observations.join()).toContain('Bert');
    expect(observations.join()).not.toContain('words-');
    await after.client.stop();
  });

  it.each([
    ['ahead', 40 * DAY, [true, false]],
    ['behind', -40 * DAY, [true, false]],
  ])('VANISH-7: so does a device whose clock is %s, by the time of the server', async (_, byMs, there) => {
    const on = await underTimers({ 9: [HOUR] });
    const time = Math.floor(on.clock.nowMs() / 1_000);
    on.clock.jump(byMs);
    on.socket().frame({ type: 'pong', time, multiport: false, bound: true });
    await on.settle();
    await on.client.stop();
    const matches: boolean[] = [];
    for (const ms of [HOUR / 2, HOUR / 2]) {
      on.clock.jump(ms);
      const next = await device(false, { profile: on.profile, clock: on.clock });
      await next.client.start();
      await next.settle();
      matches.push(isHeld(next));
      await next.client.stop();
    }
    expect(matches).toEqual(there);
  });

  it.each(['', '{', 'null', '{"aheadMs":"5","chats":7}', '{"aheadMs":1e999,"chats":[null]}'])(
    'VANISH-7: a foreign word in place of the note of clocks, "%s", changes nothing',
    async (text) => {
      const on = await underTimers({ 9: [HOUR] });
      await on.clock.advance(HOUR - 5_000 - 1);
      await on.client.stop();
      on.profile.settings().set('of-7-vanish', text);
      const next = await on.again(false);
      expect(isHeld(next)).toBe(true);
      await next.clock.advance(1);
      expect(isHeld(next)).toBe(false);
    },
  );

  it('VANISH-7: erased chats are requested until their rows come, also after a load', async () => {
    const on = await underTimers({ 9: [10 * MINUTE], 12: [10 * MINUTE] });
    await on.gone();
    await on.clock.advance(15 * MINUTE);
    expect([isHeld(on), isHeld(on, CARL)]).toEqual([false, false]);
    await on.back();
    expect(listRequests(on)).toEqual(['9', '12']);

    const second = await on.again(true);
    answers(second, CARLS);
    await second.clock.advance(MINUTE);
    expect(listRequests(second)).toEqual(['9', '12']);

    const third = await second.again(true);
    answers(third, PARTNER);
    await third.clock.advance(MINUTE);
    expect(listRequests(third)).toEqual(['9']);

    const fourth = await third.again(true);
    await fourth.clock.advance(MINUTE);
    expect(listRequests(fourth)).toEqual([]);
  });

  it('VANISH-7: a page asks for what it finds stored, though another one has asked for itself', async () => {
    const on = await underTimers({ 9: [10 * MINUTE] });
    await on.gone();
    await on.clock.advance(15 * MINUTE);
    const beside = await device(true, { profile: on.profile, clock: on.clock });
    answers(beside, PARTNER);
    await beside.client.start();
    await beside.clock.advance(MINUTE);
    await beside.client.stop();
    const next = await on.again(true);
    await next.clock.advance(MINUTE);
    expect([listRequests(beside), listRequests(next)]).toEqual([['9'], ['9']]);
  });

  it.each([
    ['before a load', true],
    ['while the device was off', false],
  ])('VANISH-7: a single one that went %s is asked for after it', async (_, isOn) => {
    const on = await underTimers({ 9: [10 * MINUTE] });
    if (isOn) await on.gone();
    else await on.client.stop();
    await on.clock.advance(15 * MINUTE);
    const next = await on.again(true);
    await next.clock.advance(MINUTE);
    expect([isHeld(next), listRequests(next)]).toEqual([false, ['9']]);
  });

  it('VANISH-7: messages erased during another offline period are requested again, too', async () => {
    const on = await underTimers({ 9: [10 * MINUTE] });
    answers(on, PARTNER);
    await on.gone();
    await on.clock.advance(15 * MINUTE);
    await on.back();
    const first = on.of('/getContactInfo').length;
    const sendTime = (on.clock.nowMs() - DAY) / 1_000 + 600;
    on.push('simple', { ...messageOf(3, 'words-9', { id: 'm-9-1' }), sendTime }, { stream: '7-9', seq: 4 });
    await on.settle();
    expect(isHeld(on)).toBe(true);
    answers(on, PARTNER, 4);
    await on.gone();
    await on.clock.advance(15 * MINUTE);
    expect(isHeld(on)).toBe(false);
    await on.back();
    expect([first, on.of('/getContactInfo').length]).toEqual([1, 2]);
  });

  it('VANISH-6, SESS-7: after a log-out nothing watches for that person or waits for them', async () => {
    const on = await underTimers({ 9: [10 * MINUTE] });
    await on.gone(true);
    await on.client.actions.logout();
    await on.settle();
    on.answer('/login', {
      code: 0,
      data: { authToken: 'bearer t8', userInfo: { ...PARTNER, user_id: 8, id: 8 } },
    });
    await on.back();
    await on.login();
    on.clock.jump(40 * DAY);
    on.socket().frame({ type: 'pong', time: 1_700_000_000, multiport: false, bound: true });
    await on.settle();
    const notes = on.profile
      .settings()
      .keys()
      .filter((key) => key.endsWith('vanish'));
    expect(notes).toEqual(['of-8-vanish']);
  });

  it('VANISH-6, SESS-7: a tab that has not heard of a log-out beside it notes nothing of who left', async () => {
    const on = await underTimers({ 9: [10 * MINUTE] });
    const settings = on.profile.settings();
    // Another tab of this browser was signed out and removed its data.
    for (const key of settings.keys()) settings.set(key, null);
    on.clock.jump(40 * DAY);
    on.socket().frame({ type: 'pong', time: 1_700_000_000, multiport: false, bound: true });
    expect(settings.keys().filter((key) => key.startsWith('of-'))).toEqual([]);
  });

  it('VANISH-6: a client that is stopped leaves no timer', async () => {
    const on = await underTimers({ 9: [10 * MINUTE] });
    await on.gone();
    await on.clock.advance(MINUTE);
    expect(on.clock.pending()).toBeGreaterThan(0);
    await on.client.stop();
    expect(on.clock.pending()).toBe(0);
  });
});
