import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answer, Failure } from '../../client/client.ts';

export type Loaded<T> =
  | { readonly state: 'loading'; readonly value: T | null }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly value: T | null; readonly failure: Failure };

/**
 * Asks when it is mounted, when `key` changes (then nothing old is shown) and on `reload` (then what is
 * shown stays). An answer to an older question is dropped.
 */
export function useLoad<T>(key: string, ask: () => Answer<T>): Loaded<T> & { readonly reload: () => void } {
  const [loaded, setLoaded] = useState<{ readonly key: string; readonly loaded: Loaded<T> }>({ key, loaded: { state: 'loading', value: null } });
  const current = useRef({ ask, turn: 0 });
  current.current.ask = ask;
  const run = useCallback(() => {
    const turn = ++current.current.turn;
    void current.current.ask().then((answer) => {
      if (turn !== current.current.turn) return;
      setLoaded((before) => {
        if (answer.ok) return { key, loaded: { state: 'ready', value: answer.value } };
        const value = before.key === key ? before.loaded.value : null;
        return { key, loaded: { state: 'failed', value, failure: answer.reason } };
      });
    });
  }, [key]);
  useEffect(() => {
    run();
    const mine = current.current;
    return () => {
      mine.turn++;
    };
  }, [run]);
  const reload = useCallback(() => {
    setLoaded((before) => ({ key: before.key, loaded: { state: 'loading', value: before.loaded.value } }));
    run();
  }, [run]);
  const shown: Loaded<T> = loaded.key === key ? loaded.loaded : { state: 'loading', value: null };
  return { ...shown, reload };
}
