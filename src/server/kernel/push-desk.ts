import type { Push, PushKeys } from '../../ports/push.ts';

/** Push functions of services; absent if pushes are off. */
export interface PushDesk {
  readonly port: Push;
  readonly keys: PushKeys;
  /** True once a user receives pushes: until then messages skip the work. */
  active: boolean;
}
