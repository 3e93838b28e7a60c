import type { Log } from '../../ports/log.ts';

/**
 * What is told after a command that is kept: where that fails the log has it, and whoever asked for the
 * command does not hear that nothing was done (COMMIT-3).
 */
export async function toldAfter(
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
