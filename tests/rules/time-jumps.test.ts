import { describe, expect, it } from 'vitest';
import { createVirtualClock, type VirtualClock } from '../../simulator/time/virtual-clock.ts';
import { browserClock } from '../../src/client/browser/system-adapter.ts';
import { newest } from '../../src/client/outbox/beside.ts';
import { createLeaseLock } from '../../src/client/persistence/lease-lock.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { frameQueue } from '../../src/client/state/frame-queue.ts';
import { codeAgainMs, leaseLimits, persistenceLimits } from '../../src/client/state/limits.ts';
import { slowLeftMs } from '../../src/client/state/slow-selectors.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/domain/duration.ts';
import { networkLimits } from '../../src/domain/first-limits.ts';
import { contactId, messageId } from '../../src/domain/ids.ts';
import { chatLimits, momentLimits, typingLimits, uploadLimits } from '../../src/domain/limits.ts';
import { outboxLimits } from '../../src/domain/list-limits.ts';
import { readRepository } from '../support/house/repository.ts';
import { loggedIn, messageOf, scripted, type Scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);
const nothing = () => undefined;
const LOST = { kind: 'timeout' } as const;

/** The device sleeps, and no timer runs; or its clock is set. */
const JUMPS: Readonly<Record<string, (clock: VirtualClock) => void>> = {
  'a sleep of nine hours': (clock) => clock.pass(9 * HOUR),
  'a sleep of 61 days': (clock) => clock.pass(61 * DAY),
  'a clock set back': (clock) => clock.jump(-DAY),
  'a clock set forward': (clock) => clock.jump(DAY),
};

/** A wait that has begun, and how often its work was done. */
interface Wait {
  readonly clock: VirtualClock;
  readonly count: () => number;
}
interface Timer {
  readonly what: string;
  readonly waitMs: number;
  readonly begin: () => Promise<Wait>;
  /** Its work is too old after 61 days (SEND-14). */
  readonly ages?: true;
}

const paths = (on: Scripted, path: string): Wait => ({ clock: on.clock, count: () => on.of(path).length });
const frames = (on: Scripted, type: string): Wait => ({
  clock: on.clock,
  count: () => on.sockets.flatMap((socket) => socket.types()).filter((one) => one === type).length,
});
const [FIRST_RETRY = 0] = outboxLimits.retryMs;

const TIMERS: Readonly<Record<string, readonly Timer[]>> = {
  'src/client/typing/client-reports.ts': [
    {
      what: 'moments are requested again',
      waitMs: momentLimits.askAgainMs,
      begin: async () => {
        const system = { code: 0, data: { compass: { status: 1 } } };
        return paths(
          await loggedIn({}, { '/getSystemInfo': system, '/moments/news': LOST }),
          '/moments/news',
        );
      },
    },
  ],
  'src/client/typing/typing.ts': [
    {
      what: 'the sign of a recording is repeated',
      waitMs: typingLimits.againMs,
      begin: async () => {
        const on = await loggedIn();
        on.client.actions.typing(BERT, 'recording');
        return frames(on, 'typing');
      },
    },
    {
      what: 'the sign of another user disappears',
      waitMs: typingLimits.hideAfterMs,
      begin: async () => {
        const on = await loggedIn();
        on.push('typing', { toContactId: 9, user_id: 9, name: 'Bert', what: 'text' });
        return { clock: on.clock, count: () => (on.client.core.get().typing?.get(BERT) ? 0 : 1) };
      },
    },
  ],
  'src/client/persistence/late-writes.ts': [
    {
      what: 'a changed state is stored',
      waitMs: persistenceLimits.saveAfterMs,
      begin: async () => {
        const on = await loggedIn();
        await on.clock.advance(5 * SECOND);
        let count = 0;
        const write = on.profile.records.write.bind(on.profile.records);
        Object.assign(on.profile.records, {
          write: (...given: Parameters<typeof write>) => ((count += 1), write(...given)),
        });
        on.push('simple', messageOf(1, 'one'), { stream: '7-9', seq: 1 });
        return { clock: on.clock, count: () => Math.min(1, count) };
      },
    },
  ],
  'src/client/persistence/lease-lock.ts': [
    {
      what: 'the lease is renewed',
      waitMs: leaseLimits.renewMs,
      begin: async () => {
        const clock = createVirtualClock();
        let count = 0;
        const records = {
          ...createMemoryProfile().records,
          write: () => ((count += 1), Promise.resolve(true)),
        };
        const lock = createLeaseLock({ clock, ids: { uuid: () => 'u', hex: () => 'h' }, records });
        lock.hold('7', () => new Promise(() => undefined), { steal: false });
        await clock.settle();
        return { clock, count: () => count };
      },
    },
  ],
  'src/client/state/frame-queue.ts': [
    {
      what: 'the code of streams is loaded again',
      waitMs: codeAgainMs,
      begin: async () => {
        const clock = createVirtualClock();
        let count = 0;
        const streams = { now: () => null, get: () => ((count += 1), Promise.reject(new Error('no'))) };
        frameQueue(
          { clock, streams, log: { write: nothing } },
          { self: () => null, take: nothing, onOverflow: nothing },
        ).prepare();
        await clock.settle();
        return { clock, count: () => count };
      },
    },
  ],
  'src/client/outbox/queue.ts': [
    {
      what: 'a message is sent again',
      waitMs: FIRST_RETRY,
      ages: true,
      begin: async () => {
        const on = await loggedIn({}, { '/sendMessage': LOST });
        await on.client.actions.send(BERT, { text: 'one', at: [], quote: null });
        return paths(on, '/sendMessage');
      },
    },
  ],
  'src/client/pending-changes/pending-changes.ts': [
    {
      what: 'a change is sent again',
      waitMs: FIRST_RETRY,
      begin: async () => {
        const on = await loggedIn({}, { '/setChatTop': LOST });
        await on.client.actions.setTop(BERT, true);
        return paths(on, '/setChatTop');
      },
    },
    {
      what: 'a recall is sent',
      waitMs: chatLimits.recallUndoMs,
      begin: async () => {
        const on = await loggedIn();
        on.client.actions.recallLater(messageId('m-1'), chatLimits.recallUndoMs);
        return paths(on, '/undoMessage');
      },
    },
  ],
  'src/client/uploads/uploads.ts': [
    {
      what: 'a file is sent again',
      waitMs: uploadLimits.retryMs,
      ages: true,
      begin: async () => {
        const on = await loggedIn({ takesFiles: true }, { '/uploadFile': LOST });
        void on.client.actions.sendFile(BERT, { name: 'a.txt', body: new Blob(['a']) });
        return paths(on, '/uploadFile');
      },
    },
  ],
  'src/client/connection/connection.ts': [
    {
      what: 'a heartbeat is sent',
      waitMs: networkLimits.heartbeatMs,
      begin: async () => frames(await loggedIn(), 'ping'),
    },
  ],
};

/** Places that only set a timer or measure what has elapsed: no wall clock decides when they end. */
const ONLY_TIMERS: ReadonlySet<string> = new Set([
  'src/client/actions/forwarding.ts',
  'src/client/actions/inbox-actions.ts',
  'src/client/uploads/elsewhere.ts',
  'src/client/uploads/records.ts',
  'src/client/call/signal-queue.ts',
  'src/client/group-call/call-reactions.ts',
  'src/client/group-call/group-call-requests.ts',
  'src/client/group-call/signal-lanes.ts',
  'src/client/sync/acks.ts',
  'src/client/sync/catch-up.ts',
  'src/client/outbox/write-retries.ts',
  'src/client/state/create-store.ts',
]);

interface Age {
  readonly what: string;
  /** The name of a jump after which no page can know it. */
  readonly isUnknown?: string;
  /** Fails if the jump changes what must stay. */
  readonly check: (jump: (clock: VirtualClock) => void, passedMs: number) => Promise<void>;
}

const file = (name: string) => ({ name: `${name}.txt`, body: new Blob([name]) });

/** Each reader of the wall clock, or why no jump can harm there. */
const AGES: Readonly<Record<string, readonly Age[] | string>> = {
  'src/client/pending-changes/contending.ts': [
    {
      what: 'the age of a change',
      // Some browsers do not count a sleep as elapsed time, so a clock set forward looks like one.
      isUnknown: 'a clock set forward',
      check: async (jump, passedMs) => {
        const on = await loggedIn();
        on.page.setOnline(false);
        await on.client.actions.setTop(BERT, true);
        await on.clock.advance(10 * SECOND);
        jump(on.clock);
        on.page.setOnline(true);
        await on.clock.advance(5 * SECOND);
        const ages = on.of('/setChatTop').map(({ body }) => (body as { readonly age_ms: number }).age_ms);
        expect(ages).toHaveLength(1);
        expect(Math.abs((ages[0] ?? 0) - passedMs - 10 * SECOND)).toBeLessThanOrEqual(5 * SECOND);
      },
    },
  ],
  'src/client/uploads/uploads.ts': [
    {
      what: 'the order of files over a reload',
      check: async (jump) => {
        const profile = createMemoryProfile();
        const first = await loggedIn({ profile, takesFiles: true }, { '/uploadFile': LOST });
        first.page.setOnline(false);
        void first.client.actions.sendFile(BERT, file('a'));
        await first.clock.advance(SECOND);
        jump(first.clock);
        void first.client.actions.sendFile(BERT, file('b'));
        await first.clock.advance(SECOND);
        await first.client.stop();
        const second = await scripted({ profile, clock: first.clock, takesFiles: true });
        second.page.setOnline(false);
        await second.client.start();
        await second.settle();
        expect(second.client.uploads.get().map((one) => one.file.name)).toEqual(['a.txt', 'b.txt']);
      },
    },
  ],
  'src/client/outbox/beside.ts': [
    {
      what: 'the newest one on its way',
      check: async (jump) => {
        const clock = createVirtualClock();
        const first = { id: messageId('a'), createdAtMs: clock.nowMs() };
        jump(clock);
        const second = { id: messageId('b'), createdAtMs: clock.nowMs(), after: first.id };
        expect([newest(first, second), newest(second, first)]).toEqual([second, second]);
        return Promise.resolve();
      },
    },
  ],
  'src/client/outbox/age.ts': [
    {
      what: 'the age of a message',
      check: async (jump, passedMs) => {
        const on = await loggedIn({}, { '/sendMessage': LOST });
        await on.client.actions.send(BERT, { text: 'one', at: [], quote: null });
        await on.settle();
        on.page.setOnline(false);
        jump(on.clock);
        on.page.setOnline(true);
        await on.clock.advance(SECOND);
        const isOld = passedMs > 60 * DAY;
        const [item] = on.client.core.get().outbox.get(BERT) ?? [];
        expect(item?.status === 'failed').toBe(isOld);
      },
    },
  ],
  'src/client/create-client.ts': [
    {
      what: 'the minute',
      check: async (jump) => {
        const on = await loggedIn();
        jump(on.clock);
        await on.clock.advance(MINUTE);
        expect(on.client.core.get().minute).toBe(Math.floor(on.clock.nowMs() / MINUTE));
      },
    },
  ],
  'src/client/state/slow-selectors.ts': [
    {
      what: 'the wait of the slow mode',
      check: async (jump) => {
        const clock = createVirtualClock();
        const sentMs = clock.nowMs();
        jump(clock);
        expect(slowLeftMs(sentMs, 30, clock.nowMs())).toBeLessThanOrEqual(30 * SECOND);
        expect(slowLeftMs(sentMs, 30, clock.nowMs())).toBeGreaterThanOrEqual(0);
        return Promise.resolve();
      },
    },
  ],
  'src/client/actions/forwarding.ts': 'the moment of a message, in the order of beside.ts',
  'src/client/actions/message-actions.ts': 'the moment of a message, in the order of beside.ts',
  'src/client/actions/file-actions.ts': 'the moment of a message, in the order of beside.ts',
  'src/client/actions/under-message-actions.ts': 'the moment that an answer is shown with',
  'src/client/actions/chat-actions.ts': 'the end of an undo: a row of pending-changes.ts',
  'src/client/pending-changes/pending-changes.ts': 'the end of an undo: a row of pending-changes.ts',
  'src/client/session/vanishing.ts': 'VANISH-6 and VANISH-7 set the clock by 40 days',
  'src/client/call/call-driver.ts': 'the end that a server gave; the configuration is loaded again',
  'src/client/group-call/group-call-driver.ts': 'the configuration is loaded again',
  'src/client/call/live-call.ts': 'CALL-17 returns to a call with another clock',
  'src/client/state/create-store.ts': 'the time in a recording',
  'src/client/state/inspection.ts': 'the time in a recording',
};

const PASSED: Readonly<Record<string, number>> = {
  'a sleep of nine hours': 9 * HOUR,
  'a sleep of 61 days': 61 * DAY,
};

describe('a wait during which time jumps', () => {
  const cases = Object.values(TIMERS).flatMap((rows) =>
    rows.flatMap((row) => Object.entries(JUMPS).map(([name, jump]) => ({ ...row, name, jump }))),
  );
  it.each(cases)('TIME-6: $what, after $name', async ({ waitMs, begin, jump, name, ages }) => {
    const { clock, count } = await begin();
    await clock.settle();
    await clock.settle();
    const before = count();
    await clock.advance(waitMs / 2);
    jump(clock);
    await clock.advance(waitMs / 2 - 1);
    const early = count() - before;
    await clock.advance(1);
    await clock.settle();
    const times = ages && name === 'a sleep of 61 days' ? 0 : 1;
    expect([early, count() - before]).toEqual([0, times]);
  });
});

describe('an age over which time jumps', () => {
  const cases = Object.values(AGES).flatMap((rows) =>
    typeof rows === 'string'
      ? []
      : rows.flatMap((row) =>
          Object.entries(JUMPS)
            .filter(([name]) => name !== row.isUnknown)
            .map(([name, jump]) => ({ ...row, name, jump })),
        ),
  );
  it.each(cases)('TIME-6: $what, after $name', async ({ check, jump, name }) => {
    await check(jump, PASSED[name] ?? 0);
  });
});

const places = (text: RegExp) =>
  [...readRepository()]
    .filter(([path, source]) => /^src\/client\/(?!browser\/)/.test(path) && text.test(source))
    .map(([path]) => path);

describe('the table of times', () => {
  it('TIME-6: a browser’s clock counts whole milliseconds, which requests may name', async () => {
    for (let at = 0; at < 20; at += 1) {
      expect(Number.isInteger(browserClock.elapsedMs())).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  });

  it('TIME-6: names each place that waits, and each that reads the wall clock', () => {
    const waits = [...Object.keys(TIMERS), ...ONLY_TIMERS, 'src/client/create-client.ts'];
    for (const path of places(/clock\.setTimeout\(/)) expect(waits, path).toContain(path);
    for (const path of places(/clock\.nowMs\(\)/)) expect(Object.keys(AGES), path).toContain(path);
  });
});
