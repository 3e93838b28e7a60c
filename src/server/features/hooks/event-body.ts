import { hasBotMark, type OutgoingKind } from '../../../domain/bots.ts';
import { type GroupId, type UserId, groupOfStream } from '../../../domain/ids.ts';
import { toPlain } from '../../../domain/markup.ts';
import type { EventFacts, EventRow, ReadTx } from '../../../ports/store.ts';
import type { OutgoingRow } from '../../../ports/store/bots.ts';
import { frame } from '../../frames/frame.ts';
import { wireId } from '../../frames/wire-values.ts';
import type { Core } from '../../kernel/core.ts';

/** Kinds of events that outgoing hooks report, and their names (HOOK-10). */
const REPORTED: Partial<Record<EventFacts['kind'], readonly [name: string, of: OutgoingKind]>> = {
  message: ['message.created', 'messages'],
  edited: ['message.edited', 'changes'],
  recall: ['message.deleted', 'changes'],
  delete: ['message.deleted', 'changes'],
  reacted: ['message.reacted', 'reactions'],
  pinned: ['message.pinned', 'pins'],
  unpinned: ['message.unpinned', 'pins'],
  added: ['members.added', 'members'],
  removed: ['members.removed', 'members'],
};

/** The name of an event that this hook reports; null: it reports none. */
export function reportedName({ facts }: EventRow, { user, kinds }: OutgoingRow): string | null {
  const [name, of] = REPORTED[facts.kind] ?? [];
  const isPrivate = facts.only !== undefined && facts.only !== user;
  return name === undefined || of === undefined || isPrivate || !kinds.includes(of) ? null : name;
}

/** The acting user of an event, then the users that it is about. */
function usersIn(facts: EventFacts): { readonly actor: UserId | null; readonly users: readonly UserId[] } {
  if (facts.kind === 'added') return { actor: facts.by, users: facts.users };
  if (facts.kind === 'removed') return { actor: facts.by, users: [facts.user] };
  if (facts.kind === 'reacted') return { actor: facts.added ?? facts.who[0] ?? null, users: facts.who };
  if ('by' in facts) return { actor: facts.by, users: [] };
  return { actor: 'from' in facts ? facts.from : null, users: [] };
}

/**
 * The body for one event, as things are now: text that was deleted in the meantime is not sent. `frame` is
 * what a client of the hook's bot receives (docs/protocol.md).
 */
export async function eventBody(
  core: Pick<Core, 'settings'>,
  tx: ReadTx,
  hook: OutgoingRow,
  event: EventRow,
  name: string,
): Promise<string> {
  const { facts } = event;
  const context = { settings: core.settings, online: () => false };
  const shown = await frame(tx, event, hook.user, context);
  const { actor, users } = usersIn(facts);
  const people = await tx.users.byIds([...(actor === null ? [] : [actor]), ...users]);
  const person = (id: UserId) => {
    const realname = people.get(id)?.realname ?? '';
    return { id, name: realname, bot: hasBotMark(realname) };
  };
  const group = await tx.groups.byId(groupOfStream(hook.stream) as GroupId);
  return JSON.stringify({
    type: name,
    timestamp: new Date(event.atMs).toISOString(),
    data: {
      group: { id: wireId(hook.stream as never), name: group?.name ?? '' },
      ...(actor !== null && { user: person(actor) }),
      ...(users.length > 0 && { users: users.map(person) }),
      ...('msgId' in facts && { message: await messageIn(tx, facts) }),
      frame: shown,
    },
  });
}

async function messageIn(tx: ReadTx, { kind, msgId, id }: Extract<EventFacts, { readonly msgId: unknown }>) {
  const row = kind === 'message' || kind === 'edited' ? await tx.messages.byMsgId(msgId) : null;
  const words = row === null || row.recalled ? {} : { type: row.type, text: toPlain(row.content) };
  return { id, msg_id: msgId, ...words };
}
