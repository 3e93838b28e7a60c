import type { Client } from '../../../client/interface/client.ts';
import type { Contact } from '../../../client/state/state.ts';

/** A chat as a whole, its mark and what mentions me too. */
export function markRead(actions: Client['actions'], { id, counting, marked, mentions }: Contact): void {
  if (marked) void actions.markUnread(id, false);
  actions.markRead(id, counting.count);
  if (mentions > 0) void actions.readMentions(id);
}
