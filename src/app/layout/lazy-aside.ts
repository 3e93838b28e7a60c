import { type ComponentType, lazy } from 'react';
import { runLater } from '../platform/time.ts';

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/** Waits between one attempt and the next. */
const AGAIN_MS: readonly number[] = [1_000, 5_000, 30_000];

/**
 * A component beside the pages that is loaded when it is wanted. If its code cannot be loaded, it is tried
 * again; in the end the component draws nothing, and the pages are not affected (UI-125).
 */
export const lazyAside = <Props extends object>(load: Load<Props>) => lazy(() => arrive(load, AGAIN_MS));

async function arrive<Props>(
  load: Load<Props>,
  [waitMs, ...later]: readonly number[],
): ReturnType<Load<Props>> {
  try {
    return await load();
  } catch {
    if (waitMs === undefined) return { default: () => null };
    await new Promise<void>((done) => void runLater(waitMs, done));
    return arrive(load, later);
  }
}
