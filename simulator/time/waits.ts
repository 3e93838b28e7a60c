import type { Store } from '../../src/ports/store.ts';

const turn = (): Promise<void> => new Promise((done) => setImmediate(done));

/** Unanswered queries to a database server. */
export class Waits {
  private readonly asked = new Set<Promise<unknown>>();

  /** Resolves when all work possible without time is done, including the database's. */
  readonly settle = async (): Promise<void> => {
    await turn();
    // Runs no turns in between: the database needs the processor.
    while (this.asked.size > 0) {
      await Promise.all(this.asked);
      await turn();
    }
  };

  /** The same store, its work counted here. */
  over(store: Store): Store {
    return {
      unordered: store.unordered ?? false,
      write: (work, foretold) => this.counted(store.write(work, foretold)),
      read: (work) => this.counted(store.read(work)),
      ...(store.login && { login: (hash) => this.counted(store.login?.(hash) ?? Promise.resolve(null)) }),
      ...(store.loginBefore && { loginBefore: (hash) => store.loginBefore?.(hash) ?? null }),
      epoch: () => this.counted(store.epoch()),
      close: () => store.close(),
    };
  }

  private counted<T>(done: Promise<T>): Promise<T> {
    const ended = done.then(
      () => void this.asked.delete(ended),
      () => void this.asked.delete(ended),
    );
    this.asked.add(ended);
    return done;
  }
}
