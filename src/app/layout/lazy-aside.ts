import { type ComponentType, lazy } from 'react';
import { runLater } from '../platform/time.ts';

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/** From one try to the next. */
const AGAIN_MS: readonly number[] = [1_000, 5_000, 30_000];

/**
 * A component beside the pages, whose code comes when it is wanted. Code that cannot be had is asked for
 * again; in the end nothing stands there, and the pages go on (UI-125).
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
