import { describe, expect, it } from 'vitest';
import { contactId, msgId, userId } from '../../src/domain/ids.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { profileWithoutEvents, loggedOutElsewhere } from '../support/profile-without-events.ts';
import { loggedIn, messageOf, PARTNER, scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);
const at = (seq: number) => ({ stream: '7-9', seq });

describe('data that the client stores', () => {
  it('STORE-4, STORE-5: a cold start shows the last state and continues from its cursor', async () => {
    const profile = createMemoryProfile();
    const first = await loggedIn({ profile });
    first.client.actions.openChat(BERT);
    await first.settle();
    first.push('simple', messageOf(1, 'one'), at(1));
    first.push('simple', messageOf(2, 'two'), at(2));
    await first.clock.advance(1_000);
    await first.client.stop();

    const second = await scripted({ profile, openSocket: () => 'silent' });
    await second.client.start();
    const { contacts, conversations, sync, totals } = second.client.core.get();
    expect(contacts.get(BERT)?.last?.content).toBe('two');
    expect(conversations.get(BERT)?.size).toBe(2);
    expect([sync.cursor, contacts.get(BERT)?.counting.seq]).toEqual(['c0', 2]);
    expect(totals.unread).toBe(first.client.core.get().totals.unread);
    expect(second.of('/getContacts')).toEqual([]);
  });

  it('STORE-5: a snapshot of another version of the reducer is not used; drafts and outbox stay', async () => {
    const profile = createMemoryProfile();
    const first = await loggedIn({ profile });
    first.answer('/sendMessage', { kind: 'timeout' });
    await first.client.actions.send(BERT, { text: 'unsent', at: [], quote: null });
    first.client.actions.saveDraft(BERT, { text: 'half a', at: [], quote: null });
    await first.clock.advance(1_000);
    await first.client.stop();
    const stored = profile.stored('7', 'meta').get('snapshot') as { meta: object };
    await profile.records.write('7', [
      { store: 'meta', key: 'snapshot', value: { ...stored, meta: { ...stored.meta, version: 0 } } },
      { store: 'allContacts', key: 'older', value: { id: 'older' } },
    ]);

    const second = await scripted({ profile });
    second.answer('/sendMessage', { kind: 'timeout' });
    second.answer('/getContacts', { kind: 'offline' });
    await second.client.start();
    expect(second.client.core.get().sync.ready).toBe(false);
    second.answer('/getContacts', { code: 0, data: [PARTNER], cursor: 'c0', epoch: 'e1', seq: 0 });
    expect(second.client.actions.unsent()).toBe(1);
    expect(second.client.actions.draft(BERT).text).toBe('half a');
    await second.clock.advance(1_000);
    expect(second.client.core.get().contacts.has(BERT)).toBe(true);
    expect([...profile.stored('7', 'allContacts').keys()]).toEqual(['9']);
  });

  it('STORE-5: after a load only what changes is written, and nothing where nothing changed', async () => {
    const profile = createMemoryProfile();
    const carl = { ...PARTNER, id: 12, displayName: 'Carl', account: 'carl', stream: '7-12' };
    const first = await scripted({ profile });
    const data = [PARTNER, carl];
    first.answer('/getContacts', { code: 0, data, count: 0, page: 0, cursor: 'c0', epoch: 'e1', seq: 0 });
    await first.client.start();
    await first.login();
    await first.clock.advance(1_000);
    await first.client.stop();

    const second = await scripted({ profile });
    await second.client.start();
    await second.clock.advance(5_000);
    const written: string[] = [];
    const write = profile.records.write.bind(profile.records);
    Object.assign(profile.records, {
      write: (...given: Parameters<typeof write>) => {
        for (const { store, key } of given[1]) written.push(`${store} ${key}`);
        return write(...given);
      },
    });
    second.page.leave();
    await second.settle();
    expect(written).toEqual([]);
    second.push('simple', messageOf(1, 'one'), at(1));
    await second.clock.advance(1_000);
    expect(written.filter((row) => row.startsWith('allContacts'))).toEqual(['allContacts 9']);
  });

  it('STORE-5: before the list is known nothing is written that a later load would take for it', async () => {
    const on = await loggedIn({}, { '/getContacts': { kind: 'broken' } });
    await on.clock.advance(5_000);
    on.page.leave();
    await on.settle();
    expect(on.profile.stored('7', 'meta').size).toBe(0);
  });

  it('STORE-5: all of a write is stored, or nothing; a foreign write is never written over blindly', async () => {
    const profile = createMemoryProfile();
    const { client, login, push, clock } = await scripted({ profile });
    await client.start();
    await login();
    await clock.advance(1_000);
    const before = profile.stored('7', 'meta').get('snapshot');
    expect(before).toMatchObject({ meta: { sync: { cursor: 'c0' } } });
    // Another tab of the same session wrote since.
    await profile.records.write('7', [
      { store: 'meta', key: 'snapshot', value: { ...(before as object), stamp: 'other tab' } },
      { store: 'allContacts', key: 'stale', value: { id: 'stale' } },
    ]);
    push('simple', messageOf(1, 'one'), at(1));
    await clock.advance(1_000);
    expect([...profile.stored('7', 'allContacts').keys()]).toEqual(['9']);
    expect(profile.stored('7', 'allContacts').get('9')).toMatchObject({ last: { content: 'one' } });
  });

  it('STORE-13: a device without room is asked less and less often, and again when there is room', async () => {
    const profile = createMemoryProfile();
    let [full, tries] = [false, 0];
    const write = profile.records.write.bind(profile.records);
    Object.assign(profile.records, {
      write: (...given: Parameters<typeof write>) => {
        if (!full) return write(...given);
        tries += 1;
        return Promise.reject(new Error('no room left'));
      },
    });
    const { client, login, push, clock } = await scripted({ profile });
    await client.start();
    await login();
    await clock.advance(1_000);
    full = true;
    push('simple', messageOf(1, 'one'), at(1));
    await clock.advance(600_000);
    expect(tries).toBeGreaterThan(5);
    expect(tries).toBeLessThan(40);
    full = false;
    await clock.advance(60_000);
    expect(profile.stored('7', 'allContacts').get('9')).toMatchObject({ last: { content: 'one' } });
    // Later changes are written as usual.
    push('simple', messageOf(2, 'two'), at(2));
    await clock.advance(1_000);
    expect(profile.stored('7', 'allContacts').get('9')).toMatchObject({ last: { content: 'two' } });
  });

  it('STORE-8: a page that was asked for before its window was dropped is not used', async () => {
    const on = await scripted();
    const waiting: ((rows: readonly object[]) => void)[] = [];
    on.answer(
      '/getMessageList',
      () => new Promise((answer) => void waiting.push((data) => answer({ code: 0, data }))),
    );
    await on.client.start();
    await on.login();
    on.client.actions.openChat(BERT);
    await on.settle();
    on.client.core.dispatch({ type: 'conversationDropped', conversation: BERT });
    await on.settle();
    expect(waiting).toHaveLength(2);
    waiting[0]?.([messageOf(1, 'one')]);
    await on.settle();
    expect(on.client.core.get().conversations.get(BERT)).toMatchObject({ size: 0, live: false });
    waiting[1]?.([messageOf(90, 'ninety')]);
    await on.settle();
    expect(
      on.client.core
        .get()
        .conversations.get(BERT)
        ?.chunks.flat()
        .map((one) => one.n),
    ).toEqual([90]);
  });

  it('STORE-5: after a logout in another tab nothing of the person is written again', async () => {
    const profile = createMemoryProfile();
    const { client, login, push, clock } = await scripted({ profile });
    await client.start();
    await login();
    await clock.advance(1_000);
    await profile.records.wipe('7');
    profile.settings().set('authToken', null);
    push('simple', messageOf(1, 'one'), at(1));
    await clock.advance(5_000);
    expect(profile.stored('7', 'allContacts').size).toBe(0);
    expect(client.session.get()).toEqual({ name: 'signedOut' });
  });

  it('STORE-5: nor is it stored before the news of that log-out has arrived', async () => {
    const { kept, profile } = profileWithoutEvents();
    const { client, login, push, clock } = await scripted({ profile });
    await client.start();
    await login();
    await clock.advance(1_000);
    expect(kept.stored('7', 'allContacts').size).toBe(1);
    await loggedOutElsewhere(kept, 7);
    push('simple', messageOf(1, 'one'), at(1));
    await clock.advance(5_000);
    expect(client.session.get()).toEqual({ name: 'signedIn' });
    expect([kept.stored('7', 'meta').size, kept.stored('7', 'allContacts').size]).toEqual([0, 0]);
  });

  it('STORE-5: simultaneous requests to store write one at a time', async () => {
    const profile = createMemoryProfile();
    const { client, login, push, clock, page } = await scripted({ profile });
    const write = profile.records.write.bind(profile.records);
    let [now, most] = [0, 0];
    Object.assign(profile.records, {
      write: async (...given: Parameters<typeof write>) => {
        now += 1;
        most = Math.max(most, now);
        await new Promise<void>((done) => void clock.setTimeout(done, 100));
        now -= 1;
        return write(...given);
      },
    });
    await client.start();
    await login();
    for (let n = 1; n <= 3; n += 1) {
      push('simple', messageOf(n, `line ${n}`), at(n));
      for (let times = 0; times < 3; times += 1) page.leave();
      await clock.advance(30);
    }
    await clock.advance(5_000);
    expect(most).toBe(1);
    expect(profile.stored('7', 'allContacts').get('9')).toMatchObject({ last: { content: 'line 3' } });
  });

  it('STREAM-4: a draft keeps none of the words that it quotes, also where the session has ended: they may be taken back', async () => {
    const profile = createMemoryProfile();
    const it = await loggedIn({ profile });
    const quote = { msgId: msgId(4), content: 'Bert：secret words', userId: userId(9), realname: 'Bert' };
    const draft = { text: 'no', at: [], quote };
    it.client.actions.saveDraft(BERT, draft);
    expect(it.client.actions.draft(BERT)).toEqual({ ...draft, quote: { ...quote, content: '' } });
    profile.settings().set('authToken', null);
    it.client.actions.saveDraft(BERT, draft);
    const settings = profile.settings();
    expect(settings.get('kept-drafts-7')).toContain('"text');
    expect(settings.keys().filter((key) => settings.get(key)?.includes('secret words'))).toEqual([]);
  });

  it('STORE-10: drafts are kept per conversation and cleared on send', async () => {
    const { client, login, profile, answer } = await scripted();
    await client.start();
    await login();
    answer('/sendMessage', { kind: 'timeout' });
    const text = { text: 'hello', at: [{ id: 3, name: 'C' }], quote: null };
    client.actions.saveDraft(BERT, text);
    client.actions.saveDraft(contactId('group-3'), { ...text, text: 'other' });
    expect(client.actions.draft(BERT)).toEqual(text);
    expect(JSON.parse(profile.settings().get('draft-9') ?? '')).toMatchObject(text);
    await client.actions.send(BERT, text);
    expect(client.actions.draft(BERT).text).toBe('');
    expect(client.actions.draft(contactId('group-3')).text).toBe('other');
  });

  it('STORE-12: only the tab with the lock saves and makes sounds; a visible one takes over', async () => {
    const profile = createMemoryProfile();
    const one = await loggedIn({ profile });
    await one.clock.advance(1_000);
    const two = await scripted({ profile, clock: one.clock, isVisible: false });
    await two.client.start();
    await one.clock.advance(1_000);
    const arrive = async (n: number) => {
      for (const tab of [one, two]) tab.push('simple', messageOf(n, `m${n}`, { id: `m${n}` }), at(n));
      await one.clock.advance(1_000);
    };
    const sounds = () =>
      [one, two].map((tab) => tab.notices.filter((notice) => notice.kind === 'sound').length);
    await arrive(1);
    expect(sounds()).toEqual([1, 0]);
    one.page.setVisible(false);
    two.page.setVisible(true);
    await two.settle();
    await arrive(2);
    expect(sounds()).toEqual([1, 1]);
    await two.client.stop();
    await one.settle();
    one.push('simple', messageOf(3, 'm3'), at(3));
    await one.clock.advance(1_000);
    expect(sounds()).toEqual([2, 1]);
    expect(profile.stored('7', 'allContacts').get('9')).toMatchObject({ last: { content: 'm3' } });
  });

  it('SEND-3: an item stored as its page closed is sent by another tab', async () => {
    const profile = createMemoryProfile();
    const one = await loggedIn({ profile });
    let isGoing = false;
    const { records } = profile;
    const write: typeof records.write = async (...what) => {
      const done = await records.write(...what);
      return isGoing ? new Promise<never>(() => undefined) : done;
    };
    const two = await scripted({
      profile: { ...profile, records: { ...records, write } },
      clock: one.clock,
      isVisible: false,
    });
    await two.client.start();
    await one.clock.advance(1_000);
    isGoing = true;
    void two.client.actions.send(contactId(9), { text: 'last words', at: [], quote: null });
    await one.clock.advance(1_000);
    expect(one.of('/sendMessage').map(({ body }) => body)).toMatchObject([{ content: 'last words' }]);
  });

  it('CONF-1: the stored configuration is there before the call answers', async () => {
    const profile = createMemoryProfile();
    const first = await scripted({ profile });
    await first.client.start();
    await first.settle();
    first.answer('/getSystemInfo', {
      code: 0,
      data: {
        sysInfo: { name: 'House', regtype: 1 },
        chatInfo: { redoTime: 60 },
        fileUpload: {},
        compass: { list: [] },
      },
    });
    await first.client.actions.refreshConfig();
    expect(first.client.core.get().config.sysInfo.name).toBe('House');
    await first.client.stop();
    const second = await scripted({ profile });
    second.answer('/getSystemInfo', { kind: 'broken' });
    await second.client.start();
    expect(second.client.core.get().config.chatInfo.redoTimeSec).toBe(60);
  });

  it('TIME-2: the minute ticks with the clock', async () => {
    const { client, clock } = await scripted();
    await client.start();
    const from = client.core.get().minute;
    expect(from).toBe(Math.floor(clock.nowMs() / 60_000));
    await clock.advance(180_000);
    expect(client.core.get().minute).toBe(from + 3);
  });
});
