import { NOTICE_STREAM, messageId, msgId, userId } from '../../../domain/ids.ts';
import type { MsgId } from '../../../domain/ids.ts';
import { textLimits } from '../../../domain/limits.ts';
import { toMarkup } from '../../../domain/markup.ts';
import { lengthOf } from '../../../domain/validation.ts';
import type { MessageRow, ReadTx, WriteTx } from '../../../ports/store.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';

/** An announcement: a message in the stream all users read (NOTICE-1). */
export interface Announcement {
  readonly id: MsgId;
  readonly title: string;
  readonly notice: string;
  readonly atMs: number;
}

const TITLE_MAX = 100;
const NOBODY = userId(0);

/** Publishes to all users, live and by `sync`; without a sender, so that it is news to all. */
export async function publish(
  core: Pick<Core, 'ids'>,
  tx: WriteTx,
  record: EventRecorder,
  announcement: { readonly title: string; readonly notice: string },
): Promise<MsgId | Refusal> {
  const [title, notice] = [announcement.title.trim(), announcement.notice.trim()];
  if (title === '') return new Refusal('needNotice');
  if (lengthOf(title) > TITLE_MAX || lengthOf(notice) > textLimits.messageMax) return new Refusal('tooLong');
  const id = messageId(core.ids.uuid());
  const content = `<h3>${toMarkup(title)}</h3>${toMarkup(notice)}`;
  return record.listed(NOTICE_STREAM, async ({ n, atMs }) => {
    const row = {
      id,
      stream: NOTICE_STREAM,
      n,
      from: NOBODY,
      type: 'text',
      content,
      at: [],
      pid: null,
      extra: { title, notice },
      note: null,
      sentAtMs: atMs,
      recalled: false,
    } as const;
    const number = await tx.messages.insert(row);
    return { facts: { kind: 'message', msgId: number, id, n, from: NOBODY }, value: number };
  });
}

/** Takes an announcement back: it disappears everywhere. */
export async function withdraw(tx: WriteTx, record: EventRecorder, id: number): Promise<Refusal | null> {
  const row = await tx.messages.byMsgId(msgId(id));
  if (row?.stream !== NOTICE_STREAM) return new Refusal('messageUnknown');
  await tx.messages.delete(row.msgId);
  const lastN = (await tx.messages.last(NOTICE_STREAM, 0))?.n ?? null;
  await record.event(NOTICE_STREAM, {
    kind: 'delete',
    msgId: row.msgId,
    id: row.id,
    n: row.n,
    from: row.from,
    at: [],
    lastN,
    // Users who had not read that far had it unread (COUNT-17).
    uncounts: true,
  });
  return null;
}

/** Newest first. */
export async function announcements(tx: ReadTx, limit: number): Promise<readonly Announcement[]> {
  const { rows } = await tx.messages.page({ stream: NOTICE_STREAM, fromN: 0, limit });
  return rows.map(announcementOf);
}

const announcementOf = (row: MessageRow): Announcement => {
  const of = (name: string) => (typeof row.extra?.[name] === 'string' ? row.extra[name] : '');
  return { id: row.msgId, title: of('title'), notice: of('notice'), atMs: row.sentAtMs };
};

/** The newest one, or an empty title without any; times in seconds (protocol 2.1). */
export async function getAdminNotice({ core }: SignedIn): Promise<EndpointAnswer> {
  const row = await core.store.read((tx) => tx.messages.last(NOTICE_STREAM, 0));
  if (!row) return { data: { title: '', create_time: 0 } };
  const { title, notice, atMs } = announcementOf(row);
  return { data: { title, notice, create_time: Math.floor(atMs / 1_000) } };
}
