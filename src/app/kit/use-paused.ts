import { useCallback, useEffect, useState } from 'react';
import { searchLimits } from '../../domain/limits.ts';
import { schedule } from '../platform/time.ts';

/**
 * The typed text without surrounding spaces, once typing pauses; an empty field and `now` do not wait
 * (SEARCH-5).
 */
export function usePaused(typed: string): readonly [words: string, now: () => void] {
  const words = typed.trim();
  const [paused, setPaused] = useState(words);
  useEffect(
    () => (paused === words ? undefined : schedule(searchLimits.typingMs, () => setPaused(words))),
    [words, paused],
  );
  return [words === '' ? '' : paused, () => setPaused(words)];
}

const FLASH_MS = 1_500;

/** Marks one thing for a moment, long enough to find it with the eye. */
export function useFlash(): readonly [string | null, (key: string) => void] {
  const [flash, setFlash] = useState<{ readonly key: string } | null>(null);
  useEffect(() => (flash === null ? undefined : schedule(FLASH_MS, () => setFlash(null))), [flash]);
  return [flash?.key ?? null, useCallback((key: string) => setFlash({ key }), [])];
}
