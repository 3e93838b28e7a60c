import type { HookPost, HookPosts, HookReply } from '../../src/ports/hook-posts.ts';
import type { Chance } from '../plan/random.ts';
import type { Surroundings } from './surroundings.ts';

/** An attempt to deliver an event, as the receiver got it. */
export interface Delivery {
  readonly url: string;
  readonly id: string;
  readonly body: string;
  /** Answered with success. */
  readonly isTaken: boolean;
  readonly atMs: number;
}

/** Receives answers of bots, and their later answers to an address. */
export interface ProgramVoice {
  says(bot: number, chat: string, words: string): void;
  replaces(bot: number, message: string, words: string): void;
  /** Posts to an address of the server. */
  posts(path: string, body: object): void;
}

const ADDRESS = /^https:\/\/programs\.test\/([a-z]+)\/(\d+)$/;
export const addressOf = (kind: string, number: number): string => `https://programs.test/${kind}/${number}`;
/** Kinds of receivers: each takes events in the end, except the last two. */
export const RECEIVER_KINDS = ['fine', 'fine', 'fails', 'hangs', 'down', 'moved'] as const;
const ALWAYS: Readonly<Record<string, number | undefined>> = { down: 503, moved: 302 };
/** Some later answers come after the address for them has ended. */
const LATE_MS = [500, 5_000, 40_000, 1_900_000];
const NO_ANSWER: HookReply = { status: 0, fault: 'no answer' };

/** Programs of other makers: receivers of events, and bots that are called for commands and buttons. */
export class Receivers implements HookPosts {
  readonly deliveries: Delivery[] = [];
  readonly #around: Surroundings;
  readonly #chance: Chance;
  readonly #attempts = new Map<string, number>();
  #voice: ProgramVoice | null = null;
  #uses = 0;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#chance = around.chance.fork('receivers');
  }

  listen(voice: ProgramVoice): void {
    this.#voice = voice;
  }

  isAllowed(url: string): boolean {
    return ADDRESS.test(url);
  }

  async post(request: HookPost): Promise<HookReply> {
    await this.#wait(this.#chance.whole(1, 400));
    const [, kind = ''] = ADDRESS.exec(request.url) ?? [];
    if (request.type === 'application/json') return this.#event(kind, request);
    return this.#use(request);
  }

  /** Receivers that fail do so at the first attempt of every third event. */
  async #event(kind: string, { url, id, body, signal }: HookPost): Promise<HookReply> {
    this.#around.count('job: Delivering');
    this.#around.count(`receiver: ${kind}`);
    const attempts = (this.#attempts.get(id) ?? 0) + 1;
    this.#attempts.set(id, attempts);
    const isBad = attempts === 1 && this.#attempts.size % 3 === 0;
    const status = ALWAYS[kind] ?? (kind === 'fails' && isBad ? 500 : 200);
    const hangs = kind === 'hangs' && isBad;
    const isTaken = status === 200 && !hangs;
    this.deliveries.push({ url, id, body, isTaken, atMs: this.#around.clock.elapsedMs() });
    if (hangs) await this.#ended(signal);
    return hangs ? NO_ANSWER : { status, text: 'x'.repeat(50) };
  }

  async #use({ body, signal }: HookPost): Promise<HookReply> {
    const form = new URLSearchParams(body);
    const payload = JSON.parse(form.get('payload') ?? '{}') as Payload;
    const facts = payload.type ? payload : (Object.fromEntries(form) as unknown as Payload);
    const [bot, user] = [Number(facts.api_app_id), payload.user?.id ?? form.get('user_id') ?? ''];
    const chat = payload.channel?.id ?? form.get('channel_id') ?? '';
    const words = `b${(this.#uses += 1)}.${bot}`;
    const answers = ['all', 'all', 'mine', 'nothing', 'late', 'lateMine', 'fails', 'hangs'] as const;
    const answer = this.#chance.pick(payload.message ? [...answers, 'replace', 'replace'] : answers);
    this.#around.count(`program: ${answer}`);
    switch (answer) {
      case 'all':
        this.#voice?.says(bot, chat, words);
        return jsonReply({ response_type: 'in_channel', text: words });
      case 'mine':
        return jsonReply({ text: words });
      case 'replace':
        this.#voice?.replaces(bot, payload.message?.id ?? '', words);
        return jsonReply({ replace_original: 'true', text: words });
      case 'late':
      case 'lateMine': {
        const to = answer === 'late' ? chat : user;
        this.#voice?.says(bot, to, words);
        const type = answer === 'late' ? 'in_channel' : 'ephemeral';
        const path = new URL(facts.response_url).pathname;
        const waitMs = this.#chance.pick(LATE_MS);
        const post = () => this.#voice?.posts(path, { response_type: type, text: words });
        this.#around.clock.setTimeout(post, waitMs);
        return { status: 200, text: '' };
      }
      case 'hangs':
        await this.#ended(signal);
        return NO_ANSWER;
      case 'fails':
        return { status: 500, text: 'x' };
      case 'nothing':
        break;
    }
    return { status: 200, text: '' };
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#around.clock.setTimeout(resolve, ms));
  }

  #ended(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve());
    });
  }
}

interface Payload {
  readonly type?: string;
  readonly api_app_id: string;
  readonly response_url: string;
  readonly user?: { readonly id: string };
  readonly channel?: { readonly id: string };
  readonly message?: { readonly id: string };
}

const jsonReply = (body: object): HookReply => ({ status: 200, text: JSON.stringify(body) });
