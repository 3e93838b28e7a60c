import type { Job } from '../kernel/job.ts';
import { serverLimits } from '../kernel/limits.ts';

/** Resource use of a node's process, and a way to reduce its memory. */
export interface ProcessMemory {
  /** CPU of all its threads since it began. */
  cpuMs(): number;
  /** Heap reserved by the language engine, used or not. */
  heapBytes(): number;
  /** Collects garbage little by little, and gives back what is empty then. */
  collect(): Promise<void>;
}

/** Share of one core: an idle node's use, with some margin. */
const QUIET = 0.02;
/** Consecutive checks: sooner the engine considers it a pause, and keeps its memory. */
const QUIET_LOOKS = 3;
/** Against what was left when it last gave back. */
const GROWN = 1.25;

/**
 * The engine collects garbage when new objects need room: after a busy time that ends, its peak memory stays
 * allocated. An idle node collects once (OPS-15). `rest`: drops caches first.
 */
export function createMemoryJob(memory: ProcessMemory, rest: () => void): Job {
  let cpuMs = memory.cpuMs();
  /** Set at the first idle look after a start or a collection: a busy moment is not representative. */
  let leftBytes: number | null = null;
  let [quietLooks, pauseMs] = [0, 0];
  return {
    failed: 'memory was not given back',
    waitMs: () => serverLimits.idleLookMs,
    async work() {
      const beforeMs = cpuMs;
      cpuMs = memory.cpuMs();
      pauseMs -= serverLimits.idleLookMs;
      quietLooks += 1;
      if (cpuMs - beforeMs > QUIET * serverLimits.idleLookMs) quietLooks = 0;
      if (quietLooks === 0) return;
      leftBytes ??= memory.heapBytes();
      if (pauseMs > 0 || quietLooks < QUIET_LOOKS || memory.heapBytes() <= GROWN * leftBytes) return;
      leftBytes = null;
      pauseMs = serverLimits.idlePauseMs;
      rest();
      await memory.collect();
    },
  };
}
