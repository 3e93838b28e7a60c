import type { PlanStep } from '../plan/step.ts';
import type { WorldPerson } from '../devices/person.ts';
import type { Lie } from './lie.ts';

export interface StrangerAnswer {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

/** A device that speaks for itself, as a World has it and judges it. */
export interface DishonestDevice {
  readonly person: WorldPerson;
  readonly name: string;
  /** Requests to repeat at rest. */
  readonly repeats: Lie[];
  /** Frames on sockets that never showed a token (GATE-2). */
  readonly tooEarly: readonly string[];
  /** Executes the step, without waiting for its result. */
  act(step: PlanStep, number: number): Promise<void>;
  ask(lie: Lie): Promise<StrangerAnswer | null>;
  /** Takes its sockets along: from now on it is about calls alone. */
  leave(): void;
}
