/**
 * Storage of one browser profile. `settings` is small, synchronous and shared by all users
 * (language, token, drafts); `records` is per user, larger, and asynchronous.
 */
export interface SettingsPort {
  get(key: string): string | null;
  set(key: string, value: string | null): void;
  keys(): readonly string[];
  /** Calls back when another tab changed a key. */
  onChange(listener: (key: string, value: string | null) => void): () => void;
}

/** Small texts of one tab: they outlive a reload and a crash of its page, and end with the tab. */
export interface TabMemoryPort {
  get(key: string): string | null;
  set(key: string, value: string | null): void;
}

export interface RecordsPort {
  /** All records of one store of one user, by key order. */
  readAll(user: string, store: string): Promise<ReadonlyMap<string, unknown>>;
  read(user: string, store: string, key: string): Promise<unknown>;
  /**
   * One atomic transaction: all or nothing. `undefined` deletes. `when` refuses the whole if it returns
   * false.
   */
  write(
    user: string,
    changes: readonly { readonly store: string; readonly key: string; readonly value: unknown }[],
    when?: {
      readonly store: string;
      readonly key: string;
      readonly condition: (current: unknown) => boolean;
    },
  ): Promise<boolean>;
  wipe(user: string): Promise<void>;
  /** Checks whether a newer build's data is in a database that this build cannot open (STORE-16). */
  isBeside?(user: string): Promise<boolean>;
}

/** At most one holder among the tabs of one user (STORE-12). */
export interface TabLockPort {
  /**
   * Requests the lock until held or cancelled; `task` runs once per acquisition and its promise ends the
   * holding. A visible tab may take it over.
   */
  hold(name: string, task: (loss: Promise<void>) => Promise<void>, options: { steal: boolean }): () => void;
}
