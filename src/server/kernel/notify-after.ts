import type { Log } from '../../ports/log.ts';

/**
 * Runs a notification after a committed command: a failure is logged, and never makes the command look failed
 * (COMMIT-3).
 */
export async function notifyAfter(
  log: Log,
  what: string,
  facts: Readonly<Record<string, unknown>>,
  tell: () => Promise<void>,
): Promise<void> {
  try {
    await tell();
  } catch (error) {
    log.write('warn', what, { ...facts, error: String(error) });
  }
}
