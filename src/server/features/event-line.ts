import { type StreamId, type UserId, messageId } from '../../domain/ids.ts';
import type { EventNote } from '../../domain/message.ts';
import type { WriteTx } from '../../ports/store.ts';
import type { Core, EventRecorder } from '../kernel/core.ts';
import { privateTo, onlyReader, withhold } from '../access/private-delivery.ts';

/** Appends an event line: neutral codes, converted to text when it is shown (STREAM-5). Returns its place. */
export async function eventLine(
  core: Pick<Core, 'ids'>,
  tx: WriteTx,
  record: EventRecorder,
  line: { readonly stream: StreamId; readonly by: UserId; readonly note: EventNote },
): Promise<{ readonly seq: number; readonly n: number }> {
  const id = messageId(core.ids.uuid());
  let only: UserId | null = null;
  const place = await record.listed(line.stream, async ({ seq, n, atMs }) => {
    // The line about a new friendship is for both, regardless of its author.
    only = line.note.note === 'friends' ? null : await onlyReader(tx, line.stream, line.by);
    const msgId = await tx.messages.insert({
      id,
      stream: line.stream,
      n,
      from: line.by,
      type: 'event',
      content: '',
      at: [],
      pid: null,
      extra: null,
      note: line.note,
      sentAtMs: atMs,
      recalled: false,
      only,
    });
    const facts = { kind: 'message', msgId, id, n, from: line.by, ...privateTo({ only }) } as const;
    return { facts, value: { seq, n } };
  });
  await withhold(tx, record, { stream: line.stream, n: place.n, only });
  return place;
}
