import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deliveryOf, timeline, type TimelineInput } from '../../src/app/screens/conversation/timeline.ts';
import type { OutboxItem } from '../../src/client/state/state.ts';
import { userId } from '../../src/domain/ids.ts';
import type { Message } from '../../src/domain/message.ts';
import { MORNING, by, message, waiting } from '../support/contacts.ts';

const me = userId(1);
const base: TimelineInput = {
  items: [],
  self: me,
  unreadAfter: null,
  dayOf: (ms) => Math.floor(ms / 86_400_000),
};
interface Given {
  readonly messages?: readonly Message[];
  readonly waiting?: readonly OutboxItem[];
  readonly unreadAfter?: number;
}
const rows = ({ messages = [], waiting = [], unreadAfter }: Given) =>
  timeline({
    ...base,
    unreadAfter: unreadAfter ?? null,
    items: [
      ...messages.map((message) => ({ kind: 'message' as const, key: message.id, message })),
      ...waiting.map((item) => ({ kind: 'outgoing' as const, key: item.message.id, item })),
    ],
  });
const shape = (input: Given) =>
  rows(input).map((row) => `${row.key}${row.first ? '(' : ''}${row.last ? ')' : ''}`);

const lines = (given: Given) => rows({ ...given, unreadAfter: 1 }).filter((row) => row.startsUnread).length;

describe('rows of the chat', () => {
  it('UI-12: messages of one sender within five minutes share one avatar and name', () => {
    expect(shape({ messages: [message(1), message(2), message(3)] })).toEqual(['m1(', 'm2', 'm3)']);
    expect(shape({ messages: [message(1), message(2, { from: by(3) }), message(3)] })).toEqual([
      'm1()',
      'm2()',
      'm3()',
    ]);
    const later = { sentAtMs: MORNING + 1_000 + 5 * 60_000 };
    expect(shape({ messages: [message(1), message(2, later)] })).toEqual(['m1()', 'm2()']);
    expect(shape({ messages: [message(1), message(2, { sentAtMs: later.sentAtMs - 1 })] })).toEqual([
      'm1(',
      'm2)',
    ]);
  });

  it('UI-178: a message an hour after the one above it has more room', () => {
    const late = { sentAtMs: message(2).sentAtMs + 3_600_000 };
    expect(rows({ messages: [message(1), message(2), message(3, late)] }).map((row) => row.rested)).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('UI-12: an event line ends a run', () => {
    expect(shape({ messages: [message(1), message(2, { type: 'event' }), message(3)] })).toEqual([
      'm1()',
      'm2()',
      'm3()',
    ]);
    expect(rows({ messages: [message(1, { recalled: true })] })[0]?.kind).toBe('event');
  });

  it('UI-12: every local day begins with its pill and a new run', () => {
    const night = Date.UTC(2026, 2, 2, 23, 59, 59);
    const list = rows({
      messages: [message(1, { sentAtMs: night }), message(2, { sentAtMs: night + 1_000 })],
    });
    expect(list.map((row) => row.startsDay)).toEqual([true, true]);
    expect(list[1]?.first).toBe(true);
  });

  it('UI-12: the unread line appears once, above the first message of another user after the mark', () => {
    const messages = [
      message(1),
      message(2, { from: by(1) }),
      message(3, { from: by(1) }),
      message(4),
      message(5),
    ];
    expect(rows({ messages, unreadAfter: 1 }).map((row) => row.startsUnread)).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
    expect(rows({ messages, unreadAfter: 5 }).some((row) => row.startsUnread)).toBe(false);
    expect(rows({ messages }).some((row) => row.startsUnread)).toBe(false);
  });

  it('UI-12: a user who has answered sees no unread line any longer', () => {
    const messages = [message(1), message(2), message(3)];
    expect(lines({ messages })).toBe(1);
    expect(lines({ messages, waiting: [waiting('w1')] })).toBe(0);
    expect(lines({ messages: [...messages, message(4, { from: by(1) })] })).toBe(0);
  });

  it('SEND-7: a waiting message is last and joins the run of the user’s sent ones', () => {
    expect(shape({ messages: [message(1, { from: by(1) })], waiting: [waiting('w1')] })).toEqual([
      'm1(',
      'w1)',
    ]);
  });

  it('SEND-4: an unknown outcome shows as sending, a refusal as failed', () => {
    const all = (['queued', 'sending', 'unknown', 'failed'] as const).map(
      (status) => rows({ waiting: [waiting('w', { status })] })[0],
    );
    expect(all.map((row) => row && deliveryOf(row, false))).toEqual(['going', 'going', 'going', 'failed']);
  });

  it('UI-94: an own message from before the opening does not answer the unread ones', () => {
    const list = [message(1), message(2), message(3, { from: by(1) }), message(4)];
    const items = list.map((one) => ({ kind: 'message' as const, key: one.id, message: one }));
    const lines = (knownTo: number) =>
      timeline({ items, self: userId(1), unreadAfter: 1, countAtOpening: knownTo, dayOf: () => 0 })
        .filter((row) => row.startsUnread)
        .map((row) => row.key);
    expect([lines(4), lines(2)]).toEqual([['m2'], []]);
  });

  it('UI-94, CALL-41: calls that I took or refused are not what is new; one that I missed is', () => {
    const calls = [906, 903, 902].map((code, at) =>
      message(at + 2, { type: 'webrtc', extra: { code, type: 0 } }),
    );
    const items = [message(1), ...calls].map((one) => ({
      kind: 'message' as const,
      key: one.id,
      message: one,
    }));
    expect(
      timeline({ items, self: userId(1), unreadAfter: 1, dayOf: () => 0 })
        .filter((row) => row.startsUnread)
        .map((row) => row.key),
    ).toEqual(['m4']);
  });

  it('UI-12: loading older messages only adds rows in front', () => {
    const step = fc.record({
      gap: fc.integer({ min: 0, max: 90_000_000 }),
      who: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), fc.nat(), (steps, cut) => {
        let at = MORNING;
        const messages = steps.map(({ gap, who }, i) =>
          message(i + 1, { from: by(who), sentAtMs: (at += gap) }),
        );
        const tail = rows({ messages: messages.slice(cut % messages.length) });
        const whole = rows({ messages });
        expect(whole.slice(-tail.length).map((row) => row.key)).toEqual(tail.map((row) => row.key));
        expect(whole.filter((row) => row.first).length).toBe(whole.filter((row) => row.last).length);
      }),
    );
  });
});
