import type { Clock } from '../ports/clock.ts';
import { startLimits } from './kernel/store-limits.ts';
import { StoreFullError } from './kernel/store-errors.ts';

/** A full disk, a used-up quota, and a limit on the size of a file. */
const FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown } | null | undefined)?.code;

const isNoRoom = (error: unknown): boolean =>
  error instanceof StoreFullError ||
  FULL_CODES.has(codeOf(error)) ||
  (error instanceof Error && FULL_CODES.has(codeOf(error.cause)));

/**
 * Opens what a node needs. A node that was killed on a full disk is not ready until there is room, and tries
 * again until then (OPS-19). `answerFor` starts a listener that reports this.
 */
export async function whenThereIsRoom<T>(
  open: () => Promise<T>,
  on: {
    readonly clock: Clock;
    answerFor(why: string): Promise<{ stop(): Promise<void> }>;
  },
): Promise<T> {
  let listener: { stop(): Promise<void> } | null = null;
  try {
    for (;;) {
      try {
        return await open();
      } catch (error) {
        if (!isNoRoom(error)) throw error;
        const why = error instanceof Error ? error.message : String(error);
        listener ??= await on.answerFor(why);
        await new Promise<void>((resolve) => void on.clock.setTimeout(resolve, startLimits.roomAgainMs));
      }
    }
  } finally {
    await listener?.stop();
  }
}
