import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Copies } from '../../ports/copies.ts';
import type { Log } from '../../ports/log.ts';
import type { Drills } from './drill-clock.ts';
import type { CopyState } from './copier.ts';
import { copyLimits as limits } from '../kernel/copy-limits.ts';

/**
 * Copies are made by a process of their own: it packs, closes and waits for disks, which nobody who writes a
 * message is to wait for. When it ends by itself it is started anew.
 */
export function startCopies(script: string, log: Log): Copies {
  let [stops, said] = [false, ''];
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | null = null;
  let state: CopyState & Drills = {
    copiedMs: Date.now(),
    wholeMs: 0,
    sumsMs: 0,
    fault: null,
    drilledMs: Date.now(),
    drillFault: null,
  };

  const tell = (fault: string | null): void => {
    if (fault !== null && said === '') log.write('error', `copies cannot be made: ${fault}`);
    if (fault === null && said !== '') log.write('warn', 'copies are made again');
    said = fault ?? '';
  };
  const begin = (): void => {
    timer = null;
    child = fork(script, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    child.on('message', (now: CopyState & Drills) => {
      if (now.drillFault !== null && now.drillFault !== state.drillFault)
        log.write('error', `a drill of the copies failed: ${now.drillFault}`);
      state = now;
      tell(now.fault);
    });
    child.on('exit', () => {
      child = null;
      if (stops) return;
      tell('their process ended');
      timer = setTimeout(begin, limits.againMs);
    });
  };
  begin();
  return {
    state: () => ({
      ...state,
      isLate: Date.now() - state.copiedMs > limits.lateMs,
      isDrillLate: Date.now() - state.drilledMs > limits.drillLateMs,
    }),
    stop: async () => {
      stops = true;
      if (timer !== null) clearTimeout(timer);
      if (child === null) return;
      const ended = once(child, 'exit');
      child.send('stop');
      await ended;
    },
  };
}
