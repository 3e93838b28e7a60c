import type { GroupId, MsgId, UserId } from '../../domain/ids.ts';
import type { GroupRow, MessageRow, ReadTx } from '../../ports/store.ts';
import { mapWithNamesNow } from './mention-names.ts';
import { quotedIds } from './message-data.ts';

/** Messages that these quote. */
export async function loadQuoted(
  tx: ReadTx,
  messages: Iterable<MessageRow>,
): Promise<ReadonlyMap<MsgId, MessageRow>> {
  const quotes = quotedIds(messages);
  return quotes.length > 0 ? mapWithNamesNow(tx, await tx.messages.byMsgIds(quotes)) : new Map();
}

export async function loadGroups(
  tx: ReadTx,
  ids: ReadonlySet<GroupId>,
): Promise<ReadonlyMap<GroupId, GroupRow>> {
  const rows = await Promise.all([...ids].map((id) => tx.groups.byId(id)));
  return new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])));
}

/** Viewer → partner → remark. */
export async function loadRemarks(
  tx: ReadTx,
  wanted: ReadonlyMap<UserId, ReadonlySet<UserId>>,
): Promise<ReadonlyMap<UserId, ReadonlyMap<UserId, string>>> {
  const entries = [...wanted].map(
    async ([viewer, partners]) => [viewer, await tx.friends.nicknames(viewer, [...partners])] as const,
  );
  return new Map(await Promise.all(entries));
}
