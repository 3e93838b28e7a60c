import { describe, expect, it } from 'vitest';
import { createMemoryProfile, type MemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { contactId } from '../../src/domain/ids.ts';
import { outboxLimits } from '../../src/domain/list-limits.ts';
import { loggedIn, scripted, type Reply, type Scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);

describe('pending changes for flags', () => {
  it('SEND-12: an older event with the same value does not confirm a change behind another', async () => {
    const on = await loggedIn();
    const state = () => on.client.core.get();
    on.answer('/isNotice', { kind: 'timeout' });
    await on.client.actions.setNotice(BERT, false);
    await on.settle();
    on.push('setIsNotice', { id: 9, is_notice: 0, is_group: 0 }, { stream: 'u7', seq: 1 });
    await on.settle();
    on.push('setIsNotice', { id: 9, is_notice: 1, is_group: 0 }, { stream: 'u7', seq: 2 });
    await on.settle();
    expect([state().pending.notice.get(BERT), state().contacts.get(BERT)?.isNotice]).toEqual([false, true]);
    on.answer('/isNotice', { code: 0 });
    await on.clock.advance(1_000);
    on.push('setIsNotice', { id: 9, is_notice: 0, is_group: 0 }, { stream: 'u7', seq: 3 });
    await on.settle();
    expect([
      state().pending.notice.size,
      state().contacts.get(BERT)?.isNotice,
      on.of('/isNotice').length,
    ]).toEqual([0, false, 2]);
  });

  it('SEND-12: the event may come before the answer, which ends the pending change then', async () => {
    const on = await loggedIn();
    const answers: ((given: Reply) => void)[] = [];
    on.answer('/setChatTop', () => new Promise<Reply>((done) => void answers.push(done)));
    await on.client.actions.setTop(BERT, true);
    on.push('setChatTop', { id: 9, is_top: 1, is_group: 0 }, { stream: 'u7', seq: 1 });
    await on.settle();
    answers[0]?.({ code: 0 });
    await on.settle();
    expect([on.client.core.get().pending.top.size, on.client.core.get().contacts.get(BERT)?.isTop]).toEqual([
      0,
      true,
    ]);
    await on.clock.advance(60_000);
    expect(on.of('/setChatTop')).toHaveLength(1);
  });

  it('SEND-12: the retry delays of a change start again once the previous one was answered', async () => {
    const on = await loggedIn();
    const [first = 0, second = 0] = outboxLimits.retryMs;
    on.answer('/setChatTop', { kind: 'timeout' });
    await on.client.actions.setTop(BERT, true);
    await on.clock.advance(first);
    on.answer('/setChatTop', { code: 0 });
    await on.clock.advance(second);
    expect(on.of('/setChatTop')).toHaveLength(3);
    on.answer('/setChatTop', { kind: 'timeout' });
    await on.client.actions.setTop(BERT, false);
    await on.settle();
    expect(on.of('/setChatTop')).toHaveLength(4);
    await on.clock.advance(first);
    expect(on.of('/setChatTop')).toHaveLength(5);
  });
});

async function waitingInTwo() {
  const profile = createMemoryProfile();
  const first = await loggedIn({ profile });
  first.page.setOnline(false);
  await first.client.actions.setTop(BERT, true);
  await first.clock.advance(1_000);
  const second = await scripted({ profile, clock: first.clock });
  second.page.setOnline(false);
  return { first, second };
}
const listRequests = (on: Scripted) => on.of('/setChatTop').map((one) => one.body);

describe('a flag that waits in two tabs', () => {
  it.each(['the first', 'the second'])('SEND-20: the last press counts, made in %s', async (where) => {
    const { first, second } = await waitingInTwo();
    await second.client.start();
    await second.settle();
    const waiting = () => [first, second].map(({ client }) => client.core.get().pending.top.get(BERT));
    expect(waiting()).toEqual([true, true]);
    await (where === 'the first' ? first : second).client.actions.setTop(BERT, false);
    await second.settle();
    expect(waiting()).toEqual([false, false]);
    for (const on of [first, second]) on.page.setOnline(true);
    await first.clock.advance(1_000);
    const off = { id: '9', is_group: 0, is_top: 0 };
    expect([...listRequests(first), ...listRequests(second)]).toMatchObject([off, off]);
  });

  it('SEND-20: a tab that reads what was stored before the press takes the press', async () => {
    const { first, second } = await waitingInTwo();
    // Its save does not come to pass.
    await first.client.actions.setTop(BERT, false);
    await second.client.start();
    await second.settle();
    expect(second.client.core.get().pending.top.get(BERT)).toBe(false);
  });
});

it('SEND-20: an older press that is stored is not said after newer ones that could not be', async () => {
  const { first, second } = await waitingInTwo();
  // Their saves do not come to pass; the last press is of another kind.
  await first.client.actions.setTop(BERT, false);
  await first.client.actions.setNotice(BERT, false);
  await second.client.start();
  await second.settle();
  expect(second.client.core.get().pending.top.get(BERT)).toBe(false);
});

/** Holds its reads of one kind of records after `hold`. */
function slowProfile(profile: MemoryProfile, slow: string) {
  let [release, gate]: [() => void, Promise<void>] = [() => undefined, Promise.resolve()];
  const wait = (store: string): Promise<void> => (store === slow ? gate : Promise.resolve());
  const records: MemoryProfile['records'] = {
    ...profile.records,
    readAll: async (user, store) => (await wait(store), profile.records.readAll(user, store)),
  };
  return {
    profile: { ...profile, records },
    hold: () => {
      gate = new Promise((done) => {
        release = done;
      });
    },
    release: () => release(),
  };
}

/** The profile of a user with a waiting message who has logged out. */
async function waiting(): Promise<MemoryProfile> {
  const profile = createMemoryProfile();
  const before = await loggedIn({ profile });
  before.answer('/sendMessage', { kind: 'timeout' });
  await before.client.actions.send(BERT, { text: 'first', at: [], quote: null });
  await before.clock.advance(1_000);
  await before.client.stop();
  return profile;
}

describe('pressed while the device still reads what it keeps', () => {
  it('SESS-3: a log-out, and nothing of it is shown afterwards', async () => {
    const { profile, hold, release } = slowProfile(await waiting(), 'outbox');
    hold();
    const on = await scripted({ profile });
    const started = on.client.start();
    await on.settle();
    const left = on.client.actions.logout();
    await on.settle();
    release();
    await Promise.all([started, left]);
    await on.settle();
    expect(on.client.core.get()).toMatchObject({ self: null, outbox: new Map() });
  });

  it('SESS-9: a pin, and a message behind those that wait already', async () => {
    const { profile, hold, release } = slowProfile(await waiting(), 'outbox');
    hold();
    const on = await scripted({ profile });
    on.answer('/sendMessage', { kind: 'timeout' });
    const started = on.client.start();
    await on.settle();
    const { actions, core } = on.client;
    expect(core.get().contacts.has(BERT)).toBe(true);
    expect(await actions.setTop(BERT, true)).toMatchObject({ ok: true });
    expect(core.get().pending.top.get(BERT)).toBe(true);
    const sent = actions.send(BERT, { text: 'second', at: [], quote: null });
    release();
    await started;
    expect(await sent).toMatchObject({ ok: true });
    expect(
      core
        .get()
        .outbox.get(BERT)
        ?.map((item) => item.message.content),
    ).toEqual(['first', 'second']);
    await on.clock.advance(1_000);
    expect(on.of('/setChatTop')).toHaveLength(1);
  });

  it('SESS-9: a press on the screen of an ended session counts once the same user is back', async () => {
    const { profile, hold, release } = slowProfile(createMemoryProfile(), 'allContacts');
    const on = await loggedIn({ profile });
    const { actions, core, session } = on.client;
    on.answer('/sendMessage', { code: -1, msg: 'over' });
    await actions.send(BERT, { text: 'unsent', at: [], quote: null });
    await on.settle();
    expect(session.get()).toEqual({ name: 'ended', why: 'expired' });
    on.answer('/sendMessage', { kind: 'timeout' });
    hold();
    await actions.login({ account: 'anna', password: 'secret1', remember: true });
    expect(core.get().contacts.has(BERT)).toBe(true);
    const pressed = actions.setTop(BERT, true);
    await on.settle();
    release();
    expect(await pressed).toMatchObject({ ok: true });
    await on.clock.advance(1_000);
    expect(on.of('/setChatTop')).toHaveLength(1);
  });
});
