import { messageId, msgId, userId } from '../../../domain/ids.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import { duration } from '../../../domain/limits.ts';
import type { LedgerRow, MessageRow, ReadTx, WriteTx } from '../../../ports/store.ts';
import type { Core, Recorder } from '../../core.ts';
import { messageData } from '../../frames/message-data.ts';
import { wireId, conversationOf } from '../../frames/wire-values.ts';
import { Refused, later } from '../../refused.ts';
import type { RateCounter } from '../../http/rate.ts';
import { StoreConflictError } from '../../store/errors.ts';
import { reach } from '../contacts/reach.ts';
import { isPlaced, visibleAbove } from '../standing.ts';
import { storedMessage } from '../uploads/stored-message.ts';
import type { Standing } from '../standing.ts';
import type { Composed } from './compose.ts';
import { messageList } from '../../frames/history.ts';
import { mayWrite, mentioned } from './write-right.ts';

export type Sent = Readonly<Record<string, unknown>>;
type Posting = { readonly core: Core; readonly rates: RateCounter };

/**
 * Posts one message inside a command. The ledger comes first: a repeat gets the first result, whatever
 * has happened to rights, friendship or the message since (SEND-1, SEND-2). Refusals leave no trace.
 */
export async function post(on: Posting, tx: WriteTx, record: Recorder, me: UserId, draft: Composed): Promise<Sent> {
  const known = await tx.sends.get(messageId(draft.id));
  if (known) return repeated(on.core, tx, me, draft, known);
  await reach(on.core, tx, record, me, draft.to);
  const at = await mayWrite(on.core, tx, me, draft.to, tx.nowMs);
  const author = await tx.users.byId(me);
  const people = await mentioned(tx, at, draft.at, tx.nowMs);
  const quoted = draft.pid === null ? null : await quotable(tx, at, draft.pid);
  const said = draft.fileId === null ? draft : await storedMessage(tx, me, draft.fileId, draft.type);
  const extra = (await cardOf(tx, draft)) ?? (quoted ? { ...said.extra, ...(await quoteOf(tx, quoted)) } : said.extra);
  takeInterval(on, me);
  return record.listed(at.stream, async (place) => {
    const fresh = {
      id: messageId(draft.id),
      stream: at.stream,
      n: place.n,
      from: me,
      type: said.type,
      content: said.content,
      at: people,
      pid: quoted?.msgId ?? null,
      extra,
      note: null,
      sentAtMs: place.atMs,
      recalled: false,
    };
    const row: MessageRow = { ...fresh, msgId: await tx.write.addMessage(fresh) };
    const ledger = { id: row.id, sender: me, hash: draft.hash, msgId: row.msgId, stream: row.stream, seq: place.seq, createdAtMs: tx.nowMs };
    // Somebody took the id since it was looked up; the command runs again and finds the first result.
    if (!(await tx.write.addSend(ledger))) throw new StoreConflictError('the id was taken meanwhile');
    if (people.length > 0) await tx.write.addMentions(at.stream, place.n, people.filter((id) => id > 0).map(userId), people.includes(0));
    if (isPlaced(at)) await tx.write.setMember(at.stream, me, { own: at.member.own + 1 });
    const role = at.kind === 'group' ? at.member.role : 3;
    const data = messageData(row, me, 'answer', { settings: on.core.settings, author, role, quoted });
    return {
      facts: { kind: 'message', msgId: row.msgId, id: row.id, n: row.n, from: me },
      value: { ...data, stream: row.stream, seq: place.seq },
    };
  });
}

/** The first result as it stands today; a message that is gone leaves its tombstone. */
async function repeated(core: Core, tx: ReadTx, me: UserId, draft: Composed, known: LedgerRow): Promise<Sent> {
  if (known.sender !== me || known.hash !== draft.hash) throw new Refused('idTaken');
  const row = await tx.messages.byMsgId(known.msgId);
  const place = { stream: known.stream, seq: known.seq };
  if (!row) return { id: known.id, msg_id: known.msgId, toContactId: target(me, known.stream), status: 'succeed', gone: 1, ...place };
  const [data] = await messageList(tx, row.stream, [row], me, core.settings, 'answer');
  return { ...data, ...place };
}

const target = (me: UserId, stream: StreamId) => wireId(conversationOf(me, stream));

/** A quoted message must be in the same conversation and visible; one that is gone is simply not quoted. */
async function quotable(tx: ReadTx, at: Standing, pid: number): Promise<MessageRow | null> {
  const row = await tx.messages.byMsgId(msgId(pid));
  const visible = row && row.stream === at.stream && row.n > visibleAbove(at) && !row.recalled && row.type !== 'event';
  return visible ? row : null;
}

/** Only who and what is quoted is stored; the words are joined when it is shown (STREAM-4). */
async function quoteOf(tx: ReadTx, quoted: MessageRow): Promise<Readonly<Record<string, unknown>>> {
  const author = await tx.users.byId(quoted.from);
  return { msg_id: quoted.msgId, user_id: quoted.from, realname: author?.realname ?? '' };
}

async function cardOf(tx: ReadTx, { person }: Composed): Promise<Readonly<Record<string, unknown>> | null> {
  if (person === null) return null;
  const user = await tx.users.byId(person);
  if (!user?.active) throw new Refused('userUnknown');
  return { id: user.id, displayName: user.realname, avatar: user.avatar };
}

function takeInterval({ core, rates }: Posting, me: UserId): void {
  const sec = core.config().chatInfo.sendIntervalSec;
  if (sec === 0) return;
  const wait = rates.take(`send:${me}`, { times: 1, windowMs: sec * duration.SECOND });
  if (wait > 0) throw later('interval', wait, { sec: Math.ceil(wait / duration.SECOND) });
}
