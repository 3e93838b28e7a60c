import type * as v from 'valibot';
import { type StreamId, type UserId, messageId, userId } from '../../../domain/ids.ts';
import { reportLimits as limits } from '../../../domain/people-limits.ts';
import type {
  GroupRow,
  MessageRow,
  ReadTx,
  ReportRow,
  ReportedPerson,
  UserRow,
  WriteTx,
} from '../../../ports/store.ts';
import type { report as call } from '../../../wire/calls/friends.ts';
import { fileIn, linkInExtra } from '../../files/held-file.ts';
import { command } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { groupAccess, visibleMessage } from '../../access/conversation.ts';
import type { SignedIn } from '../context.ts';

/** Columns of a report row that describe the reported item. */
type Copied = Pick<ReportRow, 'about' | 'accused' | 'stream' | 'copy' | 'fileId'>;

const personOf = ({ id, account, realname, motto, avatar }: UserRow): ReportedPerson => ({
  id,
  account,
  realname,
  motto,
  avatar,
});

const personBy = async (tx: ReadTx, id: UserId): Promise<ReportedPerson | null> => {
  const row = await tx.users.byId(id);
  return row && personOf(row);
};

async function copyOfMessage(tx: ReadTx, row: MessageRow, place: string): Promise<Copied> {
  const { id, n, sentAtMs, rev, type, content, extra } = row;
  return {
    about: id,
    accused: row.from,
    stream: row.stream,
    copy: {
      kind: 'message',
      id,
      from: await personBy(tx, row.from),
      place,
      n,
      sentAtMs,
      rev,
      type,
      content,
      extra,
    },
    fileId: fileIn(extra)?.id ?? linkInExtra(extra)?.picture?.id ?? null,
  };
}

const copyOfPerson = (row: UserRow): Copied => ({
  about: String(row.id),
  accused: row.id,
  stream: null,
  copy: { kind: 'person', person: personOf(row) },
  fileId: null,
});

async function copyOfGroup(tx: ReadTx, group: GroupRow, stream: StreamId): Promise<Copied> {
  const { name, notice, avatar, owner, setting } = group;
  const { about, rules } = setting;
  return {
    about: stream,
    accused: owner,
    stream,
    copy: { kind: 'group', name, notice, about, rules, avatar, owner: await personBy(tx, owner) },
    fileId: null,
  };
}

type Body = v.InferOutput<typeof call.body>;

/**
 * Preserves the reported content as it is now, for moderators alone. No user is notified, and nothing else
 * changes (REPORT-4); a repeated report changes nothing either.
 */
export async function report(
  { core, session: { user } }: SignedIn,
  { kind, id, reason, words }: Body,
): Promise<EndpointAnswer | Refusal> {
  const refusal = await command(core, async (tx) => {
    const subject = await reported(tx, user, { kind, id });
    if (subject instanceof Refusal) return subject;
    if (await tx.reports.isOpen(user, kind, subject.about)) return null;
    const { lately, open } = await tx.reports.countOf(user, tx.nowMs - limits.windowMs);
    if (lately >= limits.dayMax || open >= limits.openMax) return new Refusal('reportsMany');
    const facts = { reporter: user, kind, reason, words: words.trim(), atMs: tx.nowMs };
    await tx.reports.insert({ ...facts, ...subject });
    return null;
  });
  return refusal ?? {};
}

/** Only content this user may read at this moment: a client's id proves nothing (REPORT-2). */
function reported(
  tx: WriteTx,
  me: UserId,
  { kind, id }: Pick<Body, 'kind' | 'id'>,
): Promise<Copied | Refusal> {
  switch (kind) {
    case 'message':
      return reportedMessage(tx, me, id);
    case 'person':
      return reportedPerson(tx, me, id);
    case 'group':
      return reportedGroup(tx, me, id);
  }
}

async function reportedMessage(tx: WriteTx, me: UserId, id: string): Promise<Copied | Refusal> {
  const message = await tx.messages.byId(messageId(id));
  // Reading the stream locks it on engines with concurrent writers: a recall is ordered before this, or
  // after.
  if (message) await tx.streams.get(message.stream);
  const target = await visibleMessage(tx, me, message && (await tx.messages.byId(message.id)));
  if (target instanceof Refusal) return target;
  const { row, at } = target;
  if (row.from === me) return new Refusal('notSelf');
  if (at.kind === 'notice' || row.recalled || row.type === 'event' || row.type === 'webrtc')
    return new Refusal('reportKind');
  return copyOfMessage(tx, row, at.kind === 'group' ? at.group.name : '');
}

async function reportedPerson(tx: WriteTx, me: UserId, id: string): Promise<Copied | Refusal> {
  const person = /^\d{1,15}$/.test(id) ? await tx.users.byId(userId(Number(id))) : null;
  if (!person) return new Refusal('userUnknown');
  return person.id === me ? new Refusal('notSelf') : copyOfPerson(person);
}

async function reportedGroup(tx: WriteTx, me: UserId, id: string): Promise<Copied | Refusal> {
  const at = await groupAccess(tx, me, id);
  return at instanceof Refusal ? at : copyOfGroup(tx, at.group, at.stream);
}
