import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { isTemporary } from '../../client/interface/answer.ts';
import type { Answer, Failure } from '../../client/interface/client.ts';
import { useAgain } from './client-context.ts';

export type Loaded<T> =
  | { readonly state: 'loading'; readonly value: T | null }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly value: T | null; readonly failure: Failure };

/**
 * Loads on mount, when `key` changes (then old data is hidden), on `reload` (then it stays), and after a loss
 * once the connection is back. An answer to an older request is dropped. `ask` null: nothing to load now.
 */
export function useLoad<T>(
  key: string,
  ask: (() => Answer<T>) | null,
): Loaded<T> & { readonly reload: () => void } {
  const [state, setState] = useState<{ readonly key: string; readonly loaded: Loaded<T> }>({
    key,
    loaded: WAITING,
  });
  const [turn, setTurn] = useState(0);
  // Each turn is a separate request, even with the same text.
  const question = useEffectEvent((_turn: number) => ask?.());
  useEffect(() => {
    let old = false;
    const load = async () => {
      const answer = await question(turn);
      if (old || answer === undefined) return;
      setState((before) => {
        if (answer.ok) return { key, loaded: { state: 'ready', value: answer.value } };
        const value = before.key === key ? before.loaded.value : null;
        return { key, loaded: { state: 'failed', value, failure: answer.reason } };
      });
    };
    void load();
    return () => {
      old = true;
    };
  }, [key, turn]);
  const reload = useCallback(() => {
    setState((before) => ({ key: before.key, loaded: { state: 'loading', value: before.loaded.value } }));
    setTurn((n) => n + 1);
  }, []);
  const current: Loaded<T> = state.key === key ? state.loaded : WAITING;
  useAgain(current.state === 'failed' && isTemporary(current.failure), () => setTurn((n) => n + 1));
  return { ...current, reload };
}

const WAITING = { state: 'loading', value: null } as const;
