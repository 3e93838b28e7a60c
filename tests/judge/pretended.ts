import type { Operation, Result } from './history.ts';
import { Recorder } from './recorder.ts';

/** Planted faults of a service. */
export const BUGS = [
  'loses a message that it acknowledged',
  'lists a message twice',
  'gives two readers two orders',
  'leaves a gap',
  'lists what it refused',
  'lists what nobody sent',
  'puts a later message first',
  'forgets the newest after it was read',
  'gives a place to another message',
  'answers a place where the message is not',
  'reads an old value',
  'reads a value that was refused',
  'reads a value that nobody wrote',
  'reads the old value after the new one',
  'forgets what was written',
  'moves a mark back',
  'moves a mark too far',
  'keeps whom it took out',
  'forgets whom it let in',
  'lets in whom it refused',
] as const;
export type Bug = (typeof BUGS)[number];

type Random = () => number;

function randomOf(seed: number): Random {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_507) + 0x9e37_79b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** Tries so late that there is something to spoil. */
const LATE = 25;

/** One service in memory: right unless it has a bug. Each operation is one moment between its two ends. */
class Service {
  readonly #log: string[] = [];
  #value: string | null = null;
  #old: string | null = null;
  #mark = 0;
  readonly #members = new Set<string>();
  #moments = 0;

  constructor(
    private readonly bug: Bug | null,
    private readonly random: Random,
  ) {}

  #strikes(bug: Bug, odds = 0.3): boolean {
    return this.bug === bug && this.#moments > LATE && this.random() < odds;
  }

  /** Null: refused. */
  does(operation: Operation): Result | null {
    this.#moments += 1;
    const refuses = this.random() < 0.1;
    switch (operation.does) {
      case 'send':
        return this.#send(operation.id, refuses);
      case 'readLog':
        return { rows: this.#read(operation.above) };
      case 'write': {
        if (refuses && !this.#strikes('reads a value that was refused')) return null;
        if (!this.#strikes('forgets what was written')) {
          this.#old = this.#value;
          this.#value = operation.value;
        }
        return refuses ? null : {};
      }
      case 'read': {
        if (this.#strikes('reads a value that nobody wrote')) return { value: 'nobody wrote this' };
        const stale =
          this.#strikes('reads an old value') || this.#strikes('reads the old value after the new one', 0.5);
        return { value: stale ? this.#old : this.#value };
      }
      case 'advance':
        if (refuses) return null;
        this.#mark = this.#strikes('moves a mark back')
          ? Math.max(0, this.#mark - 3)
          : Math.max(this.#mark, operation.to);
        if (this.#strikes('moves a mark too far')) this.#mark += 50;
        return {};
      case 'readMark':
        return { mark: this.#mark };
      case 'put':
        return this.#put(operation, refuses);
      case 'readSet':
        return { members: [...this.#members] };
    }
  }

  #send(id: string, refuses: boolean): Result | null {
    if (refuses && !this.#strikes('lists what it refused', 0.8)) return null;
    if (this.#strikes('loses a message that it acknowledged')) return { n: this.#log.length + 1 };
    if (this.#strikes('puts a later message first') && this.#log.length > 0) this.#log.splice(-1, 0, id);
    else this.#log.push(id);
    if (this.#strikes('lists a message twice')) this.#log.push(id);
    if (this.#strikes('lists what nobody sent')) this.#log.push(`${id} invented`);
    if (this.#strikes('gives a place to another message'))
      this.#log[Math.floor(this.random() * this.#log.length)] = id;
    if (refuses) return null;
    // A service that returns no ordinal claims no order.
    if (this.bug === 'puts a later message first') return {};
    return { n: this.#log.length + (this.#strikes('answers a place where the message is not') ? 1 : 0) };
  }

  #read(above: number): readonly { readonly n: number; readonly id: string }[] {
    const rows = this.#log.map((id, at) => ({ n: at + 1, id })).filter(({ n }) => n > above);
    const [last, other] = [rows.at(-1), rows.at(-2)];
    if (last && other && this.#strikes('gives two readers two orders', 0.5))
      return [...rows.slice(0, -2), { n: other.n, id: last.id }, { n: last.n, id: other.id }];
    if (this.#strikes('leaves a gap', 0.5)) return rows.filter((_, at) => at !== Math.floor(rows.length / 2));
    if (this.#strikes('forgets the newest after it was read', 0.5)) return rows.slice(0, -1);
    return rows;
  }

  #put({ member, inside }: Extract<Operation, { does: 'put' }>, refuses: boolean): Result | null {
    if (refuses && !(inside && this.#strikes('lets in whom it refused', 0.8))) return null;
    if (inside) {
      if (!this.#strikes('forgets whom it let in')) this.#members.add(member);
    } else if (!this.#strikes('keeps whom it took out')) this.#members.delete(member);
    return refuses ? null : {};
  }
}

/** Five simultaneous users, with late or missing answers. */
export function pretended(seed: number, bug: Bug | null, operations = 160): Recorder {
  const random = randomOf(seed);
  const service = new Service(bug, random);
  const recorder = new Recorder();
  const people = Array.from({ length: 5 }, (_, at) => personOf(`p${at}`, random));
  const open = new Map<string, () => void>();
  for (let made = 0; made < operations;) {
    const person = people[Math.floor(random() * people.length)];
    if (!person) continue;
    const goOn = open.get(person.name);
    if (goOn) {
      goOn();
      continue;
    }
    made += 1;
    const operation = person.next(made);
    const end = recorder.invoke(person.name, operation);
    const fate = random();
    const answer =
      fate < 0.06
        ? undefined
        : (): void => {
            const result = service.does(operation);
            const report =
              fate < 0.12
                ? ({ phase: 'unknown' } as const)
                : result
                  ? ({ phase: 'ok', result } as const)
                  : ({ phase: 'fail' } as const);
            open.set(person.name, () => {
              end(report);
              open.delete(person.name);
            });
          };
    open.set(
      person.name,
      answer ??
        (() => {
          end({ phase: 'unknown' });
          open.delete(person.name);
        }),
    );
  }
  return recorder;
}

function personOf(name: string, random: Random): { readonly name: string; next(no: number): Operation } {
  let inside = false;
  const kinds: readonly ((no: number) => Operation)[] = [
    (no) => ({ does: 'send', chat: 'c', id: `${name} ${no}` }),
    () => ({ does: 'readLog', chat: 'c', above: 0 }),
    (no) => ({ does: 'write', register: 'r', value: `${name} ${no}` }),
    () => ({ does: 'read', register: 'r' }),
    (no) => ({ does: 'advance', mark: 'm', to: no }),
    () => ({ does: 'readMark', mark: 'm' }),
    () => ({ does: 'put', set: 's', member: name, inside: (inside = !inside) }),
    () => ({ does: 'readSet', set: 's' }),
  ];
  return { name, next: (no) => (kinds[Math.floor(random() * kinds.length)] as (typeof kinds)[number])(no) };
}
