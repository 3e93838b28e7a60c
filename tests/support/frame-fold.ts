import type { ContactRow } from '../../src/server/frames/contact-row.ts';
import type { SyncAnswer } from '../../src/server/features/sync/sync.ts';

interface Frame {
  readonly type: string;
  readonly stream?: string;
  readonly seq?: number;
  readonly data?: unknown;
}

interface FoldedMessage {
  readonly id: unknown;
  readonly content: unknown;
  readonly reactions?: unknown;
  readonly link?: unknown;
  readonly poll?: unknown;
}

interface Fold {
  seq: number;
  name: unknown;
  count: number;
  mark: unknown;
  mentionMark: unknown;
  peer: unknown;
  top: unknown;
  hidden: unknown;
  members: unknown;
  last: { readonly n: unknown; readonly content: unknown } | null;
  /** Announcement, setting, owner, roles and mutes, by the frame that reported them. */
  facts: Map<string, unknown>;
  messages: Map<number, FoldedMessage>;
  /** The user who pinned, by the ordinal of the message (PINS-1). */
  pins: Map<number, unknown>;
}

type Data = Readonly<Record<string, unknown>>;

/**
 * The simplest possible client: the knowledge of a viewer from frames alone. It drops known frames (by `seq`)
 * and fails on a gap, so it also checks that nothing is missing.
 */
export class FrameFold {
  private readonly chats = new Map<string, Fold>();
  private readonly ids = new Map<string, string>();
  private readonly places = new Map<string, number>();

  constructor(rows: readonly ContactRow[]) {
    for (const row of rows) this.put(row);
  }

  sync(answer: SyncAnswer): void {
    if (answer.full) throw new Error('full resync was not expected');
    this.frames(answer.frames);
    for (const { contact } of answer.resync) if (contact) this.put(contact);
  }

  frames(frames: readonly Frame[]): void {
    for (const frame of frames) if (frame.seq !== undefined) this.event(frame, frame.data as Data);
  }

  state(): unknown {
    return Object.fromEntries(
      [...this.chats]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([id, chat]) => [
          id,
          {
            ...chat,
            facts: Object.fromEntries(chat.facts),
            messages: Object.fromEntries(chat.messages),
            pins: Object.fromEntries(chat.pins),
          },
        ]),
    );
  }

  private put(row: ContactRow): void {
    if (typeof row['stream'] !== 'string') return;
    const { stream, seq } = row as { readonly stream: string; readonly seq: number };
    this.places.set(stream, seq);
    if (row['is_group'] === 3) return;
    this.ids.set(String(row['id']), stream);
    this.chats.set(stream, {
      seq,
      name: row['displayName'],
      count: Number(row['count']),
      mark: row['mark'],
      mentionMark: row['at_mark'],
      peer: row['peer_mark'],
      top: row['is_top'],
      hidden: row['hidden_n'],
      members: row['members'],
      last: lastOf(row['last'] as Data | null),
      facts: new Map(),
      messages: new Map(),
      pins: new Map(),
    });
  }

  private event(frame: Frame, data: Data): void {
    const { stream = '', seq = 0 } = frame;
    const have = this.places.get(stream) ?? 0;
    if (seq <= have) return;
    if (seq !== have + 1) throw new Error(`hole in ${stream}: ${have} then ${seq} (${frame.type})`);
    this.places.set(stream, seq);
    const chat = this.chats.get(stream);
    if (chat) {
      chat.seq = seq;
      this.conversation(frame.type, chat, data);
    } else this.own(frame.type, data);
  }

  private conversation(type: string, chat: Fold, data: Data): void {
    const n = Number(data['n']);
    switch (type) {
      case 'simple':
      case 'group':
        chat.count = n;
        chat.messages.set(n, {
          id: data['id'],
          content: data['content'],
          ...(data['link'] !== undefined && { link: data['link'] }),
        });
        chat.last = { n, content: data['content'] };
        if (data['notice'] !== undefined) chat.facts.set('notice', data['notice']);
        return;
      case 'void':
        if (data['n'] !== undefined) chat.count = n;
        if (data['notice'] !== undefined) chat.facts.set('notice', data['notice']);
        return;
      case 'webrtc':
        return this.call(chat, data);
      case 'clearMessage':
        return this.clear(chat, n);
      case 'pinned':
        chat.pins.set(n, data['by']);
        return;
      case 'unpinned':
        chat.pins.delete(n);
        return;
      case 'groupSetting':
        chat.facts.set('setting', data['setting']);
        // Another history setting may show other pins, so the client requests them again.
        chat.pins.clear();
        return;
      case 'changeOwner':
        chat.facts.set('owner', data['user_id']);
        return;
      case 'setManager':
        chat.facts.set(`role of ${String(data['user_id'])}`, data['role']);
        return;
      case 'setNoSpeak':
        chat.facts.set(`silence of ${String(data['user_id'])}`, data['no_speak_time']);
        return;
      case 'undoMessage':
        chat.pins.delete(n);
        chat.messages.set(n, { id: data['id'], content: data['content'] });
        chat.last = lastOf(data['last'] as Data | null);
        return;
      case 'delMessage':
        chat.messages.delete(n);
        chat.pins.delete(n);
        chat.last = lastOf(data['last'] as Data | null);
        return;
      case 'reacted': {
        const entry = chat.messages.get(n);
        if (entry) chat.messages.set(n, { ...entry, reactions: data['counts'] });
        return;
      }
      case 'poll': {
        const entry = chat.messages.get(n);
        const { counts, voters, closed } = data;
        if (entry) chat.messages.set(n, { ...entry, poll: { counts, voters, closed } });
        return;
      }
      case 'previewed': {
        const { link: _before, ...known } = chat.messages.get(n) ?? { id: null, content: null };
        const { link } = data;
        if (chat.messages.has(n)) chat.messages.set(n, { ...known, ...(link !== null && { link }) });
        return;
      }
      case 'readAll':
        chat.peer = data['n'];
        return;
      case 'readMark':
        chat.mark = data['mark'];
        return;
      case 'editGroupName':
        chat.name = data['displayName'];
        return;
      case 'addGroupUser':
      case 'removeUser':
        chat.members = data['members'];
        return;
      default:
        throw new Error(`unexpected ${type}`);
    }
  }

  /** A ring is a message; its end rewrites that line. */
  private call(chat: Fold, data: Data): void {
    if (data['n'] !== undefined) return this.conversation('simple', chat, data);
    for (const [n, message] of chat.messages) {
      if (message.id !== data['id']) continue;
      chat.messages.set(n, { id: message.id, content: data['content'] });
      if (chat.last?.n === n) chat.last = { n, content: data['content'] };
    }
  }

  private clear(chat: Fold, n: number): void {
    for (const baseline of chat.messages.keys()) if (baseline <= n) chat.messages.delete(baseline);
    for (const baseline of chat.pins.keys()) if (baseline <= n) chat.pins.delete(baseline);
    if (Number(chat.last?.n) <= n) chat.last = null;
    chat.mark = Math.max(Number(chat.mark), n);
    chat.mentionMark = Math.max(Number(chat.mentionMark), n);
    chat.peer = Math.max(Number(chat.peer), n);
  }

  private own(type: string, data: Data): void {
    if (type === 'addGroup' || type === 'appendContact') return this.put(data);
    const stream = this.ids.get(String(data['id'] ?? data['group_id'])) ?? '';
    if (type === 'removeUser' || type === 'removeGroup') {
      this.chats.delete(stream);
      this.places.delete(stream);
      return;
    }
    const chat = this.chats.get(stream);
    if (!chat) return;
    if (type === 'remark') chat.name = data['displayName'];
    if (type === 'setChatTop') chat.top = data['is_top'];
    if (type === 'hideChat') chat.hidden = data['n'];
    if (type === 'readMark') chat.mark = data['mark'];
    if (type === 'mentionMark') chat.mentionMark = data['mark'];
  }
}

const lastOf = (last: Data | null): Fold['last'] =>
  last ? { n: last['n'], content: last['content'] } : null;
