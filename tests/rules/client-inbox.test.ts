import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  INBOX_REASONS,
  type InboxMark,
  NOTHING_MARKED,
  openReasons,
  withDone,
  withoutDone,
} from '../../src/domain/inbox.ts';
import { msgId } from '../../src/domain/ids.ts';
import { inboxLimits } from '../../src/domain/message-limits.ts';
import { loggedIn } from '../support/scripted-server.ts';

const mark = fc.record({
  msgId: fc.integer({ min: 1, max: 30 }).map(msgId),
  why: fc.subarray([...INBOX_REASONS], { minLength: 1 }),
  atMs: fc.integer({ min: 1, max: 1_000 }),
}) satisfies fc.Arbitrary<InboxMark>;
const limits = { sinceMs: 0, most: 100 };

describe('the register of done entries', () => {
  it('INBOX-4: two devices that mark in any order end with the same register', () => {
    fc.assert(
      fc.property(fc.array(mark), fc.array(mark), (one, other) => {
        const open = (first: readonly InboxMark[], second: readonly InboxMark[]) => {
          const done = withDone(withDone(NOTHING_MARKED, first, limits), second, limits);
          return [...one, ...other].map((entry) => openReasons(entry, done));
        };
        expect(open(one, other)).toEqual(open(other, one));
        expect(open(one, other).flat()).toEqual([]);
      }),
    );
  });

  it('INBOX-4: a new reason and a later reaction are open again', () => {
    const done = withDone(NOTHING_MARKED, [{ msgId: msgId(1), why: ['thread'], atMs: 5 }], limits);
    expect(openReasons({ msgId: msgId(1), why: ['mention', 'thread'], atMs: 5 }, done)).toEqual(['mention']);
    const reacted = withDone(done, [{ msgId: msgId(2), why: ['reaction'], atMs: 7 }], limits);
    expect(openReasons({ msgId: msgId(2), why: ['reaction'], atMs: 7 }, reacted)).toEqual([]);
    expect(openReasons({ msgId: msgId(2), why: ['reaction'], atMs: 8 }, reacted)).toEqual(['reaction']);
    expect(
      openReasons({ msgId: msgId(2), why: ['reaction'], atMs: 7 }, withoutDone(reacted, [msgId(2)])),
    ).toEqual(['reaction']);
  });

  it('INBOX-4: above the limit the oldest are done by their time, and past ones are forgotten', () => {
    const marks = [5, 6, 7].map((atMs) => ({ msgId: msgId(atMs), why: ['mention'] as const, atMs }));
    const done = withDone(NOTHING_MARKED, marks, { sinceMs: 0, most: 2 });
    expect(done).toEqual({
      beforeMs: 5,
      list: [
        [7, 1, 7],
        [6, 1, 6],
      ],
    });
    for (const one of marks) expect(openReasons(one, done)).toEqual([]);
    expect(withDone(done, [], { sinceMs: 7, most: 2 }).list).toEqual([[7, 1, 7]]);
  });
});

describe('requests for the inbox', () => {
  it('INBOX-6: those made at one time share the next one, and a later one asks again', async () => {
    const on = await loggedIn({}, { '/getInbox': { code: 0, data: [] } });
    const inbox = () => on.client.actions.inbox();
    const count = () => on.of('/getInbox').length;
    await Promise.all([inbox(), inbox()]);
    expect(count()).toBe(1);
    const both = [inbox(), inbox()];
    await on.settle();
    expect(count()).toBe(1);
    await on.clock.advance(inboxLimits.reloadMs);
    expect((await Promise.all(both)).map(({ ok }) => ok)).toEqual([true, true]);
    expect(count()).toBe(2);
  });

  it('INBOX-6: a request that waits ends with its login', async () => {
    const on = await loggedIn({}, { '/getInbox': { code: 0, data: [] } });
    await on.client.actions.inbox();
    const waiting = on.client.actions.inbox();
    on.answer('/logout', { code: 0, data: {} });
    await on.client.actions.logout();
    await on.clock.advance(inboxLimits.reloadMs);
    expect((await waiting).ok).toBe(false);
    expect(on.of('/getInbox').length).toBe(1);
  });
});
