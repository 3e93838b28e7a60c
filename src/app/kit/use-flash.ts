import { useCallback, useEffect, useState } from 'react';
import { runLater } from '../platform/time.ts';

const FLASH_MS = 1_500;

/** Marks one thing for a moment, long enough to find it with the eye. */
export function useFlash(): readonly [string | null, (key: string) => void] {
  const [lit, setLit] = useState<{ readonly key: string } | null>(null);
  useEffect(() => (lit === null ? undefined : runLater(FLASH_MS, () => setLit(null))), [lit]);
  return [lit?.key ?? null, useCallback((key: string) => setLit({ key }), [])];
}
