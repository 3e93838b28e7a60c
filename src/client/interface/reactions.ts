import type { UserId } from '../../domain/ids.ts';

/** A user who has read a message. */
export type Reader = Pick<Reactor, 'id' | 'name' | 'avatar'>;

/** A user who reacted, and the emoji. */
export interface Reactor {
  readonly emoji: string;
  readonly atMs: number;
  readonly id: UserId;
  /** The viewer's own name for that user, otherwise their real name. */
  readonly name: string;
  readonly avatar: string;
}
