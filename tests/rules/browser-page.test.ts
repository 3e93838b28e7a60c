import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { pageAddresses } from '../../src/client/browser/addresses.ts';
import { pageFrames } from '../../src/client/browser/frames-adapter.ts';
import { createIndexedDbRecords } from '../../src/client/browser/indexeddb-adapter.ts';
import { browserClock } from '../../src/client/browser/system-adapter.ts';
import { createTabLock } from '../../src/client/browser/web-lock-adapter.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { countingIds } from '../support/counting-ids.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('PHONE-6: a page that was built for no host finds its server where it came from', () => {
  vi.stubGlobal('window', { location: { origin: 'https://chat.example.org' } });
  expect(pageAddresses()).toEqual({ base: 'https://chat.example.org', socket: 'wss://chat.example.org/wss' });
});

it('VANISH-1: a wait of 90 days, longer than a timer can hold, is the longest that it can', () => {
  const set = vi.spyOn(globalThis, 'setTimeout').mockReturnValue(0 as never);
  for (const waitMs of [0, 2 ** 31 - 1, 2 ** 31, 90 * 86_400_000])
    browserClock.setTimeout(() => undefined, waitMs);
  expect(set.mock.calls.map(([, waitMs]) => waitMs)).toEqual([0, 2 ** 31 - 1, 2 ** 31 - 1, 2 ** 31 - 1]);
});

it('STORE-14: after a frame that took long the page rests before it draws again', () => {
  const ports: { said: number; heard: () => void }[] = [];
  vi.stubGlobal(
    'MessageChannel',
    class {
      readonly port1;
      readonly port2;
      constructor() {
        const channel = { said: 0, heard: () => undefined as void };
        ports.push(channel);
        this.port1 = {
          addEventListener: (_: string, run: () => void) => void (channel.heard = run),
          start: () => undefined,
        };
        this.port2 = { postMessage: () => void (channel.said += 1) };
      }
    },
  );
  let nowMs = 1_000;
  const frames: (() => void)[] = [];
  const waits: unknown[] = [];
  vi.stubGlobal('performance', { now: () => nowMs });
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  vi.stubGlobal('setTimeout', (_: () => void, waitMs: number) => waits.push(waitMs));
  const draw = pageFrames();
  const drawn: string[] = [];
  draw(() => void drawn.push('one'));
  frames.shift()?.();
  expect([drawn, ports[0]?.said]).toEqual([['one'], 1]);
  // It is on the screen half a second later.
  nowMs += 500;
  ports[0]?.heard();
  draw(() => void drawn.push('two'));
  expect([drawn, frames.length, waits.length]).toEqual([['one'], 0, 1]);
  expect(Number(waits[0])).toBeGreaterThan(0);
});

it('STORE-12: a tab waits for the lock of the browser, or steals it, and lets go', async () => {
  const request: { readonly steal: unknown; readonly aborted: () => boolean | undefined; end: () => void }[] =
    [];
  vi.stubGlobal('navigator', {
    locks: {
      request: (_: string, { steal, signal }: LockOptions, run: () => Promise<void>) =>
        Promise.race([
          run(),
          new Promise<void>((_done, fail) => {
            request.push({ steal, aborted: () => signal?.aborted, end: () => fail(new Error('stolen')) });
          }),
        ]),
    },
  });
  const lock = await createTabLock({
    clock: createVirtualClock(),
    ids: countingIds(),
    records: createMemoryProfile().records,
  });
  const log: string[] = [];
  const hold = (name: string, steal: boolean) =>
    lock.hold(
      '7',
      async (lost) => {
        log.push(`${name} has it`);
        await lost;
        log.push(`${name} lost it`);
      },
      { steal },
    );
  const letGo = hold('waiting', false);
  hold('stealing', true);
  // Browsers refuse one that steals and can be cancelled.
  expect(request.map(({ steal, aborted }) => [steal, aborted()])).toEqual([
    [undefined, false],
    [true, undefined],
  ]);
  letGo();
  request[1]?.end();
  await vi.waitFor(() => expect(log).toHaveLength(4));
  expect([log.slice(0, 2), request[0]?.aborted()]).toEqual([['waiting has it', 'stealing has it'], true]);
});

it('STORE-5: a database that failed to open is opened again at the next use', async () => {
  const records = createIndexedDbRecords();
  await new Promise((made) => (indexedDB.open('newer', 5).onsuccess = made));
  const open = indexedDB.open.bind(indexedDB);
  const refused = vi.spyOn(indexedDB, 'open').mockImplementation(() => open('newer', 1));
  await expect(records.readAll('7', 'outbox')).rejects.toThrow(DOMException);
  refused.mockRestore();
  expect(await records.readAll('7', 'outbox')).toEqual(new Map());
});
