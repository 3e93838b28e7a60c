import { type ComponentType, lazy } from 'react';
import { schedule } from '../platform/time.ts';

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/** Wait before loading again; each further one is twice as long, the last one 512 s. */
const AGAIN_MS = 1_000;
const AGAIN_MAX = 10;

/**
 * A component beside the pages, or on top of one, that is loaded on demand. If its code cannot be loaded, it
 * is tried again; in the end the component draws nothing, and the pages are not affected (UI-125).
 */
export const lazyAside = <Props extends object>(load: Load<Props>) => lazy(() => arrive(load, 0));

const arrive = <Props>(load: Load<Props>, failed: number): ReturnType<Load<Props>> =>
  load().catch(async () => {
    if (failed === AGAIN_MAX) return { default: () => null };
    await new Promise<void>((resolve) => void schedule(AGAIN_MS * 2 ** failed, resolve));
    return arrive(load, failed + 1);
  });
