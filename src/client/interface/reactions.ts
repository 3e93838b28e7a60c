import type { UserId } from '../../domain/ids.ts';

/** Somebody who has read a message. */
export type Reader = Pick<Reactor, 'id' | 'name' | 'avatar'>;

/** Somebody who reacted, and with what. */
export interface Reactor {
  readonly emoji: string;
  readonly atMs: number;
  readonly id: UserId;
  /** One's own name for that person, else theirs. */
  readonly name: string;
  readonly avatar: string;
}
