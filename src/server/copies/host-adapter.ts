import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Copies, CopiesState } from '../../ports/copies.ts';
import type { Log } from '../../ports/log.ts';
import type { Drills } from './drill-clock.ts';
import type { CopyState } from './copier.ts';
import type { FilesState } from './file-copier.ts';
import { copyLimits as limits } from '../kernel/copy-limits.ts';

/** Status messages of the process. */
export interface ProcessState extends CopyState, Drills {
  /** Null: files are not copied. */
  readonly files: FilesState | null;
}

/** Totals of earlier processes. */
interface Past {
  readonly failures: number;
  readonly drillFailures: number;
}

/**
 * Copies are made by a separate process: it compresses, encrypts and waits for disks, which must not delay
 * messages. If it ends unexpectedly it is restarted.
 */
export function startCopies(script: string, log: Log): Copies {
  let [stops, loggedFault] = [false, ''];
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | null = null;
  let past: Past = { failures: 0, drillFailures: 0 };
  let state: ProcessState = {
    copiedMs: Date.now(),
    wholeMs: 0,
    seriesBytes: null,
    failures: 0,
    sumsMs: 0,
    fault: null,
    drilledMs: Date.now(),
    drillFault: null,
    drillFailures: 0,
    files: null,
  };

  const tell = (fault: string | null): void => {
    if (fault !== null && loggedFault === '') log.write('error', `copies have a fault: ${fault}`);
    if (fault === null && loggedFault !== '') log.write('warn', 'copies have no fault any more');
    loggedFault = fault ?? '';
  };
  const begin = (): void => {
    timer = null;
    child = fork(script, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    child.on('message', (now: ProcessState) => {
      if (now.drillFault !== null && now.drillFault !== state.drillFault)
        log.write('error', `a drill of the copies failed: ${now.drillFault}`);
      state = now;
      tell(now.fault ?? (now.files?.filesFault ? `files: ${now.files.filesFault}` : null));
    });
    child.on('exit', () => {
      child = null;
      if (stops) return;
      past = sumOf(past, state);
      past = { ...past, failures: past.failures + 1 };
      state = {
        ...state,
        failures: 0,
        drillFailures: 0,
        files: state.files && { ...state.files, filesFailures: 0 },
      };
      tell('their process ended');
      timer = setTimeout(begin, limits.againMs);
    });
  };
  begin();
  return {
    state: () => copiesStateOf(state, past),
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

const sumOf = (past: Past, { failures, drillFailures, files }: ProcessState): Past => ({
  failures: past.failures + failures + (files?.filesFailures ?? 0),
  drillFailures: past.drillFailures + drillFailures,
});

const isOlder = (ms: number, than: number): boolean => Date.now() - ms > than;

function copiesStateOf(now: ProcessState, past: Past): CopiesState {
  const { copiedMs, wholeMs, fault, drilledMs, drillFault, files, seriesBytes } = now;
  return {
    copiedMs,
    wholeMs,
    fault,
    isLate: isOlder(copiedMs, limits.lateMs),
    files: files && {
      copiedMs: files.filesMs,
      fault: files.filesFault,
      isLate: isOlder(files.filesMs, limits.filesLateMs),
    },
    drilledMs,
    drillFault,
    isDrillLate: isOlder(drilledMs, limits.drillLateMs),
    bytes: seriesBytes === null || files?.filesBytes === null ? null : seriesBytes + (files?.filesBytes ?? 0),
    ...sumOf(past, now),
  };
}
