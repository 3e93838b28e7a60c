import { messageId, msgId } from '../../../domain/ids.ts';
import type { MessageId, StreamId, UserId } from '../../../domain/ids.ts';
import { mentionsIn } from '../../../domain/mention-names.ts';
import { duration } from '../../../domain/limits.ts';
import { isMedia, rootFor } from '../../../domain/message.ts';
import { slowSecFor } from '../../../domain/permissions.ts';
import { isFor } from '../../../domain/visible.ts';
import type { LedgerRow, MessageRow, NewMessage, ReadTx, UserRow, WriteTx } from '../../../ports/store.ts';
import type { Core, MessagePlace, EventRecorder } from '../../kernel/core.ts';
import { messageData } from '../../frames/message-data.ts';
import { wireId, conversationFor } from '../../frames/wire-values.ts';
import { Refusal, refusedForNow } from '../../kernel/refusal.ts';
import type { RateCounter } from '../../kernel/rate.ts';
import { StoreConflictError } from '../../kernel/store-errors.ts';
import { ensurePrivateConversation } from '../contacts/ensure-private-conversation.ts';
import { wantMessage } from '../push/want.ts';
import { isMemberAccess, mediaRefusal, visibleAbove, writeAccess } from '../../access/conversation.ts';
import type { ConversationAccess } from '../../access/conversation.ts';
import { mentionedMembers, setsIn } from '../../access/mentions.ts';
import { visibleUser } from '../../access/profile.ts';
import { endDraft } from '../../kernel/end-draft.ts';
import { withhold, onlyReader, privateTo } from '../../access/private-delivery.ts';
import { checkedContent } from './buttons.ts';
import type { Composed } from './compose.ts';
import { answerNews, countAnswers } from './threads.ts';
import type { AnswerNews } from './threads.ts';
import { messageList } from '../../frames/history.ts';
import { withMembersOnly } from '../../frames/mention-names.ts';

export type Sent = Readonly<Record<string, unknown>>;

/** A message that passed; what its sender is answered is there once it is written. */
export interface Passed {
  sent: Sent;
}

type From = { readonly core: Core; readonly rates: RateCounter };

/** Target of some messages of a command. No other writer interferes, so permission is checked once. */
interface Target {
  readonly at: ConversationAccess;
  /** The author's count of own messages there. */
  own: number;
  acceptedCount: number;
}

/** A message that may be written, but for its place. */
interface Checked extends Passed {
  readonly draft: Composed;
  readonly at: ConversationAccess;
  readonly fresh: Omit<NewMessage, 'n' | 'sentAtMs'>;
  readonly quoted: MessageRow | null;
}

/**
 * Runs a command that posts under this id. System lines have ids, too, which the ledger does not contain: a
 * user who picks one of those is refused, as with any taken id (SEND-1).
 */
export async function orTaken<T>(
  { store }: Pick<Core, 'store'>,
  rawId: string,
  work: () => Promise<T>,
): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreConflictError)) throw error;
    const id = messageId(rawId);
    const isTaken = await store.read(
      async (tx) => (await tx.sends.get(id)) === null && (await tx.messages.byId(id)) !== null,
    );
    if (isTaken) return new Refusal('idTaken');
    throw error;
  }
}

/** Posts one message inside a command. */
export async function post(
  on: From,
  tx: WriteTx,
  record: EventRecorder,
  me: UserId,
  draft: Composed,
): Promise<Sent | Refusal> {
  const id = messageId(draft.id);
  const earlier = await tx.sends.get(id);
  const posting = new Posting(on, tx, record, me, new Map(earlier && [[id, earlier]]));
  const outcome = await posting.take(draft);
  if (outcome instanceof Refusal) return outcome;
  await posting.write();
  return outcome.sent;
}

/**
 * One user's posts in one command: messages are checked one by one, as if each were alone, and the accepted
 * ones are written together, moving each head once. The ledger comes first: a repeat gets the first result,
 * regardless of later changes to rights, friendship or the message (SEND-1, SEND-2). Refusals leave no trace.
 */
export class Posting {
  private readonly targets = new Map<string, Target>();
  /** Conversations that were made for one of them (CONF-6). */
  private readonly newConversations = new Set<string>();
  private checked: Checked[] = [];
  private author: UserRow | null = null;
  /** Messages just written that the partner may not see. */
  private back: MessageRow[] = [];

  constructor(
    private readonly on: From,
    private readonly tx: WriteTx,
    private readonly record: EventRecorder,
    private readonly me: UserId,
    /** Ledger rows of these messages. */
    private readonly ledgerById: Map<MessageId, LedgerRow>,
  ) {}

  async take(draft: Composed): Promise<Passed | Refusal> {
    const { tx, me, on } = this;
    const id = messageId(draft.id);
    // The same id twice in one command: the second one is a repeat.
    if (this.checked.some((one) => one.fresh.id === id)) await this.write();
    const earlier = this.ledgerById.get(id);
    if (earlier) {
      const sent = await repeated(on.core, tx, me, draft, earlier);
      return sent instanceof Refusal ? sent : { sent };
    }
    const target = this.targets.get(draft.to) ?? (await this.targetOf(draft.to));
    if (target instanceof Refusal) return target;
    const { at } = target;
    this.author ??= await tx.users.byId(me);
    const names = mentionsIn(draft.extra);
    const isOnline = (user: UserId) => on.core.hub.isOnline(user);
    const people = await mentionedMembers(tx, at, { at: draft.at, names }, isOnline);
    if (people instanceof Refusal) return people;
    const quoted = draft.pid === null ? null : await quotable(tx, at, draft.pid, me);
    const content = await checkedContent(tx, me, draft);
    if (content instanceof Refusal) return content;
    const barred = isMedia(content.type) ? mediaRefusal(at, tx.nowMs) : null;
    if (barred) return barred;
    const card = await cardOf(on.core, tx, me, draft);
    if (card instanceof Refusal) return card;
    const checkedExtra = await withMembersOnly(tx, at.stream, content.extra, people, setsIn(at, names));
    const extra = card ?? (quoted ? { ...checkedExtra, ...(await quoteOf(tx, quoted)) } : checkedExtra);
    const refusal = takeInterval(on, me) ?? (await takeSlowTurn(tx, at, me));
    if (refusal) return refusal;
    const fresh = {
      id,
      stream: at.stream,
      from: me,
      type: content.type,
      content: content.content,
      at: people,
      pid: quoted?.msgId ?? null,
      root: quoted && rootFor(quoted),
      extra,
      note: null,
      recalled: false,
    };
    const checked: Checked = { draft, at, fresh, quoted, sent: {} };
    target.acceptedCount += 1;
    this.checked.push(checked);
    return checked;
  }

  /** Returns true if a conversation was created for a message that was then refused. */
  leavesTrace(to: string): boolean {
    return this.newConversations.has(to) && (this.targets.get(to)?.acceptedCount ?? 0) === 0;
  }

  /** Writes what has passed; each is answered by then. */
  async write(): Promise<void> {
    const { tx, record, checked } = this;
    this.checked = [];
    if (checked.length === 0) return;
    await record.listedAll(
      checked.map(({ at }) => at.stream),
      async (places) => {
        const only = await this.readers(checked);
        const rows = await tx.messages.insertAll(
          checked.map(({ fresh }, at) => ({
            ...placeMessage(fresh, places[at] as MessagePlace),
            only: only.get(fresh.stream) ?? null,
          })),
        );
        this.back = rows.filter((row) => row.only !== null);
        const ledger = rows.map((row, at) =>
          this.ledgerRow(row, checked[at] as Checked, places[at] as MessagePlace),
        );
        // Another command took an id since the lookup; this one runs again and finds the first result.
        if (!(await tx.sends.insert(...ledger))) throw new StoreConflictError('an id was taken meanwhile');
        for (const row of ledger) this.ledgerById.set(row.id, row);
        for (const { stream, n, at } of rows) if (at.length > 0) await tx.mentions.insert(stream, n, at);
        await this.countOwn(checked);
        const counts = await this.countThreads(rows, checked, places);
        for (const [at, row] of ledger.entries())
          if (rows[at]?.only === null) await wantMessage(this.on.core, tx, row);
        return rows.map((row, at) => {
          const [one, { seq }] = [checked[at] as Checked, places[at] as MessagePlace];
          one.sent = this.sentOf(row, one, seq, counts?.get(row));
          return {
            facts: {
              kind: 'message',
              msgId: row.msgId,
              id: row.id,
              n: row.n,
              from: row.from,
              ...privateTo(row),
            },
            message: row,
          };
        });
      },
    );
    for (const row of this.back.splice(0)) await withhold(tx, record, row);
    for (const { draft } of checked)
      await endDraft(tx, record, this.me, { to: draft.to, op: draft.endsDraft });
  }

  /** The only reader of new messages in each of these conversations (BLOCK-2). */
  private async readers(checked: readonly Checked[]): Promise<ReadonlyMap<StreamId, UserId | null>> {
    const audiences = new Map<StreamId, UserId | null>();
    for (const { at } of checked)
      if (!audiences.has(at.stream)) audiences.set(at.stream, await onlyReader(this.tx, at.stream, this.me));
    return audiences;
  }

  /** The target conversation, if this user may write there now. */
  private async targetOf(to: string): Promise<Target | Refusal> {
    const { on, tx, record, me } = this;
    if (await ensurePrivateConversation(on.core, tx, record, me, to)) this.newConversations.add(to);
    const at = await writeAccess(on.core, tx, me, to, tx.nowMs);
    if (at instanceof Refusal) return at;
    const target = { at, own: isMemberAccess(at) ? at.member.own : 0, acceptedCount: 0 };
    this.targets.set(to, target);
    return target;
  }

  private ledgerRow(
    { id, msgId: number, stream }: MessageRow,
    { draft }: Checked,
    { seq }: MessagePlace,
  ): LedgerRow {
    return { id, sender: this.me, hash: draft.hash, msgId: number, stream, seq, createdAtMs: this.tx.nowMs };
  }

  private async countOwn(checked: readonly Checked[]): Promise<void> {
    for (const target of this.targets.values()) {
      const { at } = target;
      const count = checked.filter((one) => one.at === at).length;
      if (count === 0 || !isMemberAccess(at)) continue;
      target.own += count;
      await this.tx.members.update(at.stream, this.me, { own: target.own });
    }
  }

  /** Most messages are not answers: then no query runs (THREAD-2). */
  private async countThreads(
    rows: readonly MessageRow[],
    checked: readonly Checked[],
    places: readonly MessagePlace[],
  ): Promise<ReadonlyMap<MessageRow, AnswerNews> | null> {
    if (rows.every(({ root }) => root === null)) return null;
    const answers = rows.map((row, at) => ({
      row,
      seq: (places[at] as MessagePlace).seq,
      quoted: (checked[at] as Checked).quoted,
    }));
    return countAnswers(this.tx, answers);
  }

  private sentOf(
    row: MessageRow,
    { at, quoted }: Checked,
    seq: number,
    thread: AnswerNews | undefined,
  ): Sent {
    const role = at.kind === 'group' ? at.member.role : 3;
    const data = messageData(row, this.me, 'answer', {
      settings: this.on.core.settings,
      author: this.author,
      role,
      quoted,
    });
    return Object.assign(data, { stream: row.stream, seq }, thread && { thread });
  }
}

const placeMessage = (fresh: Checked['fresh'], { n, atMs }: MessagePlace): NewMessage => ({
  ...fresh,
  n,
  sentAtMs: atMs,
});

/** The first result as it is today; a deleted message returns its tombstone. */
async function repeated(
  core: Core,
  tx: ReadTx,
  me: UserId,
  draft: Composed,
  ledgerRow: LedgerRow,
): Promise<Sent | Refusal> {
  if (ledgerRow.sender !== me || !isSameRequest(ledgerRow.hash, draft.hash)) return new Refusal('idTaken');
  const row = await tx.messages.byMsgId(ledgerRow.msgId);
  const place = { stream: ledgerRow.stream, seq: ledgerRow.seq };
  if (!row)
    return {
      id: ledgerRow.id,
      msg_id: ledgerRow.msgId,
      toContactId: target(me, ledgerRow.stream),
      status: 'succeed',
      gone: 1,
      ...place,
    };
  const [data] = await messageList(tx, row.stream, [row], me, core.settings, 'answer');
  const thread = await answerNews(tx, row);
  return { ...data, ...place, ...(thread && { thread }) };
}

const target = (me: UserId, stream: StreamId) => wireId(conversationFor(me, stream));

/** A quoted message must be in the same conversation and visible; a deleted one is silently not quoted. */
async function quotable(
  tx: ReadTx,
  at: ConversationAccess,
  pid: number,
  me: UserId,
): Promise<MessageRow | null> {
  const row = await tx.messages.byMsgId(msgId(pid));
  const visible =
    row &&
    row.stream === at.stream &&
    row.n > visibleAbove(at) &&
    isFor(row, me) &&
    !row.recalled &&
    row.type !== 'event';
  return visible ? row : null;
}

/** Stores only the quoted author and message; the text is joined when it is shown (STREAM-4). */
async function quoteOf(tx: ReadTx, quoted: MessageRow): Promise<Readonly<Record<string, unknown>>> {
  const author = await tx.users.byId(quoted.from);
  return { msg_id: quoted.msgId, user_id: quoted.from, realname: author?.realname ?? '' };
}

async function cardOf(
  core: Core,
  tx: ReadTx,
  me: UserId,
  { person }: Composed,
): Promise<Readonly<Record<string, unknown>> | null | Refusal> {
  if (person === null) return null;
  const user = await visibleUser(core, tx, me, person);
  if (!user?.active) return new Refusal('userUnknown');
  return { id: user.id, displayName: user.realname, avatar: user.avatar };
}

function takeInterval({ core, rates }: From, me: UserId): Refusal | null {
  const sec = core.config().chatInfo.sendIntervalSec;
  if (sec === 0) return null;
  const wait = rates.take(`send:${me}`, { times: 1, windowMs: sec * duration.SECOND });
  return wait > 0 ? refusedForNow('interval', wait, { sec: Math.ceil(wait / duration.SECOND) }) : null;
}

/**
 * Members of a slow group speak one after another time (GROUP-26). Counted by the store, last of all, so that
 * what is refused for another reason costs no turn, and of two at once on two nodes one waits.
 */
async function takeSlowTurn(tx: WriteTx, at: ConversationAccess, me: UserId): Promise<Refusal | null> {
  const sec = slowSecHere(at);
  if (sec === 0) return null;
  const { used, endsMs } = await tx.usage.add(slowName(at, me), 1, sec * duration.SECOND);
  return used > 1 ? refusedSlow(endsMs - tx.nowMs) : null;
}

/** Returns the wait of slow mode, before anything is consumed. */
export async function slowNow(
  tx: ReadTx,
  at: ConversationAccess,
  me: UserId,
  nowMs: number,
): Promise<Refusal | null> {
  const sec = slowSecHere(at);
  const turn = sec === 0 ? null : await tx.usage.of(slowName(at, me));
  const waitMs = turn === null ? 0 : turn.endsMs - nowMs;
  return waitMs > 0 && waitMs <= sec * duration.SECOND ? refusedSlow(waitMs) : null;
}

const slowSecHere = (at: ConversationAccess): number =>
  at.kind === 'group' ? slowSecFor({ role: at.member.role, setting: at.group.setting }) : 0;
const slowName = ({ stream }: ConversationAccess, me: UserId): string => `slow ${stream} ${me}`;
const refusedSlow = (waitMs: number): Refusal =>
  refusedForNow('slowMode', waitMs, { sec: Math.ceil(waitMs / duration.SECOND) });

/**
 * Returns true if an id was used for this request; a store may keep only the beginning of the digest
 * (SEND-1).
 */
export const isSameRequest = (storedHash: string, hash: string): boolean =>
  storedHash !== '' && hash.startsWith(storedHash);
