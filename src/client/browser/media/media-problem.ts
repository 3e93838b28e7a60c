import type { MediaProblem } from '../../../ports/media.ts';

/** Maps the browser's errors to problems a user understands. */
export function mediaProblemOf(error: unknown): MediaProblem {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  return name === 'NotReadableError' || name === 'AbortError' ? 'inUse' : 'unsupported';
}
