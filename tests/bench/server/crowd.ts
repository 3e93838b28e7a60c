import { WebSocket } from 'ws';
import { systemIds } from '../../../src/server/platform/system-adapter.ts';
import { personAt } from './people.ts';
import { Poster } from './poster.ts';

export const SEND = '/enterprise/im/sendMessage';
/**
 * Sentences of usual length, no two alike: equal ones would be found by equal words, which are cheaper to
 * keep.
 */
const PARTS =
  'the plan for this house we see you at ten tomorrow morning bring some more paper and ask them about that number before noon'.split(
    ' ',
  );
const words = (turn: number): string =>
  Array.from({ length: 9 }, (_, at) => PARTS[(turn * (at + 3) + at * at) % PARTS.length]).join(' ');

/** An expected message: its ID, and the number of sockets that still lack it. */
interface Awaited {
  readonly fromMs: number;
  left: number;
  readonly arrived: (ms: number) => void;
}

export interface Tally {
  sent: number;
  delivered: number;
  doubled: number;
  lost: number;
}

/** Users with one socket each on one server, who write to each other. Counts lost and doubled messages. */
export class Crowd {
  readonly tally: Tally = { sent: 0, delivered: 0, doubled: 0, lost: 0 };
  /** Frames about unstored events. */
  moments = 0;
  private readonly sockets: WebSocket[] = [];
  private readonly awaited = new Map<string, Awaited>();
  /** Messages that all recipients have. Another delivery is a duplicate. */
  private readonly settled = new Set<string>();
  private empty: (() => void) | null = null;

  private readonly urlOf: (person: number) => string;

  /** The address for all users, or of each user's node. */
  constructor(url: string | ((person: number) => string)) {
    this.urlOf = typeof url === 'string' ? () => url : url;
  }

  /** Opens sockets for these users, bound like those of our client. */
  async join(ids: readonly number[], atOnce = 50): Promise<void> {
    for (let at = 0; at < ids.length; at += atOnce) {
      this.sockets.push(...(await Promise.all(ids.slice(at, at + atOnce).map((id) => this.bound(id)))));
    }
  }

  /** Sends `total` messages over this number of connections, each after the previous answer. */
  async talk(total: number, connections: number, next: (turn: number) => Message): Promise<void> {
    // New ones for each round: a server closes those that were silent for seconds.
    const idle = new IdlePosters();
    let turn = 0;
    const line = async (): Promise<void> => {
      while (turn < total) await this.sayOver(idle, next((turn += 1)));
    };
    await Promise.all(Array.from({ length: connections }, line));
    await this.allArrived();
    idle.close();
  }

  /**
   * Sends messages at a rate, regardless of the answers. Returns the ms from each call to the other socket.
   */
  async atRate(
    perSecond: number,
    seconds: number,
    next: (turn: number) => Message,
  ): Promise<readonly number[]> {
    const took: number[] = [];
    const idle = new IdlePosters();
    const saying: Promise<void>[] = [];
    const begun = performance.now();
    for (let turn = 1; turn <= perSecond * seconds; turn += 1) {
      const dueMs = begun + (turn * 1_000) / perSecond;
      const waitMs = dueMs - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      saying.push(this.sayOver(idle, next(turn), (ms) => took.push(ms)));
    }
    await Promise.all(saying);
    await this.allArrived();
    idle.close();
    return took;
  }

  private async sayOver(idle: IdlePosters, message: Message, arrived?: (ms: number) => void): Promise<void> {
    const url = this.urlOf(message.from);
    const poster = idle.take(url);
    await this.say(poster, message, arrived);
    idle.back(url, poster);
  }

  /** Posts a message and stores its expected recipients. */
  private async say(
    poster: Poster,
    { from, to, reaches, items = 1 }: Message,
    arrived: (ms: number) => void = () => undefined,
  ): Promise<void> {
    const sentMessage = Array.from({ length: items }, (_, at) => ({
      id: systemIds.uuid(),
      toContactId: to,
      type: 'text',
      content: words(this.tally.sent + at),
    }));
    const fromMs = performance.now();
    for (const { id } of sentMessage) this.awaited.set(id, { fromMs, left: reaches, arrived });
    this.tally.sent += items;
    const answer = await poster.post(
      SEND,
      personAt(from).token,
      JSON.stringify(items === 1 ? sentMessage[0] : sentMessage),
    );
    if (!answer.startsWith('{"code":0')) throw new Error(`a message was refused: ${answer.slice(0, 200)}`);
  }

  /** Sends a frame by the socket of this user, in the order of joining. */
  says(place: number, frame: object): void {
    this.sockets[place - 1]?.send(JSON.stringify(frame));
  }

  leave(): void {
    for (const socket of this.sockets) socket.terminate();
  }

  private bound(id: number): Promise<WebSocket> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(`${this.urlOf(id).replace(/^http/, 'ws')}/wss`, {
        perMessageDeflate: false,
      });
      socket.on('error', reject);
      socket.on('message', (data) => {
        const text = (data as Buffer).toString('latin1');
        if (text.startsWith('{"type":"init"'))
          socket.send(
            JSON.stringify({
              type: 'bindUid',
              user_id: id,
              token: personAt(id).token,
              client: 'parley',
              v: 1,
            }),
          );
        else if (text.startsWith('{"type":"pong"')) resolve(socket);
        else if (text.startsWith('{"type":"ping"')) socket.send('{"type":"pong"}');
        else if (text.startsWith('{"type":"typing"')) this.moments += 1;
        else this.receive(text);
      });
    });
  }

  private receive(text: string): void {
    const at = text.indexOf('"id":"');
    if (at < 0) return;
    const id = text.slice(at + 6, at + 42);
    const match = this.awaited.get(id);
    if (!match) {
      if (this.settled.has(id)) this.tally.doubled += 1;
      return;
    }
    this.tally.delivered += 1;
    match.left -= 1;
    if (match.left > 0) return;
    match.arrived(performance.now() - match.fromMs);
    this.awaited.delete(id);
    this.settled.add(id);
    if (this.awaited.size === 0) this.empty?.();
  }

  /** A message that is missing ten seconds after the last answer is lost. */
  private async allArrived(): Promise<void> {
    if (this.awaited.size > 0) {
      let limit: NodeJS.Timeout | undefined;
      await Promise.race([
        new Promise<void>((resolve) => (this.empty = resolve)),
        new Promise((resolve) => (limit = setTimeout(resolve, 10_000))),
      ]);
      clearTimeout(limit);
    }
    this.tally.lost += this.awaited.size;
    this.awaited.clear();
    this.settled.clear();
  }
}

/** Idle connections by server. The one that has waited longest is used first. */
class IdlePosters {
  private readonly waiting = new Map<string, Poster[]>();

  take(url: string): Poster {
    return this.waiting.get(url)?.shift() ?? new Poster(new URL(url));
  }

  back(url: string, poster: Poster): void {
    const waiting = this.waiting.get(url) ?? [];
    this.waiting.set(url, waiting);
    waiting.push(poster);
  }

  close(): void {
    for (const posters of this.waiting.values()) for (const poster of posters) poster.close();
  }
}

export interface Message {
  readonly from: number;
  readonly to: string;
  /** The number of sockets that get a message, including the author's. */
  readonly reaches: number;
  /** More than one: in an array. */
  readonly items?: number;
}
