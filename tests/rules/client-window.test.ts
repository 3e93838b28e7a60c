import { describe, expect, it } from 'vitest';
import { contactId, msgId } from '../../src/domain/ids.ts';
import { gate } from '../support/gate.ts';
import { messageOf, PARTNER, scripted, type Scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);
const page = { code: 0, data: [1, 2, 3].map((n) => messageOf(n, `line ${n}`)) };
const lists = (on: Scripted) => on.of('/getMessageList').length;
const window = ({ client }: Scripted) => client.core.get().conversations.get(BERT);
const texts = (on: Scripted) => on.notices.filter(({ kind }) => kind === 'text').length;

async function signedIn(): Promise<Scripted> {
  const on = await scripted();
  const data = [{ ...PARTNER, seq: 3, count: 3, mark: 0 }];
  on.answer('/getContacts', { code: 0, data, count: 0, page: 0, cursor: 'c0', epoch: 'e1', seq: 0 });
  await on.client.start();
  await on.login();
  await on.settle();
  return on;
}

describe('the chat on screen', () => {
  it.each(['the line is alive', 'everything missed is in'])(
    'STORE-15: a first page that was lost is asked for again when %s, and only the first time told',
    async (when) => {
      const on = await signedIn();
      on.answer('/getMessageList', { kind: 'timeout' });
      on.client.actions.openChat(BERT);
      await on.settle();
      const [asked, noticeCount] = [lists(on), texts(on)];
      if (when !== 'the line is alive') on.socket().close();
      await on.clock.advance(60_000);
      expect(lists(on)).toBeGreaterThan(asked);
      expect(texts(on)).toBe(noticeCount);
      on.answer('/getMessageList', page);
      await on.clock.advance(30_000);
      expect([window(on)?.size, window(on)?.live]).toEqual([3, true]);
    },
  );

  it('STORE-15: a page that becomes visible fetches only what it lacks', async () => {
    const on = await signedIn();
    on.answer('/getMessageList', { code: 400, msg: 'not now' });
    on.client.actions.openChat(BERT);
    await on.settle();
    const [asked, noticeCount] = [lists(on), on.notices.length];
    on.page.setVisible(false);
    await on.settle();
    expect(lists(on)).toBe(asked);
    on.page.setVisible(true);
    await on.settle();
    expect([lists(on), on.notices.length]).toEqual([asked + 1, noticeCount]);
    on.page.setVisible(false);
    on.answer('/getMessageList', page);
    on.page.setVisible(true);
    await on.settle();
    expect([lists(on), window(on)?.size, on.client.core.get().open]).toEqual([asked + 2, 3, BERT]);
    on.page.setVisible(false);
    expect(on.client.core.get().open).toBeNull();
    on.page.setVisible(true);
    await on.settle();
    expect([lists(on), on.client.core.get().open]).toEqual([asked + 2, BERT]);
  });

  it('STORE-17: a caller that waits for a failing page gets the failure and sends no request', async () => {
    const on = await signedIn();
    const slow = gate();
    on.answer('/getMessageList', () => slow.passed.then(() => ({ kind: 'broken' }) as const));
    on.client.actions.openChat(BERT);
    const older = on.client.actions.loadOlder(BERT);
    const match = on.client.actions.loadUntil(BERT, msgId(1_001));
    await on.settle();
    expect(lists(on)).toBe(1);
    slow.open();
    expect([(await older).ok, (await match).ok]).toEqual([false, false]);
  });

  it('STORE-17: a complete window requests nothing', async () => {
    const on = await signedIn();
    on.answer('/getMessageList', page);
    const none = { ok: true, value: { more: false } };
    expect(await on.client.actions.loadNewer(BERT)).toEqual(none);
    expect(await on.client.actions.loadOlder(BERT)).toEqual(none);
    expect(lists(on)).toBe(0);
    on.client.actions.openChat(BERT);
    await on.settle();
    expect(await on.client.actions.loadNewer(BERT)).toEqual(none);
    expect(await on.client.actions.loadOlder(BERT)).toEqual(none);
    expect(await on.client.actions.loadUntil(BERT, msgId(1_002))).toEqual({ ok: true, value: true });
    expect(lists(on)).toBe(1);
  });

  it('COUNT-2: the pending read mark never moves back', async () => {
    const on = await signedIn();
    on.page.setOnline(false);
    const makeExpected = () => on.client.core.get().pending.read.get(BERT);
    for (const n of [0, 2, 1, 3, 2]) on.client.actions.markRead(BERT, n);
    expect(makeExpected()).toBe(3);
    on.push('readMark', { id: 9, mark: 3, own: 0, seq: 3, count: 3 }, { stream: 'u7', seq: 1 });
    await on.settle();
    on.client.actions.markRead(BERT, 2);
    expect(makeExpected()).toBeUndefined();
  });
});
