import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useSyncExternalStore,
} from 'react';
import type { Client, SessionState } from '../../client/interface/client.ts';
import type { State } from '../../client/state/state.ts';
import { assert } from '../../domain/assert.ts';

export const ClientContext = createContext<Client | null>(null);

export function useClient(): Client {
  const client = useContext(ClientContext);
  assert(client !== null, 'no client');
  return client;
}

/**
 * A part of the client's state; renders again when the part is another value by `same`.
 * Selectors that build an array or object need `same` (for instance `sameItems`).
 */
export function useStore<T>(select: (state: State) => T, same: (a: T, b: T) => boolean = Object.is): T {
  const { store } = useClient();
  const last = useRef<{
    readonly state: State;
    readonly select: (state: State) => T;
    readonly value: T;
  } | null>(null);
  const read = (): T => {
    const state = store.get();
    const previous = last.current;
    if (previous !== null && previous.state === state && previous.select === select) return previous.value;
    const next = select(state);
    const value = previous !== null && same(previous.value, next) ? previous.value : next;
    last.current = { state, select, value };
    return value;
  };
  return useHeard(store, read);
}

export function useSession(): SessionState {
  const { session } = useClient();
  return useHeard(session, () => session.get());
}

function useHeard<T>(source: { subscribe(listener: () => void): () => void }, read: () => T): T {
  const subscribe = useCallback((listener: () => void) => source.subscribe(listener), [source]);
  return useSyncExternalStore(subscribe, read, read);
}

/**
 * Asks again with the next answer on the socket, while the last attempt failed temporarily (`failed`,
 * STORE-15). It gives up after ten attempts that fail while the socket is alive.
 */
export function useAgain(failed: boolean, ask: () => void): void {
  const { alive } = useClient();
  const again = useEffectEvent(ask);
  useEffect(() => {
    if (!failed) return undefined;
    let tries = 0;
    return alive.subscribe(() => {
      if (tries < AGAIN_MAX) again();
      tries += 1;
    });
  }, [alive, failed]);
}
const AGAIN_MAX = 10;

/** Equality for selectors that build a list: same length and the same items. */
export const sameItems = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((item, i) => item === b[i]);
