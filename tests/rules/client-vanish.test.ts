import { describe, expect, it } from 'vitest';
import { contactId } from '../../src/domain/ids.ts';
import {
  loggedIn,
  messageOf,
  PARTNER,
  scripted,
  type Scripted,
  type ScriptedOptions,
} from '../support/scripted-server.ts';

const BERT = contactId(9);
const DAY = 86_400_000;
const NOTE = { note: 'timer', by: 9, name: 'Bert', days: 1 };

/** Signed in, with a timer of a day at the first line, and three messages under it in the open chat. */
async function underTimer(options: ScriptedOptions = {}): Promise<Scripted> {
  const on = await loggedIn(options);
  await on.settle();
  on.client.actions.openChat(BERT);
  await on.settle();
  const line = messageOf(1, '', { id: 'line', from: 9 });
  on.push('simple', { ...line, type: 'event', extends: NOTE }, { stream: '7-9', seq: 1 });
  on.push('timer', { toContactId: 9, n: 1, days: 1 }, { stream: '7-9', seq: 2 });
  for (const n of [2, 3, 4])
    on.push(
      'simple',
      { ...messageOf(n, `words-${n}`, { id: `m-${n}`, from: 9 }), ...quoting(n) },
      placeAt(n + 1),
    );
  await on.settle();
  return on;
}
const placeAt = (seq: number) => ({ stream: '7-9', seq });
const quoting = (n: number) =>
  n === 4 ? { pid: 1_002, extends: { msg_id: 1_002, user_id: 9, realname: 'Bert', content: 'words-2' } } : {};
const listVisible = (on: Scripted) =>
  (on.client.core.get().conversations.get(BERT)?.chunks ?? []).flat().map(({ id }) => String(id));
const row = (on: Scripted) => on.client.core.get().contacts.get(BERT);
const readStored = (on: Scripted) =>
  JSON.stringify(on.client.core.get().contacts.get(BERT)) + listVisible(on).join();
async function lose(on: Scripted): Promise<void> {
  on.socket().close();
  await on.settle();
}

describe('messages whose time is over', () => {
  it('VANISH-3: the timers of a chat are the same after any number of repeated events', async () => {
    const on = await underTimer();
    on.push('timer', { toContactId: 9, n: 1, days: 1 }, placeAt(2));
    on.push('timer', { toContactId: 9, n: 5, days: 7 }, placeAt(6));
    await on.settle();
    expect(row(on)?.timers).toEqual([
      { n: 1, days: 1 },
      { n: 5, days: 7 },
    ]);
    on.push('timer', { toContactId: 9, n: 6, days: 0 }, placeAt(7));
    await on.settle();
    expect(row(on)?.timers).toEqual([
      { n: 1, days: 1 },
      { n: 6, days: 0 },
    ]);
  });

  it('VANISH-7: with a connection the server says what goes', async () => {
    const on = await underTimer();
    on.clock.jump(DAY * 2);
    await on.clock.advance(5_000);
    expect(listVisible(on)).toEqual(['line', 'm-2', 'm-3', 'm-4']);
    on.push('delMessage', { id: 'm-2', msg_id: 1_002, n: 2, toContactId: 9, from_user: 9 }, placeAt(6));
    await on.settle();
    expect(listVisible(on)).toEqual(['line', 'm-3', 'm-4']);
  });

  it('VANISH-6: offline, messages leave chat, list and quotes; system lines stay', async () => {
    let fate: 'greets' | 'fails' = 'greets';
    const on = await underTimer({ openSocket: () => fate });
    fate = 'fails';
    await lose(on);
    on.clock.jump(DAY - 60_000);
    await on.clock.advance(30_000);
    expect(listVisible(on)).toEqual(['line', 'm-2', 'm-3', 'm-4']);
    // The check runs once an hour after the clock was set forward.
    await on.clock.advance(3_700_000);
    expect(listVisible(on)).toEqual(['line']);
    expect(readStored(on)).not.toContain('words-');
    expect(row(on)?.last).toMatchObject({ note: { note: 'timer' } });
    expect(on.client.core.log.export()).not.toContain('words-');
  });

  it('VANISH-7: messages erased offline are requested again with the next connection', async () => {
    let fate: 'greets' | 'fails' = 'greets';
    const on = await underTimer({ openSocket: () => fate });
    fate = 'fails';
    await lose(on);
    // The clock of this device is set to another month.
    on.clock.jump(40 * DAY);
    await on.clock.advance(3_700_000);
    expect(listVisible(on)).toEqual(['line']);
    on.clock.jump(-40 * DAY);
    stillThere(on);
    fate = 'greets';
    await on.clock.advance(60_000);
    expect(row(on)?.last).toMatchObject({ content: 'words-4' });
    expect(listVisible(on)).toEqual(['m-2', 'm-3', 'm-4']);
    const requestCount = on.of('/getContactInfo').length;
    await on.clock.advance(120_000);
    expect(on.of('/getContactInfo').length).toBe(requestCount);
  });

  it('VANISH-7: each tab asks for itself, also for what another one has asked for already', async () => {
    let fate: 'greets' | 'fails' = 'greets';
    const on = await underTimer({ openSocket: () => fate });
    await on.clock.advance(10_000);
    fate = 'fails';
    await lose(on);
    on.clock.jump(40 * DAY);
    await on.clock.advance(3_700_000);
    let fateOfOther: 'greets' | 'fails' = 'fails';
    const { profile, clock } = on;
    const other = await scripted({ profile, clock, openSocket: () => fateOfOther });
    await other.client.start();
    await other.settle();
    expect([listVisible(on), readStored(other).includes('words-')]).toEqual([['line'], false]);
    on.clock.jump(-40 * DAY);
    fate = 'greets';
    stillThere(on);
    await on.clock.advance(60_000);
    expect(row(on)?.last).toMatchObject({ content: 'words-4' });
    fateOfOther = 'greets';
    stillThere(other);
    await other.clock.advance(60_000);
    expect(row(other)?.last).toMatchObject({ content: 'words-4' });
    await other.client.stop();
  });

  it('VANISH-7: without a connection the time is what the server said it was', async () => {
    let fate: 'greets' | 'fails' = 'greets';
    const on = await underTimer({ openSocket: () => fate });
    const time = Math.floor(on.clock.nowMs() / 1_000);
    on.clock.jump(40 * DAY);
    on.socket().frame({ type: 'pong', time, multiport: false, bound: true });
    await on.settle();
    fate = 'fails';
    await lose(on);
    await on.clock.advance(3_700_000);
    expect(listVisible(on)).toEqual(['line', 'm-2', 'm-3', 'm-4']);
    on.clock.jump(DAY);
    await on.clock.advance(3_700_000);
    expect(listVisible(on)).toEqual(['line']);
  });

  it('VANISH-6: a device that was off shows nothing that is over, and keeps nothing of it', async () => {
    const on = await underTimer();
    await on.clock.advance(10_000);
    await on.client.stop();
    const { profile, clock } = on;
    expect(JSON.stringify(await stored(on))).toContain('words-3');
    clock.jump(DAY);
    const later = await scripted({ profile, clock, openSocket: () => 'fails' });
    later.answer('/sync', { kind: 'timeout' });
    const observations: string[] = [];
    later.client.store.subscribe(() =>
      observations.push(JSON.stringify([...later.client.core.get().contacts])),
    );
    await later.client.start();
    await later.settle();
    expect(listVisible(later)).toEqual(['line']);
    expect(observations.join()).toContain('Bert');
    expect(observations.join() + readStored(later)).not.toContain('words-');
    await clock.advance(10_000);
    expect(JSON.stringify(await stored(later))).not.toContain('words-');
    await later.client.stop();
  });
});

/** The server has all three still, and answers so. */
function stillThere(on: Scripted): void {
  const last = { ...messageOf(4, 'words-4', { id: 'm-4' }) };
  const timers = [{ n: 1, days: 1 }];
  const contact = { ...PARTNER, seq: 5, count: 4, last, lastContent: 'words-4', timers };
  on.answer('/getContactInfo', { code: 0, data: contact });
  on.answer('/getMessageList', {
    code: 0,
    data: [2, 3, 4].map((n) => messageOf(n, `words-${n}`, { id: `m-${n}` })),
  });
}

async function stored({ profile }: Scripted): Promise<unknown> {
  const names = ['allContacts', 'windows'];
  return Promise.all(names.map(async (name) => [...(await profile.records.readAll('7', name)).values()]));
}
