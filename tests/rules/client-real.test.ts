import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contactId, userId, type ContactId } from '../../src/domain/ids.ts';
import { toPlain } from '../../src/domain/markup.ts';
import { browser, isBound, signIn, until, type Browser, type Tab } from '../support/real-device.ts';
import { PASSWORD, startWorld, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(async () => {
  await world.close();
});

const draft = (text: string) => ({ text, at: [], quote: null });
const idOf = (tab: Tab): number => tab.client.core.get().self?.id ?? 0;
const state = (tab: Tab) => tab.client.core.get();

const texts = (tab: Tab, chat: ContactId): readonly string[] =>
  (state(tab).conversations.get(chat)?.chunks ?? []).flatMap((chunk) =>
    chunk.filter((one) => one.type === 'text').map((one) => toPlain(one.content)),
  );

const waiting = (tab: Tab, chat: ContactId): readonly string[] =>
  (state(tab).outbox.get(chat) ?? []).map((one) => toPlain(one.message.content));

const sends = (tab: Tab): number =>
  tab.network.requests.filter((one) => one.path.endsWith('sendMessage')).length;

interface Pair {
  readonly a: Tab;
  readonly b: Tab;
  readonly aBrowser: Browser;
  readonly bBrowser: Browser;
  /** The other one, as each of them sees it. */
  readonly toB: ContactId;
  readonly toA: ContactId;
}

/** Two users who are friends and see each other in their lists. */
async function friends(): Promise<Pair> {
  const [aBrowser, bBrowser] = [browser(world), browser(world)];
  const [a, b] = [await aBrowser.open(), await bBrowser.open()];
  await signIn(world, a, 'anna');
  await signIn(world, b, 'bert');
  const [toB, toA] = [contactId(idOf(b)), contactId(idOf(a))];
  expect((await a.client.actions.applyFriend(userId(idOf(b)), 'hello')).ok).toBe(true);
  await until(world, () => state(b).totals.system === 1);
  const list = await b.client.actions.applications('received', 1, 20);
  const row = list.ok ? list.value.rows[0] : undefined;
  expect(row?.person.account).toBe('anna');
  expect((await b.client.actions.answerApplication(row?.friendId ?? 0, true)).ok).toBe(true);
  await until(
    world,
    () => state(a).contacts.has(toB) && state(b).contacts.has(toA) && state(b).totals.system === 0,
  );
  return { a, b, aBrowser, bBrowser, toB, toA };
}

describe('two real clients and the real server', () => {
  it('UI-4: become friends and talk; unread rises, and reading takes it back on both sides', async () => {
    const { a, b, toB, toA } = await friends();
    a.client.actions.openChat(toB);
    await until(world, () => state(a).conversations.get(toB)?.live === true);
    expect((await a.client.actions.send(toB, draft('hi <b>&'))).ok).toBe(true);
    await until(world, () => texts(a, toB).length === 1 && state(b).totals.unread === 1);
    expect(waiting(a, toB)).toEqual([]);
    expect(b.notices.filter((one) => one.kind === 'sound').length).toBeGreaterThan(0);
    b.client.actions.openChat(toA);
    await until(world, () => texts(b, toA).length === 1 && state(b).totals.unread === 0);
    expect(texts(b, toA)).toEqual(['hi <b>&']);
    await until(
      world,
      () => state(a).contacts.get(toB)?.counting.peerMark === state(b).contacts.get(toA)?.counting.count,
    );
  });

  it('SEND-4, SEND-7, SEND-1: an answer that is lost makes no second message', async () => {
    const { a, b, toB, toA } = await friends();
    a.client.actions.openChat(toB);
    b.client.actions.openChat(toA);
    await until(world, () => state(b).conversations.get(toA)?.live === true);
    a.network.loseAnswers = /sendMessage/;
    a.network.cutSocket();
    await a.client.actions.send(toB, draft('once'));
    await until(world, () => texts(b, toA).length === 1);
    expect(waiting(a, toB)).toEqual(['once']);
    a.network.loseAnswers = null;
    await until(world, () => waiting(a, toB).length === 0 && isBound(a));
    await world.clock.advance(60_000);
    expect([texts(a, toB), texts(b, toA)]).toEqual([['once'], ['once']]);
  });

  it('SEND-3, SEND-6, SEND-15: written offline, reloaded before it went out, delivered once and in order', async () => {
    const { a, b, aBrowser, toB, toA } = await friends();
    b.client.actions.openChat(toA);
    a.network.unplug();
    const before = a.network.requests.length;
    for (const word of ['one', 'two', 'three']) await a.client.actions.send(toB, draft(word));
    await world.clock.advance(200_000);
    expect(a.network.requests.slice(before).filter((one) => /sendMessage/.test(one.path))).toEqual([]);
    expect(waiting(a, toB)).toEqual(['one', 'two', 'three']);
    await a.crash();
    const again = await aBrowser.open();
    expect(state(again).contacts.has(toB)).toBe(true);
    await until(world, () => texts(b, toA).length === 3 && waiting(again, toB).length === 0);
    expect(texts(b, toA)).toEqual(['one', 'two', 'three']);
    expect(again.network.requests.filter((one) => /sendMessage/.test(one.path))).toHaveLength(1);
  });

  it('STORE-4: a cold start shows the last state before the network answers', async () => {
    const { a, b, aBrowser, toB, toA } = await friends();
    a.client.actions.openChat(toB);
    await b.client.actions.send(toA, draft('remember me'));
    await until(world, () => texts(a, toB).length === 1);
    await world.clock.advance(5_000);
    await a.crash();
    const again = await aBrowser.open();
    again.network.unplug();
    expect(again.client.session.get()).toEqual({ name: 'signedIn' });
    expect(state(again).contacts.get(toB)?.last?.content).toBe('remember me');
    expect(texts(again, toB)).toEqual(['remember me']);
  });

  it('STREAM-13, SYNC-1: a client that was away catches up through sync without fetching the list again', async () => {
    const { a, b, toB, toA } = await friends();
    a.client.actions.openChat(toB);
    await until(world, () => state(a).conversations.get(toB)?.live === true);
    a.network.unplug();
    for (const word of ['while', 'you', 'were', 'away']) await b.client.actions.send(toA, draft(word));
    await until(world, () => waiting(b, toA).length === 0);
    const before = a.network.requests.length;
    a.network.plug();
    await until(world, () => texts(a, toB).length === 4);
    const requests = a.network.requests.slice(before).map((one) => one.path);
    expect(requests.filter((path) => path.endsWith('im/sync')).length).toBeGreaterThan(0);
    expect(requests.filter((path) => /getContacts$|getMessageList$/.test(path))).toEqual([]);
  });

  it('SEND-12: a pin made offline waits and reaches the other device', async () => {
    const { a, toB } = await friends();
    const other = await browser(world).open();
    await signIn(world, other, 'anna');
    a.network.unplug();
    await a.client.actions.setTop(toB, false);
    await a.client.actions.setTop(toB, true);
    expect(state(a).pending.top.get(toB)).toBe(true);
    await world.clock.advance(60_000);
    expect(state(other).contacts.get(toB)?.isTop).toBe(false);
    a.network.plug();
    await until(
      world,
      () => state(other).contacts.get(toB)?.isTop === true && state(a).pending.top.size === 0,
    );
    expect(state(a).contacts.get(toB)?.isTop).toBe(true);
  });

  it('EFFECT-3, GROUP-1: a new group reaches everyone, and each socket confirms it', async () => {
    const { a, b } = await friends();
    const made = await a.client.actions.createGroup([userId(idOf(b))], 'Team');
    if (!made.ok) throw new Error(JSON.stringify(made.reason));
    await until(world, () => state(b).contacts.has(made.value));
    await until(world, () => b.network.requests.some((one) => one.path.endsWith('bindGroup')));
    await a.client.actions.send(made.value, {
      text: 'hello @all',
      at: [{ id: 0, name: 'all' }],
      quote: null,
    });
    await until(world, () => state(b).totals.mentions === 1);
    await b.client.actions.readMentions(made.value);
    await until(world, () => state(b).totals.mentions === 0 && state(b).pending.mentionsRead.size === 0);
  });

  it('SESS-2, SESS-3: a revoked token ends the session, and what was unsent goes out after the next login', async () => {
    const { a, b, toB, toA } = await friends();
    b.client.actions.openChat(toA);
    await until(world, () => state(b).conversations.get(toA)?.live === true);
    await world.server.core.store.write(async (tx) => tx.tokens.endOf(userId(idOf(a))));
    const [anna, chat] = [idOf(a), toB];
    await a.client.actions.send(chat, draft('later'));
    await until(world, () => a.client.session.get().name === 'ended');
    expect(a.notices.filter((one) => one.kind === 'toLogin')).toHaveLength(1);
    expect(texts(b, toA)).toEqual([]);
    await signIn(world, a, 'anna');
    expect(idOf(a)).toBe(anna);
    await until(world, () => texts(b, toA).length === 1);
    expect(texts(b, toA)).toEqual(['later']);
  });

  it('SOCK-13, ACC-13: a password changed elsewhere shows the login at once, and after an hour without a network as soon as there is one', async () => {
    const [here, there, away] = [
      await browser(world).open(),
      await browser(world).open(),
      await browser(world).open(),
    ];
    for (const tab of [here, there, away]) await signIn(world, tab, 'anna');
    away.network.unplug();
    const began = world.clock.elapsedMs();
    expect(
      (
        await here.client.actions.changePassword({
          original: PASSWORD,
          code: '',
          password: 'another-2',
          repeat: 'another-2',
        })
      ).ok,
    ).toBe(true);
    await until(world, () => there.client.session.get().name === 'ended');
    expect(world.clock.elapsedMs() - began).toBeLessThan(5_000);
    expect(there.notices.filter((one) => one.kind === 'toLogin')).toHaveLength(1);
    await world.clock.advance(3_600_000);
    expect(away.client.session.get().name).toBe('signedIn');
    away.network.plug();
    await until(world, () => away.client.session.get().name === 'ended');
    await world.clock.advance(60_000);
    expect([here.client.session.get().name, isBound(here)]).toEqual(['signedIn', true]);
  });

  it('STORE-12: two tabs of one person: one sends, a message is there once, and the other takes over', async () => {
    const { a, b, aBrowser, toB, toA } = await friends();
    b.client.actions.openChat(toA);
    const second = await aBrowser.open();
    await until(world, () => isBound(second) && state(second).contacts.has(toB));
    a.page.setVisible(false);
    await a.client.actions.send(toB, draft('from the hidden tab'));
    await second.client.actions.send(toB, draft('from the visible tab'));
    await until(
      world,
      () => texts(b, toA).length === 2 && waiting(a, toB).length === 0 && waiting(second, toB).length === 0,
    );
    expect(sends(a)).toBe(0);
    expect(sends(second)).toBeGreaterThan(0);
    await second.crash();
    a.page.setVisible(true);
    await a.client.actions.send(toB, draft('alone again'));
    await until(world, () => texts(b, toA).length === 3);
    expect([...texts(b, toA)].toSorted()).toEqual([
      'alone again',
      'from the hidden tab',
      'from the visible tab',
    ]);
  });
});
