import type { MessageId, StreamId, UserId } from '../../domain/ids.ts';

/**
 * A command that posts, as far as it is known before it runs. An engine that is far away brings what such
 * a command asks for in one round trip, for all that came together. It binds nobody: a command that asks for
 * more is answered, only later.
 */
export interface Foretold {
  readonly by: UserId;
  readonly stream: StreamId;
  readonly id: MessageId;
  /** Of a session that the command looks at again. */
  readonly login: string | null;
}
