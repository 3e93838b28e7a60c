import type { ReadTx, WriteTx } from '../../src/ports/store.ts';

/** What a transition has read and written: devices, tables, queues. */
export interface Footprint {
  readonly reads: Set<string>;
  readonly writes: Set<string>;
}

export const emptyFootprint = (): Footprint => ({ reads: new Set(), writes: new Set() });

/** Rows of one stream are a place of their own; any other access concerns the whole table. */
const WHOLE = '*';
const STREAM = /^(?:u\d|group-\d|\d+-\d+$|notice$)/;
const placeOf = (table: string, value: unknown): string => {
  const stream =
    typeof value === 'string' ? value : (value as { readonly stream?: unknown } | null | undefined)?.stream;
  return typeof stream === 'string' && STREAM.test(stream) ? `${table} ${stream}` : `${table} ${WHOLE}`;
};

const tableOf = (place: string): string => place.slice(0, place.indexOf(' '));

function meets(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const place of one) {
    if (other.has(place)) return true;
    const table = tableOf(place);
    if (place.endsWith(` ${WHOLE}`)) {
      for (const theirs of other) if (tableOf(theirs) === table) return true;
    } else if (other.has(`${table} ${WHOLE}`)) return true;
  }
  return false;
}

/** Swapping the two may change what happens: at least one writes what the other one uses. */
export const dependent = (a: Footprint, b: Footprint): boolean =>
  meets(a.writes, b.writes) || meets(a.writes, b.reads) || meets(a.reads, b.writes);

/** Read by every request, and changed only by what ends a login. */
const LAST_USE = new Set(['used']);

/** The transaction, with every access to a table noted; a method that a reader has too only reads. */
export function recordAccess<T extends ReadTx | WriteTx>(
  tx: T,
  isReading: ReadingMethods,
  into: Footprint,
): T {
  const mine: Record<string, unknown> = { ...tx };
  for (const table in tx) {
    const repository = (tx as unknown as Record<string, unknown>)[table];
    if (typeof repository !== 'object' || repository === null) continue;
    mine[table] = new Proxy(repository, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as unknown;
        if (typeof method !== 'function') return method;
        return (...args: unknown[]) => {
          const reads = isReading(table, String(name)) || LAST_USE.has(String(name));
          for (const one of table === 'streams' && name === 'append' ? args : [args[0]])
            (reads ? into.reads : into.writes).add(placeOf(table, one));
          return (method as (...all: unknown[]) => unknown).apply(target, args);
        };
      },
    });
  }
  return mine as unknown as T;
}

export type ReadingMethods = (table: string, method: string) => boolean;

/** Learns from readers which methods read. */
export class Readers {
  readonly #methods = new Map<string, ReadonlySet<string>>();

  learn(tx: object): void {
    if (this.#methods.size > 0) return;
    for (const table in tx) {
      const repository = (tx as Record<string, unknown>)[table];
      if (typeof repository === 'object' && repository !== null)
        this.#methods.set(table, new Set(methodsOf(repository)));
    }
  }

  readonly isReading: ReadingMethods = (table, method) => this.#methods.get(table)?.has(method) ?? false;
}

function methodsOf(target: object): readonly string[] {
  const names: string[] = [];
  for (
    let one: object | null = target;
    one && one !== Object.prototype;
    one = Object.getPrototypeOf(one) as object
  )
    names.push(...Object.getOwnPropertyNames(one));
  return names;
}
