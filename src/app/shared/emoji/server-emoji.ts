import { useEffect, useSyncExternalStore } from 'react';
import type { Client } from '../../../client/interface/client.ts';
import { SECOND, MINUTE } from '../../../domain/duration.ts';
import { nowMs } from '../../platform/time.ts';
import { readOwn, writeOwn } from '../../platform/settings.ts';
import { useClient } from '../client-context.ts';

type Names = ReadonlyMap<string, string>;

const KEY = 'server-emoji';
/** How old the list may be, and how soon it is asked for again after a failure (EMOJI-9). */
const FRESH_MS = 10 * MINUTE;
const RETRY_MS = 30 * SECOND;

function stored(): Names {
  try {
    const rows: unknown = JSON.parse(readOwn(KEY) ?? '[]');
    return new Map(Array.isArray(rows) ? (rows as readonly (readonly [string, string])[]) : []);
  } catch {
    return new Map();
  }
}

/** Emoji of the server by name. Loaded when a text first needs them; without a connection the last known. */
class ServerEmoji {
  readonly #actions: Client['actions'];
  readonly #listeners = new Set<() => void>();
  #names = stored();
  #nextAtMs = 0;

  constructor(actions: Client['actions']) {
    this.#actions = actions;
  }

  readonly get = (): Names => this.#names;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  async load(): Promise<void> {
    if (nowMs() < this.#nextAtMs) return;
    this.#nextAtMs = nowMs() + RETRY_MS;
    const answer = await this.#actions.serverEmoji();
    if (!answer.ok) return;
    this.#nextAtMs = nowMs() + FRESH_MS;
    this.#names = new Map(answer.value);
    writeOwn(KEY, answer.value.length === 0 ? null : JSON.stringify(answer.value));
    for (const listener of this.#listeners) listener();
  }
}

const stores = new WeakMap<Client['actions'], ServerEmoji>();

function storeOf(actions: Client['actions']): ServerEmoji {
  const existing = stores.get(actions);
  if (existing) return existing;
  const next = new ServerEmoji(actions);
  stores.set(actions, next);
  return next;
}

export function useServerEmoji(isWanted: boolean): Names {
  const store = storeOf(useClient().actions);
  useEffect(() => {
    if (isWanted) void store.load();
  }, [isWanted, store]);
  return useSyncExternalStore(store.subscribe, store.get);
}

/** `:name:` of an address; null: no emoji of the server. */
export function nameIn(names: Names, src: string): string | null {
  for (const [name, own] of names) if (own === src) return `:${name}:`;
  return null;
}
