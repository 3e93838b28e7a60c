import { PASSWORD } from '../devices/device.ts';
import type { Chance } from '../plan/random.ts';
import type { PlanStep } from '../plan/step.ts';
import type { WorldPerson } from '../devices/person.ts';
import { PlainClient } from './client.ts';
import type { Data, PlainFrame } from './client.ts';
import type { Base, DeviceOfContract } from './device-of-contract.ts';
import { PlainSockets } from './sockets.ts';
import type { Line, PlainWorld } from './sockets.ts';
import { frameFaults, messageFaults, rowFaults } from './contract.ts';

const [TIMEOUT_MS, RETRY_MS, QUIET_MS] = [10_000, 3_000, 2_500];
const PAGE = 20;
/** Number of quiet moments in a row: longer than any frame is in transit. */
const SWALLOWED = 6;
const NO_LOGIN = -1;
interface Answer {
  readonly code: number;
  readonly count: number;
  readonly data: unknown;
}

/**
 * An additional device with a base-protocol client: it binds by the call and the frame, loads its list at
 * login, applies frames, and after a lost socket relies on receiving missed frames (GATE-9). If that is
 * impossible (the network lost frames, a node died), it reloads at a moment without activity.
 */
export class PlainDevice implements DeviceOfContract {
  readonly client: PlainClient;
  readonly name: string;
  readonly faults: string[] = [];
  /** For the checker: from which message on each row was counted. */
  readonly bases = new Map<string, Base>();
  /** Up to which message each chat was shown by a page, and what came by frames. */
  readonly #paged = new Map<string, number>();
  readonly #had = new Set<string>();
  readonly #world: PlainWorld;
  readonly #chance: Chance;
  readonly #sockets: PlainSockets;
  #token: string | null = null;
  #sure = false;
  /** The socket that is loading now. */
  #loading: Line | null = null;
  constructor(
    world: PlainWorld,
    readonly person: WorldPerson,
  ) {
    this.#world = world;
    this.name = `${person.account}p`;
    this.client = new PlainClient(person.id);
    this.#chance = world.around.chance.fork(`plain ${person.account}`);
    this.#sockets = new PlainSockets({
      world,
      name: this.name,
      chance: this.#chance,
      onFrame: (line, text) => this.#receive(line, text),
    });
  }

  get bound(): boolean {
    return this.#sockets.line?.bound === true;
  }

  /** It shows the expected state, and its socket is not half-open. */
  get isSettled(): boolean {
    if (this.#sockets.over) return true;
    return (
      this.bound &&
      this.#sure &&
      this.#loading === null &&
      !this.#sockets.isSilent() &&
      this.#sockets.isHeard()
    );
  }

  /** Its list is complete, and nothing was lost since. */
  get sure(): boolean {
    return this.#sure;
  }

  get sockets(): number {
    return this.#sockets.line === null ? 0 : 1;
  }

  begin(): void {
    this.#sockets.connect();
  }

  heal(): void {
    this.#sockets.heal();
  }

  leave(): void {
    this.#sockets.end();
  }

  act(step: PlanStep, number: number): void {
    const { client } = this;
    this.#world.record.count('mark: a plain client');
    const chats = client.list().filter((row) => /^(?:\d+|group-\d+)$/.test(row.id));
    const chat = chats[step.a % Math.max(1, chats.length)];
    const lines = client.open?.lines ?? [];
    const mine = lines.findLast((line) => line.by === this.person.id && line.kind === 'text');
    const what = [
      'open',
      'open',
      'open',
      'close',
      'send',
      'send',
      'undo',
      'delete',
      'pin',
      'quiet',
      'mentions',
      'hangUp',
      'cut',
      'away',
      'freeze',
    ][step.b % 15];
    if (what === 'hangUp') return this.#sockets.hangUp();
    if (what === 'cut') return this.#sockets.line?.link.disconnect();
    if (what === 'freeze')
      return this.#sockets.line?.link.freeze(this.#world.clock.elapsedMs() + 1_000 * (step.a % 90));
    if (what === 'away') return this.#sockets.away(1_000 * (step.a % 240));
    if (what === 'close') return client.close();
    if (!chat || this.#token === null) return;
    const group = chat.id.startsWith('group-');
    if (what === 'open') void this.#open(chat.id);
    else if (what === 'send') void this.#send(chat.id, `p${number}`);
    else if (what === 'undo' && mine) void this.#ask('/enterprise/im/undoMessage', { id: mine.id });
    else if (what === 'delete' && mine) void this.#ask('/enterprise/im/delMessage', { id: mine.id });
    else if (what === 'pin') this.#flag('top', chat.id, step.a % 2);
    else if (what === 'quiet') this.#flag('notice', chat.id, step.a % 2);
    else if (what === 'mentions' && group)
      void this.#ask('/enterprise/im/readAtMsg', { toContactId: chat.id });
  }

  #send(to: string, words: string): Promise<Answer | null> {
    const { id } = this.person;
    return this.#ask('/enterprise/im/sendMessage', {
      id: this.#chance.ids().uuid(),
      toContactId: idOf(to),
      is_group: Number(to.startsWith('group-')),
      type: 'text',
      content: words,
      fromUser: { id },
      from_user: id,
      sendTime: this.#world.clock.nowMs(),
      status: 'going',
    });
  }

  #flag(register: 'top' | 'notice', id: string, on: number): void {
    this.#world.record.plainPresses.push({ person: this.person.id, register, of: id, value: on === 1 });
    const [call, field] = register === 'top' ? ['setChatTop', 'is_top'] : ['isNotice', 'is_notice'];
    void this.#ask(`/enterprise/im/${call}`, { id, is_group: Number(id.startsWith('group-')), [field]: on });
  }

  async #open(id: string): Promise<void> {
    const { client } = this;
    client.opening(id);
    const answer = await this.#ask('/enterprise/im/getMessageList', {
      toContactId: idOf(id),
      is_group: Number(id.startsWith('group-')),
      page: 1,
      limit: PAGE,
    });
    if (client.open?.id !== id) return;
    // A chat is not open without its page.
    if (answer?.code !== 0) return client.close();
    const page = answer.data as readonly Data[];
    this.faults.push(
      ...page.flatMap((row) =>
        messageFaults(String(row['type']) === 'webrtc' ? 'webrtc' : 'row', row, this.person.id),
      ),
    );
    client.opened(id, page);
    // A message may have come, and been read, while the page was on its way.
    const before = this.bases.get(id);
    const n = Math.max(before?.n ?? 0, ...page.map((row) => Number(row['n'])));
    this.bases.set(id, { ...before, n, unread: 0 });
    this.#paged.set(id, n);
  }

  async #ask(path: string, body: object): Promise<Answer | null> {
    const link = this.#sockets.line?.link;
    if (!link) return null;
    const outcome = await link.send({
      path,
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: this.#token ?? '' },
      body: JSON.stringify(body),
      timeoutMs: TIMEOUT_MS,
    });
    const answer =
      outcome.kind === 'answer' && outcome.status === 200 ? (JSON.parse(outcome.text) as Answer) : null;
    if (answer?.code === NO_LOGIN && !path.endsWith('/login')) this.#token = null;
    return answer;
  }

  #receive(line: Line, text: string): void {
    const frame = JSON.parse(text) as PlainFrame & Data;
    this.faults.push(...frameFaults(frame, this.person.id).map((fault) => `${fault}: ${text.slice(0, 300)}`));
    if (frame.type === 'ping') return line.handle.send('{"type":"pong"}');
    if (frame.type === 'init') {
      line.clientId = String(frame['client_id']);
      return void this.#bind(line);
    }
    if (frame.type === 'pong') return;
    this.#applyCount(frame);
    this.client.took(frame);
    this.#readOpen(frame);
  }

  /** Binds by the call, then by the frame; frames of the time between are sent with the first of both. */
  async #bind(line: Line): Promise<void> {
    while (line.open && !this.#sockets.over) {
      if (this.#token === null && !(await this.#login())) {
        await this.#wait(RETRY_MS);
        continue;
      }
      const token = this.#token;
      line.isBindRequested = true;
      const answer = await this.#ask('/common/pub/bindUid', {
        client_id: line.clientId,
        user_id: this.person.id,
        cid: '',
      });
      if (answer?.code === 0 && token !== null) {
        line.bound = true;
        line.handle.send(JSON.stringify({ type: 'bindUid', user_id: this.person.id, token }));
        this.#sure &&= this.#sockets.isKept();
        if (!this.#sure) void this.#load(line);
        return;
      }
      await this.#wait(RETRY_MS);
    }
  }

  async #login(): Promise<boolean> {
    const answer = await this.#ask('/common/pub/login', { account: this.person.account, password: PASSWORD });
    if (answer?.code !== 0) return false;
    this.#token = (answer.data as { readonly authToken: string }).authToken;
    this.#sure = false;
    return true;
  }

  /**
   * Loads the list and the open chat at a moment without events: otherwise it is unknown whether a row
   * includes an event.
   */
  async #load(line: Line): Promise<void> {
    this.#loading = line;
    for (let quiet = 0; line.open && !this.#sockets.over && !this.#sure;) {
      const [sentCount, handledCount] = [line.sentCount, line.handledCount];
      const answer = await this.#ask('/enterprise/im/getContacts', {});
      if (this.#sockets.line !== line) break;
      const chat = this.client.open?.id;
      if (answer?.code === 0) {
        const rows = answer.data as readonly Data[];
        this.client.loaded(rows, answer.count);
        this.faults.push(...rows.flatMap(rowFaults));
        this.bases.clear();
        for (const row of rows)
          this.bases.set(String(row['id']), {
            n: Number(row['count'] ?? 0),
            unread: Number(row['unread'] ?? 0),
            title: String(row['displayName']),
          });
        if (chat !== undefined) await this.#open(chat);
      }
      // Events in the list that were sent into a dead socket arrive again as missed ones.
      const loadedAtMs = this.#world.clock.elapsedMs();
      line.handle.send('{"type":"ping"}');
      await this.#wait(QUIET_MS);
      // The next socket loads separately.
      if (this.#sockets.line !== line) break;
      // A frame given but not received during silence was lost by the network: the list contains it.
      quiet = line.sentCount === sentCount && line.handledCount === handledCount ? quiet + 1 : 0;
      const isWhole =
        quiet > 0 && (sentCount === handledCount || quiet > SWALLOWED) && line.lastFrameMs > loadedAtMs;
      this.#sure = answer?.code === 0 && isWhole && (chat === undefined || this.client.open?.id === chat);
    }
    if (this.#loading === line) this.#loading = null;
  }

  /** A row created by a frame begins there. */
  #applyCount({ type, data }: PlainFrame): void {
    const row = (data ?? {}) as Data;
    if (type === 'addGroup' || type === 'appendContact')
      this.bases.set(String(row['id']), { n: Number(row['count'] ?? 0), unread: 0 });
    if (type === 'simple' || type === 'group') this.#countRepeat(row);
  }

  /**
   * A page requested while the other end of the socket was gone has shown events that arrive again as missed:
   * the contract counts them.
   */
  #countRepeat(data: Data): void {
    const id = this.client.chatOf(data);
    const [base, came] = [this.bases.get(id), this.#had.has(String(data['id']))];
    this.#had.add(String(data['id']));
    if (came || !base || this.client.open?.id === id || data['from_user'] === this.person.id) return;
    if (Number(data['n']) <= (this.#paged.get(id) ?? 0))
      this.bases.set(id, { ...base, unread: base.unread + 1 });
  }

  /**
   * Messages shown in the open chat are read; a call that rings there counts as seen, without notification.
   */
  #readOpen({ type, data }: PlainFrame): void {
    const { open } = this.client;
    const line = open?.lines.at(-1);
    const fields = (data ?? {}) as Data;
    const rings = type === 'webrtc' && isRinging(fields);
    if (!open || !line || !(type === 'simple' || type === 'group' || rings) || fields['id'] !== line.id)
      return;
    // The chat keeps its previous count until its page arrives, even if another one is opened by then.
    const unread = this.client.rows.get(open.id)?.unread ?? 0;
    this.bases.set(open.id, { ...this.bases.get(open.id), n: Number(fields['n']), unread });
    if (line.by !== this.person.id && !rings)
      void this.#ask('/enterprise/im/setMsgIsRead', {
        toContactId: idOf(open.id),
        is_group: Number(open.id.startsWith('group-')),
        // As both known clients do: the whole message, including fields it does not know.
        messages: [fields],
        fromUser: line.by,
      });
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#world.clock.setTimeout(resolve, ms));
  }
}

const isRinging = ({ extends: extra }: Data): boolean =>
  (extra as { readonly event?: unknown } | undefined)?.event === 'calling';

const idOf = (id: string): string | number => (/^\d+$/.test(id) ? Number(id) : id);
