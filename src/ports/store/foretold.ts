import type { MessageId, StreamId, UserId } from '../../domain/ids.ts';

/**
 * A posting command, with the facts known before it runs. A remote engine loads the data for such commands in
 * one round trip for all that arrived together. It is only a hint: a command that needs more still gets it,
 * only later.
 */
export interface Foretold {
  readonly by: UserId;
  readonly stream: StreamId;
  readonly id: MessageId;
  /** Login of a session that the command checks again. */
  readonly login: string | null;
}
