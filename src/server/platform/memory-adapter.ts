import { getHeapStatistics } from 'node:v8';
import { measureMemory } from 'node:vm';

/** What this process has used and holds. */
export const ownMemory = {
  cpuMs(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
  heapBytes: (): number => getHeapStatistics().total_heap_size,
  /**
   * By the one call after which the engine marks in small steps, with its helper threads, and looks by itself
   * some seconds later for what more it can give back. What it measures does not matter.
   */
  async collect(): Promise<void> {
    const told: unknown = Reflect.get(process, 'emitWarning');
    // Said once, that the call may change some day: whoever runs a server can do nothing with it.
    process.emitWarning = () => undefined;
    const measured = measureMemory({ mode: 'summary', execution: 'eager' });
    Reflect.set(process, 'emitWarning', told);
    await measured;
  },
};
