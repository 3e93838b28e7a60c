import { groupCallLimits as limits } from '../../domain/group-call-limits.ts';
import type { Clock } from '../../ports/clock.ts';

/** Shows the newest reaction of each device for some seconds (GCALL-29). */
export class CallReactions {
  readonly #clock: Clock;
  readonly #changed: () => void;
  readonly #timers = new Map<string, unknown>();
  #shown: ReadonlyMap<string, string> = new Map();

  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  get shown(): ReadonlyMap<string, string> {
    return this.#shown;
  }

  show(device: string, emoji: string): void {
    this.#clock.clearTimeout(this.#timers.get(device));
    this.#timers.set(
      device,
      this.#clock.setTimeout(() => this.#hide(device), limits.reactionMs),
    );
    this.#shown = new Map(this.#shown).set(device, emoji);
    this.#changed();
  }

  close(): void {
    for (const timer of this.#timers.values()) this.#clock.clearTimeout(timer);
    this.#timers.clear();
    this.#shown = new Map();
  }

  #hide(device: string): void {
    this.#timers.delete(device);
    this.#shown = new Map(Array.from(this.#shown).filter(([one]) => one !== device));
    this.#changed();
  }
}
