import type { Store } from '../../src/ports/store.ts';

/** Fails every call of a transaction that has one of these values among its arguments. */
export interface Poison {
  /** The value of the row that fails; null: none does. */
  value: unknown;
  /** Called for each question that fails. */
  readonly hit: () => void;
}

export function poisonedStore(store: Store, poison: Poison): Store {
  const parts = (part: object): object =>
    new Proxy(part, {
      get: (of, name) => {
        const method: unknown = Reflect.get(of, name);
        if (typeof method !== 'function') return method;
        return (...given: readonly unknown[]): unknown => {
          if (poison.value === null || !given.includes(poison.value)) return method.apply(of, given);
          poison.hit();
          throw new Error('the row that fails');
        };
      },
    });
  const over = <T extends object>(tx: T): T =>
    new Proxy(tx, {
      get: (of, name) => {
        const part: unknown = Reflect.get(of, name);
        return typeof part === 'object' && part !== null ? parts(part) : part;
      },
    });
  const made: Pick<Store, 'read' | 'write'> = {
    read: (work) => store.read((tx) => work(over(tx))),
    write: (work, foretold) => store.write((tx) => work(over(tx)), foretold),
  };
  return Object.assign(Object.create(store) as Store, made);
}
