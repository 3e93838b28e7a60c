import { getHeapStatistics } from 'node:v8';
import { measureMemory } from 'node:vm';

/** Resource use of this process. */
export const ownMemory = {
  cpuMs(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
  heapBytes: (): number => getHeapStatistics().total_heap_size,
  /**
   * Uses the one call after which the engine marks in small steps, with helper threads, and later looks for
   * more memory to release. Its measured value is unused.
   */
  async collect(): Promise<void> {
    const emitWarning: unknown = Reflect.get(process, 'emitWarning');
    // Suppresses the notice that the call may change: an operator cannot act on it.
    process.emitWarning = () => undefined;
    const measured = measureMemory({ mode: 'summary', execution: 'eager' });
    Reflect.set(process, 'emitWarning', emitWarning);
    await measured;
  },
};
