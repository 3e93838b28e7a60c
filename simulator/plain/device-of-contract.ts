import type { PlanStep } from '../plan/step.ts';
import type { WorldPerson } from '../devices/person.ts';
import type { PlainClient } from './client.ts';

/** The position from which a row of the list is counted by frames. */
export interface Base {
  readonly n: number;
  readonly unread: number;
  /** Title of the row when it was loaded. */
  readonly title?: string;
}

/** A device with a client of the plain contract, as a World has it and judges it. */
export interface DeviceOfContract {
  readonly person: WorldPerson;
  readonly client: PlainClient;
  readonly name: string;
  readonly faults: readonly string[];
  /** For the checker: from which message on each row was counted. */
  readonly bases: ReadonlyMap<string, Base>;
  /** It shows the expected state, and its socket is not half-open. */
  readonly isSettled: boolean;
  /** Its list is complete, and nothing was lost since. */
  readonly sure: boolean;
  readonly sockets: number;
  begin(): void;
  /** Back in reach of everything. */
  heal(): void;
  leave(): void;
  act(step: PlanStep, number: number): void;
}
