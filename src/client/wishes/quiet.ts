import { createActor, type ActorRefFrom } from 'xstate';
import { quietMachine } from '../../../machines/quiet.machine.ts';
import { contactId, type ContactId } from '../../domain/ids.ts';
import { quietLimits as limits } from '../state/limits.ts';
import { contactView } from '../state/chat-selectors.ts';
import type { State } from '../state/state.ts';
import { type MakeQuietTimes, type QuietParts, quietKey, type QuietTimes } from './quiet-times.ts';

/** The real one; what it is for stands in quiet-times.ts. */
export const createQuietTimes: MakeQuietTimes = (parts) => new Times(parts);

class Times implements QuietTimes {
  readonly #parts: QuietParts;
  readonly #actor: ActorRefFrom<typeof quietMachine>;
  readonly #end: () => void;
  #until: ReadonlyMap<ContactId, number>;
  /** Told by another tab, and not seen muted here yet: its word may come before that of the server. */
  readonly #early = new Set<ContactId>();
  #over = false;

  constructor(parts: QuietParts) {
    const { clock, settings, user, watch } = parts;
    this.#parts = parts;
    this.#actor = createActor(quietMachine, { id: 'quiet', clock, inspect: watch });
    this.#actor.on('over', () => this.#lift());
    this.#actor.start();
    this.#until = parse(settings.get(quietKey(user)));
    this.#end = settings.onChange((key, value) => key === quietKey(user) && this.#told(parse(value)));
    this.#take(this.#until);
  }

  set(id: ContactId, untilMs: number | null): void {
    const next = new Map(this.#until);
    if (untilMs === null) next.delete(id);
    else if (next.has(id) || next.size < limits.timedMax) next.set(id, untilMs);
    this.#keep(next);
  }

  looked(state: State): void {
    if (this.#until.size === 0 || !state.sync.ready) return;
    const muted = (id: ContactId): boolean => contactView(state, id)?.isNotice === false;
    for (const id of this.#early) if (muted(id)) this.#early.delete(id);
    const next = new Map([...this.#until].filter(([id]) => muted(id) || this.#early.has(id)));
    if (next.size !== this.#until.size) this.#keep(next);
  }

  stop(keep: boolean): void {
    if (!keep) this.#parts.settings.set(quietKey(this.#parts.user), null);
    this.#over = true;
    this.#end();
    this.#actor.stop();
  }

  /** Everything whose end has come; a clock that was put back only makes it wait again. */
  #lift(): void {
    const now = this.#parts.clock.nowMs();
    const over = [...this.#until].flatMap(([id, untilMs]) => (untilMs <= now ? [id] : []));
    for (const id of over) this.#parts.lift(id);
    this.#keep(new Map([...this.#until].filter(([id]) => !over.includes(id))));
  }

  #keep(next: ReadonlyMap<ContactId, number>): void {
    this.#parts.settings.set(quietKey(this.#parts.user), next.size === 0 ? null : JSON.stringify([...next]));
    this.#take(next);
  }

  #told(next: ReadonlyMap<ContactId, number>): void {
    for (const id of next.keys()) if (!this.#until.has(id)) this.#early.add(id);
    for (const id of this.#early) if (!next.has(id)) this.#early.delete(id);
    this.#take(next);
  }

  #take(next: ReadonlyMap<ContactId, number>): void {
    // Another tab's word may come after the end.
    if (this.#over) return;
    const was = this.#until;
    this.#until = next;
    if (was.size > 0 || next.size > 0) this.#parts.dispatch({ type: 'quietSet', until: [...next] });
    if (next.size === 0) this.#actor.send({ type: 'end.dropped' });
    else
      this.#actor.send({
        type: 'end.set',
        waitMs: Math.min(limits.waitMaxMs, Math.min(...next.values()) - this.#parts.clock.nowMs()),
      });
  }
}

function parse(text: string | null): ReadonlyMap<ContactId, number> {
  try {
    const found: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(found)) return new Map();
    const pairs = (found as readonly unknown[]).flatMap((pair): readonly (readonly [ContactId, number])[] => {
      const [id, untilMs] = Array.isArray(pair) ? (pair as readonly unknown[]) : [];
      return typeof id === 'string' && typeof untilMs === 'number' && Number.isFinite(untilMs)
        ? [[contactId(id), untilMs]]
        : [];
    });
    return new Map(pairs.slice(0, limits.timedMax));
  } catch {
    return new Map();
  }
}
