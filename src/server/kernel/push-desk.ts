import type { Push, PushKeys } from '../../ports/push.ts';

/** What services need for pushing; absent where nobody is reached that way. */
export interface PushDesk {
  readonly port: Push;
  readonly keys: PushKeys;
  /** Somebody takes pushes: before that no message pays for them. */
  active: boolean;
}
