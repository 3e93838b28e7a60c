/** A conversation in the list of a base-protocol client. */
export interface PlainRow {
  readonly id: string;
  title: string;
  pinned: boolean;
  notified: boolean;
  unread: number;
  mentions: number;
  words: string;
  kind: string;
  atMs: number;
}

export interface PlainLine {
  readonly id: string;
  readonly row: number;
  readonly by: number;
  kind: string;
  words: string;
}

export type Data = Readonly<Record<string, unknown>>;

export interface PlainFrame {
  readonly type: string;
  readonly data?: unknown;
}

const MS_FROM = 100_000_000_000;

/**
 * The state of a client that knows the contract and no streams: it loads its list at login and then applies
 * frames one by one. Written from the contract alone.
 */
export class PlainClient {
  readonly rows = new Map<string, PlainRow>();
  /** The open chat, with its lines. */
  open: { readonly id: string; lines: PlainLine[] } | null = null;
  /** Entries of the bar "somebody mentioned me", by group. */
  readonly bars = new Map<string, number>();
  unreadOfSystem = 0;
  /** Messages erased since the page of the open chat was requested: the page may still contain them. */
  readonly #rung = new Set<string>();
  #erasures: PlainFrame[] = [];

  constructor(private readonly me: number) {}

  /** The list as it is drawn: what has a last message, the pinned ones first, the newest first. */
  list(): readonly PlainRow[] {
    return [...this.rows.values()]
      .filter((row) => row.words !== '' || row.kind !== 'text')
      .toSorted((a, b) => Number(b.pinned) - Number(a.pinned) || b.atMs - a.atMs);
  }

  loaded(rows: readonly Data[], applications: number): void {
    this.rows.clear();
    this.unreadOfSystem = applications;
    for (const row of rows) this.#store(row);
    if (this.open) this.#markSeen(this.open.id);
  }

  /** Its newest page is requested: the former lines may have gaps. */
  opening(id: string): void {
    this.open = { id, lines: [] };
    this.#erasures = [];
  }

  /** The newest page of a chat; messages received by frames stay. */
  opened(id: string, page: readonly Data[]): void {
    const early = this.open?.id === id ? this.open.lines : [];
    this.open = { id, lines: page.map(lineOf) };
    for (const line of early) this.#append(line);
    for (const frame of this.#erasures.splice(0)) this.#erase(frame);
    this.#markSeen(id);
  }

  close(): void {
    this.open = null;
  }

  /** Applies one frame; the contract's own table defines its meaning. */
  took({ type, data }: PlainFrame): void {
    const fields = (data ?? {}) as Data;
    switch (type) {
      case 'simple':
      case 'group':
        return this.#message(fields);
      case 'webrtc':
        return this.#call(fields);
      case 'setChatTop':
        return this.#change(fields['id'], (row) => void (row.pinned = flag(fields['is_top'])));
      case 'setIsNotice':
        return this.#change(fields['id'], (row) => void (row.notified = flag(fields['is_notice'])));
      case 'addGroup':
      case 'appendContact':
        return this.#store(fields);
      case 'removeUser':
        return Number(fields['user_id']) === this.me ? this.#drop(fields['group_id']) : undefined;
      case 'removeGroup':
        return this.#drop(fields['group_id']);
      case 'editGroupName':
        return this.#change(fields['id'], (row) => void (row.title = String(fields['displayName'])));
      case 'undoMessage':
        this.#erase({ type, data });
        return this.#recall(fields);
      case 'delMessage':
        return this.#erase({ type, data });
      case 'clearMessage':
        if (this.open?.id === String(fields['group_id'])) this.open.lines = [];
        return this.#change(fields['group_id'], (row) => Object.assign(row, { words: '', kind: 'text' }));
      case 'atMsgList':
        this.bars.set(String(fields['toContactId']), Number(fields['count']));
        return this.#change(fields['toContactId'], (row) => void (row.mentions = Number(fields['count'])));
      default:
        return;
    }
  }

  /** The chat a message belongs to. */
  chatOf({ toContactId, toUser }: Data): string {
    return String(Number(toContactId) === this.me ? toUser : toContactId);
  }

  #store(row: Data): void {
    this.rows.set(String(row['id']), {
      id: String(row['id']),
      title: String(row['displayName']),
      pinned: flag(row['is_top']),
      notified: flag(row['is_notice'] ?? 1),
      unread: Number(row['unread'] ?? 0),
      mentions: Number(row['is_at'] ?? 0),
      words: textOf(row['lastContent']),
      kind: textOf(row['type'] ?? 'text'),
      atMs: timeOf(row['lastSendTime']),
    });
  }

  #message(data: Data): void {
    if (data['toContactId'] === 'system') {
      this.unreadOfSystem += 1;
      return;
    }
    const id = this.chatOf(data);
    if (!this.rows.has(id) && data['contactInfo'])
      this.#store({ ...(data['contactInfo'] as Data), unread: 0, is_at: 0 });
    const line = lineOf(data);
    const mine = line.by === this.me;
    const at = (data['at'] ?? []) as readonly unknown[];
    this.#change(id, (row) => {
      Object.assign(row, { words: line.words, kind: line.kind, atMs: timeOf(data['sendTime']) });
      if (this.open?.id === id || mine) return;
      row.unread += 1;
      if (at.some((one) => Number(one) === this.me)) row.mentions += 1;
    });
    if (this.open?.id === id) this.#append(line);
  }

  /**
   * A call is a line of its chat; later events change its text. One that rings when the device binds may
   * already have arrived as a missed line.
   */
  #call(data: Data): void {
    const { event } = (data['extends'] ?? {}) as { readonly event?: string };
    if (event === 'calling') {
      const id = String(data['id']);
      if (this.#rung.has(id)) return;
      this.#rung.add(id);
      return this.#message(data);
    }
    const line = this.open?.lines.find((one) => one.id === data['id']);
    if (line && (event === 'hangup' || event === 'otherOpt')) line.words = String(data['content']);
  }

  #erase(frame: PlainFrame): void {
    const { open } = this;
    const data = frame.data as Data;
    if (!open) return;
    this.#erasures.push(frame);
    if (frame.type === 'delMessage') open.lines = open.lines.filter((line) => line.id !== data['id']);
    const line = open.lines.find((one) => one.id === data['id']);
    if (line) Object.assign(line, { kind: 'event', words: String(data['content']) });
  }

  #recall(data: Data): void {
    if (flag(data['is_last']))
      this.#change(data['toContactId'], (row) =>
        Object.assign(row, { words: String(data['content']), kind: 'event' }),
      );
  }

  #append(line: PlainLine): void {
    if (this.open && !this.open.lines.some((one) => one.id === line.id)) this.open.lines.push(line);
  }

  #markSeen(id: string): void {
    this.#change(id, (row) => void (row.unread = 0));
  }

  #change(id: unknown, change: (row: PlainRow) => unknown): void {
    const row = this.rows.get(String(id));
    if (row) change(row);
  }

  #drop(id: unknown): void {
    this.rows.delete(String(id));
    if (this.open?.id === String(id)) this.open = null;
  }
}

const flag = (value: unknown): boolean => Number(value) === 1;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Seconds or milliseconds. */
function timeOf(value: unknown): number {
  const amount = Number(value ?? 0);
  return amount < MS_FROM ? amount * 1_000 : amount;
}

const lineOf = (data: Data): PlainLine => ({
  id: String(data['id']),
  row: Number(data['msg_id']),
  by: Number((data['fromUser'] as Data)['id']),
  kind: String(data['type']),
  words: String(data['content']),
});
