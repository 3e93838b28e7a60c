import type { MsgId, UserId } from '../../src/domain/ids.ts';
import { userStream } from '../../src/domain/ids.ts';
import type { DeviceNotification } from '../../src/domain/notification.ts';
import type { MemberRow, MessageRow, ReadTx } from '../../src/ports/store.ts';

/** A change this long ago is known to a node that makes a notification now. */
const KNOWN_MS = 3_000;
const NEWEST = 20;

/**
 * Compares the notifications that nodes give to the push service with the rows of the database at that moment
 * (PUSH-3, ALERT-2). It shares no code with the making of them.
 */
export class PushWatch {
  readonly #faults: string[] = [];
  readonly #checks: Promise<void>[] = [];

  constructor(
    private readonly read: <T>(work: (tx: ReadTx) => Promise<T>) => Promise<T>,
    private readonly nowMs: () => number,
  ) {}

  /** The push service took a notification for a device. */
  taken(endpoint: string, text: string): void {
    const { kind, tag, update, payload } = JSON.parse(text) as DeviceNotification;
    if (kind !== 'message' || update === true || !tag.startsWith('chat-')) return;
    const { msg_id: msgId } = payload;
    if (msgId === undefined) return void this.#faults.push(`a push without a message: ${text}`);
    this.#checks.push(this.#check(endpoint, msgId));
  }

  async #check(endpoint: string, msgId: MsgId): Promise<void> {
    const fault = await this.read((tx) => faultOf(tx, endpoint, msgId, this.nowMs()));
    if (fault !== null && this.#faults.length < 10) this.#faults.push(fault);
  }

  /** Returns the faults so far. */
  async end(): Promise<readonly string[]> {
    await Promise.all(this.#checks);
    return this.#faults;
  }
}

async function faultOf(tx: ReadTx, endpoint: string, msgId: MsgId, nowMs: number): Promise<string | null> {
  const row = await tx.messages.byMsgId(msgId);
  const user = await ownerOf(tx, endpoint, row, nowMs);
  if (user === null) return null;
  const name = `${endpoint.slice(endpoint.lastIndexOf('/') + 1)} was pushed ${msgId}`;
  if (row === null || row.recalled) return `${name}, which is gone`;
  const why = await reasonAgainst(tx, row, user);
  return why === null || (await hasNews(tx, row, user, nowMs)) ? null : `${name}, ${why}`;
}

/** The user of the device, if it is logged in: a member, or one of the users whom the message concerns. */
async function ownerOf(
  tx: ReadTx,
  endpoint: string,
  row: MessageRow | null,
  nowMs: number,
): Promise<UserId | null> {
  if (row === null) return null;
  const members = (await tx.members.of(row.stream, { page: 1, limit: NEWEST })).map(({ user }) => user);
  const devices = await tx.push.ofUsers(members, nowMs);
  return devices.find((one) => one.endpoint === endpoint)?.user ?? null;
}

/** Why a user should get no notification of a message; null: they may. */
async function reasonAgainst(tx: ReadTx, row: MessageRow, user: UserId): Promise<string | null> {
  if (row.from === user) return 'which they wrote';
  const member = await tx.members.get(row.stream, user);
  if (member === null) return 'of a chat that they left';
  if (row.n <= member.fromN) return 'from before they came';
  if (await tx.blocked.has(user, row.from)) return 'of a user whom they blocked';
  const isMentionUnread = await tx.mentions.isUnread(row.stream, user, row.n, member.mentionMark);
  if (member.mark >= row.n && !isMentionUnread) return 'which they have read';
  return (await notifies(tx, row, member)) ? null : 'of a chat that is muted or archived';
}

async function notifies(tx: ReadTx, row: MessageRow, member: MemberRow): Promise<boolean> {
  const { user, isNotice, atOnly, archivedTo } = member;
  if (isNotice && row.n > (archivedTo ?? 0)) return true;
  if (row.root !== null && (await tx.threads.followers(row.stream, row.root)).includes(user)) return true;
  if (!isNotice && !atOnly) return false;
  // Words that alert have their own tests.
  if ((await tx.preferences.get(user, 'alerts')) !== null) return true;
  return row.at.includes(0) || row.at.includes(user) || answeredUser(row) === user;
}

const answeredUser = ({ pid, extra }: MessageRow): unknown => (pid === null ? null : extra?.['user_id']);

/** Returns true if the user or the chat changed so recently that the node may not have read it. */
async function hasNews(tx: ReadTx, row: MessageRow, user: UserId, nowMs: number): Promise<boolean> {
  for (const stream of [row.stream, userStream(user)]) {
    const { head = 0 } = (await tx.streams.get(stream)) ?? {};
    const events = await tx.streams.events(stream, Math.max(0, head - NEWEST), NEWEST);
    if (events.some(({ facts, atMs }) => facts.kind !== 'message' && atMs > nowMs - KNOWN_MS)) return true;
  }
  return false;
}
