import { type MessageId, type MsgId, type StreamId, type UserId, messageId } from '../../domain/ids.ts';
import type { EventNote } from '../../domain/message.ts';
import type { WriteTx } from '../../ports/store.ts';
import type { Core, EventRecorder } from '../kernel/core.ts';
import { privateTo, onlyReader, withhold } from '../access/private-delivery.ts';

interface EventLine {
  readonly stream: StreamId;
  readonly by: UserId;
  readonly note: EventNote;
}

interface LinePlace {
  readonly seq: number;
  readonly n: number;
  readonly msgId: MsgId;
}

/** Appends an event line: neutral codes, converted to text when it is shown (STREAM-5). Returns its place. */
export const eventLine = (
  core: Pick<Core, 'ids'>,
  tx: WriteTx,
  record: EventRecorder,
  line: EventLine,
): Promise<LinePlace> => lineWithId(messageId(core.ids.uuid()), tx, record, line);

/** The same with an id that the line has already. */
export async function lineWithId(
  id: MessageId,
  tx: WriteTx,
  record: EventRecorder,
  line: EventLine,
): Promise<LinePlace> {
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
    return { facts, value: { seq, n, msgId } };
  });
  await withhold(tx, record, { stream: line.stream, n: place.n, only });
  return place;
}
