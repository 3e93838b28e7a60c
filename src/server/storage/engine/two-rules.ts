import type { ReadTx, WriteTx, Writing } from '../../../ports/store.ts';
import type { DatabaseNo } from '../../kernel/store-point.ts';
import type { Executor } from './plan.ts';
import { readingOver, writingOver } from './sql-store.ts';

/** The transactions of one command or read, each begun when it is first asked. */
export interface Parts {
  read(at: DatabaseNo): Promise<ReadTx>;
  /** Its use means a write there: its transaction is committed with the others. */
  write(at: DatabaseNo): Promise<WriteTx>;
  /** Executor of its transaction, for queries outside the repositories. */
  sql(at: DatabaseNo): Promise<Executor>;
}

type Method = (...args: never[]) => unknown;

/** Location of one method: one database, derived from its arguments, or a custom implementation. */
type Rule<F> = F extends (...args: infer P extends readonly unknown[]) => infer R
  ? { readonly where: (...args: P) => DatabaseNo } | { readonly by: (parts: Parts, ...args: P) => R }
  : never;

/** Exhaustive: a new method does not compile before its place is defined. */
export type Rules<T> = {
  readonly [A in keyof T]: 'first' | { readonly [M in keyof T[A]]: 'first' | Rule<T[A][M]> };
};

type AnyRule = 'first' | { readonly where: Method } | { readonly by: Method };
type AnyRules = Readonly<Record<string, 'first' | Readonly<Record<string, AnyRule>>>>;
type Aggregate = Readonly<Record<string, Method>>;

const refused = () => Promise.reject(new Error('nothing is asked here'));
const NOTHING: Executor = { keeps: false, all: refused, kept: refused, bulk: refused, lists: refused };

/** Every method of every aggregate, so that a transaction is as it is over one database, also copied. */
function methodNames(): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, readonly string[]>();
  const clock = { nowMs: () => 0, elapsedMs: () => 0, setTimeout: () => null, clearTimeout: () => undefined };
  const facts = { nowMs: 0, tx: 0, moved: false };
  for (const all of [readingOver(NOTHING, clock), writingOver(NOTHING, facts)])
    for (const [name, aggregate] of Object.entries(all) as readonly (readonly [string, object])[])
      names.set(name, [...new Set([...(names.get(name) ?? []), ...Object.keys(aggregate)])]);
  return names;
}

type Listing = Required<Pick<ProxyHandler<object>, 'ownKeys' | 'getOwnPropertyDescriptor'>>;

/** Answers of a proxy that let it be copied like its target. */
const listing = (names: readonly string[]): Listing => ({
  ownKeys: () => [...names],
  getOwnPropertyDescriptor: (_, name) =>
    typeof name === 'string' && names.includes(name) ? { configurable: true, enumerable: true } : undefined,
});

/** Which methods write. */
const writes = (): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    Object.entries(writingOver(NOTHING, { nowMs: 0, tx: 0, moved: false })).map(
      ([name, aggregate]: [string, object]) => [name, new Set(Object.keys(aggregate))] as const,
    ),
  );

/** One transaction over both databases, by its rules. */
export class Spreading {
  private readonly writes = writes();
  private readonly names = methodNames();

  constructor(
    private readonly reading: Rules<ReadTx>,
    private readonly writing: Rules<Writing>,
  ) {}

  over(parts: Parts, nowMs: () => number): WriteTx {
    const aggregates = new Map<string, Aggregate>();
    return new Proxy<WriteTx>({} as WriteTx, {
      ...listing([...this.names.keys(), 'nowMs']),
      get: (_, name) => {
        if (typeof name !== 'string') return undefined;
        if (name === 'nowMs') return nowMs();
        const known = aggregates.get(name) ?? this.aggregate(name, parts);
        aggregates.set(name, known);
        return known;
      },
    });
  }

  private aggregate(name: string, parts: Parts): Aggregate {
    const methods = new Map<string, Method>();
    return new Proxy<Aggregate>(
      {},
      {
        ...listing(this.names.get(name) ?? []),
        get: (_, method) => {
          if (typeof method !== 'string') return undefined;
          const known = methods.get(method) ?? this.method(name, method, parts);
          methods.set(method, known);
          return known;
        },
      },
    );
  }

  private method(name: string, method: string, parts: Parts): Method {
    const isWrite = this.writes.get(name)?.has(method) === true;
    const rules = ((isWrite ? this.writing : this.reading) as unknown as AnyRules)[name];
    const rule = rules === 'first' ? 'first' : rules?.[method];
    if (rule === undefined) throw new Error(`no rule for ${name}.${method}`);
    if (typeof rule === 'object' && 'by' in rule)
      return (...args: never[]) => rule.by(...([parts, ...args] as unknown as never[]));
    return async (...args: never[]) => {
      const at = rule === 'first' ? 0 : (rule.where(...args) as DatabaseNo);
      const tx = await (isWrite ? parts.write(at) : parts.read(at));
      return (tx as unknown as Readonly<Record<string, Aggregate>>)[name]?.[method]?.(...args);
    };
  }
}
