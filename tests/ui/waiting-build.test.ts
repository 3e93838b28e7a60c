// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeOverMs } from '../../src/app/platform/limits.ts';

/** A newer worker that waits next to the active one. The test sets its state. */
class Waiting extends EventTarget {
  state = 'installed';
  readonly messages: unknown[] = [];
  postMessage(words: unknown): void {
    this.messages.push(words);
  }
  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

const reload = vi.fn();
let waiting: Waiting;
beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubEnv('PROD', true);
  waiting = new Waiting();
  const registration = Object.assign(new EventTarget(), {
    waiting,
    active: new EventTarget(),
    installing: null,
  });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { register: () => Promise.resolve(registration) },
  });
  document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest' }));
  vi.spyOn(location, 'reload').mockImplementation(reload);
  reload.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  document.head.replaceChildren();
});

/** The strip was pressed. */
async function readChoice(): Promise<void> {
  const { startWorker, takeBuild } = await import('../../src/app/platform/worker.ts');
  startWorker(
    () => 'en',
    () => undefined,
  );
  dispatchEvent(new Event('load'));
  await takeBuild();
  expect(waiting.messages).toEqual(['take over']);
  expect(reload).not.toHaveBeenCalled();
}

it('UPD-7: the window reloads once the newer build is in charge, and only once', async () => {
  await readChoice();
  waiting.become('activating');
  expect(reload).not.toHaveBeenCalled();
  waiting.become('activated');
  await vi.advanceTimersByTimeAsync(2 * takeOverMs);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('UPD-12: a newer build that is not let in charge: the page is left all the same, which lets it', async () => {
  await readChoice();
  await vi.advanceTimersByTimeAsync(takeOverMs - 1);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(reload).toHaveBeenCalledTimes(1);
});
