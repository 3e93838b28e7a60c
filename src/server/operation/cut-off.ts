import type { StoreWay } from '../kernel/core.ts';
import { nodeLimits as limits } from '../kernel/limits.ts';
import type { Core } from '../kernel/core.ts';

interface Parts {
  readonly core: Pick<Core, 'clock' | 'log' | 'peers'>;
  /** Closes all sockets and accepts none, or accepts them again. */
  readonly goElsewhere: (elsewhere: boolean) => void;
}

/**
 * A node cut off from the store is useless to its users while others work: after 10 s it disconnects them
 * (NODE-11). If no other node reaches the store, they stay.
 */
export function watchWay({ core: { clock, log, peers }, goElsewhere }: Parts): StoreWay {
  let timer: unknown = null;
  let [isElsewhere, silent, lastMs] = [false, false, clock.elapsedMs()];

  const judge = async (): Promise<void> => {
    timer = null;
    if (!peers) return;
    const works = await Promise.all(
      peers.nodes().map((name) => peers.ask(name, 'store', null).catch(() => false)),
    );
    // It may have returned while the others were asked.
    if (!silent) return;
    if (!works.includes(true)) return wait(limits.isolationRetryMs);
    isElsewhere = true;
    log.write('error', 'cut off from the store while other nodes work: people are sent to them');
    goElsewhere(true);
  };
  const wait = (ms: number): void => {
    timer ??= clock.setTimeout(() => void judge(), ms);
  };
  peers?.answer('store', () => clock.elapsedMs() - lastMs < limits.storeWorksMs);
  return {
    onAsked() {
      if (silent || isElsewhere) return;
      silent = true;
      wait(limits.isolationMs);
    },
    answered() {
      [silent, lastMs] = [false, clock.elapsedMs()];
      clock.clearTimeout(timer);
      timer = null;
      if (!isElsewhere) return;
      isElsewhere = false;
      log.write('warn', 'the store answers again');
      goElsewhere(false);
    },
    stop: () => clock.clearTimeout(timer),
  };
}
