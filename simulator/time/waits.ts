import type { Store } from '../../src/ports/store.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Unanswered queries to a database server. */
export class Waits {
  private readonly pending = new Set<Promise<unknown>>();

  /** Resolves when all work possible without time is done, including the database's. */
  readonly settle = async (): Promise<void> => {
    await turn();
    // Runs no turns in between: the database needs the processor.
    while (this.pending.size > 0) {
      await Promise.all(this.pending);
      await turn();
    }
  };

  /** The same store, its work counted here. */
  over(store: Store): Store {
    return {
      unordered: store.unordered ?? false,
      write: (work, foretold) => this.count(store.write(work, foretold)),
      read: (work) => this.count(store.read(work)),
      ...(store.login && { login: (hash) => this.count(store.login?.(hash) ?? Promise.resolve(null)) }),
      ...(store.loginBefore && { loginBefore: (hash) => store.loginBefore?.(hash) ?? null }),
      epoch: () => this.count(store.epoch()),
      close: () => store.close(),
    };
  }

  private count<T>(promise: Promise<T>): Promise<T> {
    const ended = promise.then(
      () => void this.pending.delete(ended),
      () => void this.pending.delete(ended),
    );
    this.pending.add(ended);
    return promise;
  }
}
