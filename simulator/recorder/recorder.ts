import { captionOf } from '../../src/domain/message.ts';
import type { GroupCallRow, WriteTx } from '../../src/ports/store.ts';
import type { EntryFact } from '../oracle/entering.ts';
import type { ProgramFact } from '../oracle/programs.ts';
import { ExpectedPresence } from '../oracle/presence.ts';
import { chatOf } from '../oracle/state.ts';
import { bodiesOf } from './body.ts';
import type { SentTyping, RequestReport, TypingReport } from './notified.ts';
import { watchErasing, watchSteps } from './people-of.ts';
import { reasonOf } from './reasons.ts';
import {
  entryIn,
  watchEmoji,
  watchGroupCalls,
  watchGroups,
  watchLater,
  watchPrograms,
  watchReports,
  watchCodes,
  watchTokens,
} from './watched.ts';
import type {
  EmojiWritten,
  Enveloped,
  LaterWritten,
  LoginAnswer,
  Ran,
  ReportWritten,
  RequestPlace,
  RecordedLogin,
  RecordedRequest,
  RecordedSocket,
} from './recorded.ts';

/**
 * Records requests, answers and writes in their order, between the nodes and their dependencies. It changes
 * nothing.
 */
export class Recorder {
  readonly requests: RecordedRequest[] = [];
  readonly ran: Ran[] = [];
  /** Announcements the operator is making at this moment. */
  readonly announcing = new Set<string>();
  /** Logins by their bare token. */
  readonly #logins = new Map<string, RecordedLogin>();
  /** Bound users, according to the frames. */
  readonly presence = new ExpectedPresence();
  /** Typing signals sent on sockets, and those delivered. */
  readonly typings: { readonly signals: SentTyping[]; readonly reports: TypingReport[] } = {
    signals: [],
    reports: [],
  };
  /** Join-request notifications, by recipient. */
  readonly joinRequests: RequestReport[] = [];
  #sockets = 0;

  /** The database's time, the World's elapsed time, and the counter of reached parts. */
  constructor(
    private readonly now: () => number,
    readonly elapsedMs: () => number = () => 0,
    readonly count: (what: string) => void = () => undefined,
  ) {}

  /** Begins with everything that another one recorded, once all of it is over. */
  continue(before: Recorder): void {
    this.requests.push(...before.requests);
    this.ran.push(...before.ran);
    this.joinRequests.push(...before.joinRequests);
    for (const [token, login] of before.#logins) this.#logins.set(token, { ...login });
  }

  arrived(
    path: string,
    token: string | null,
    body: string | null,
    isCopy = false,
    place?: RequestPlace,
  ): RecordedRequest {
    // The address of a hook is a secret, not a call.
    const call = isHook(path) ? 'hook' : path.slice(path.lastIndexOf('/') + 1).toLowerCase();
    const user = this.login(token)?.user ?? null;
    const one = this.#requestOf({ user, token, path, call, body, isCopy, ...(place && { place }) });
    this.requests.push(one);
    return one;
  }

  /** Text that a program gave a server in another way than by a call of its own: an answer, or a form. */
  given(by: number, call: 'given' | 'replaced', body: object): void {
    const request = { user: by, token: null, path: '', call, body: JSON.stringify(body), isCopy: false };
    this.requests.push(this.#requestOf(request));
  }

  #requestOf(
    request: Pick<RecordedRequest, 'user' | 'token' | 'path' | 'call' | 'body' | 'isCopy' | 'place'>,
  ): RecordedRequest {
    return {
      ...request,
      cameMs: this.elapsedMs(),
      overMs: null,
      size: 0,
      from: this.ran.length,
      isAmid: this.ran.at(-1)?.state === 'running',
      fromMs: this.now(),
      untilMs: 0,
      answer: null,
      until: null,
    };
  }

  answered(one: RecordedRequest, status: number, text: string): void {
    one.untilMs = this.now();
    one.overMs = this.elapsedMs();
    one.size = text.length;
    // Any other answer leaves the outcome open: parts of it may still be executed.
    if (isHook(one.path)) return this.#hookAnswered(one, status, text);
    if (status === 404) this.count('refusal: pathUnknown');
    if (status !== 200) return;
    one.until = this.ran.length;
    const answer = JSON.parse(text) as Enveloped;
    const { code, msg = '', data = null, count, more, next } = answer;
    one.answer = { code, msg, data, count, more, next };
    this.#countResults(one, answer.code, one.answer.msg, answer.data);
    if (answer.code !== 0) return;
    if (one.call === 'login') this.#begins(answer.data as LoginAnswer);
    if (one.call === 'logout') this.#ends(one);
    if (one.call === 'addtoken') this.#tokenBegins(one, answer.data as { readonly token: string });
  }

  #hookAnswered(one: RecordedRequest, status: number, text: string): void {
    this.count(`hook: ${status} ${text}`);
    if (status >= 500) return;
    one.until = this.ran.length;
    one.answer = { code: status === 200 ? 0 : status, msg: text, data: null };
  }

  /** A token of a user or their bot is a login with fewer rights. */
  #tokenBegins({ user, body }: RecordedRequest, { token }: { readonly token: string }): void {
    const bot = Number(bodiesOf(body)[0]?.['bot']);
    const login = { user: bot > 0 ? bot : (user ?? 0), token, key: '', fromMs: this.now(), ended: false };
    this.#logins.set(bare(token), login);
  }

  /** The login of a header, with its prefix or without, in any letter case. */
  login(token: string | null): RecordedLogin | null {
    return token === null ? null : (this.#logins.get(bare(token)) ?? null);
  }

  /** Tokens of logins that their owners have ended. */
  ended(): readonly string[] {
    return [...this.#logins.values()].filter((one) => one.ended).map((one) => one.token);
  }

  #begins({ authToken, logoutKey, userInfo }: LoginAnswer): void {
    this.#logins.set(bare(authToken), {
      user: userInfo.user_id,
      token: authToken,
      key: logoutKey,
      fromMs: this.now(),
      ended: false,
    });
  }

  /** Ends a login by a key, otherwise by the token itself. */
  #ends({ body, token }: RecordedRequest): void {
    const [{ key = null } = {}] = bodiesOf(body);
    const ended =
      key === null ? this.login(token) : [...this.#logins.values()].find((one) => one.key === key);
    if (ended) ended.ended = true;
  }

  /** One socket between a device and a node; its frames reveal the bound user. */
  socket(): RecordedSocket {
    this.#sockets += 1;
    const id = this.#sockets;
    // The user its last frame names, if a login proves it, and its owner as far as the node has confirmed.
    let reported: number | null = null;
    let proven: number | null = null;
    let leaving = false;
    let ours = false;
    const onGone = (how: 'said' | 'broke' | 'node'): void => {
      proven = null;
      this.presence.leave(id, this.elapsedMs(), how);
    };
    return {
      up: (text, nodeMs = this.now()) => {
        if (text.startsWith('{"type":"bindUid"')) {
          const { token, client } = JSON.parse(text) as {
            readonly token?: unknown;
            readonly client?: unknown;
          };
          // A frame without a token is invalid: the bound user stays.
          if (typeof token === 'string') {
            const login = this.login(token);
            reported = login?.ended === false ? login.user : null;
            ours = client === 'parley';
          }
        }
        // The former owner stays until the frame is processed.
        if (text.startsWith('{"type":"typing"'))
          for (const by of new Set([reported, proven])) if (by !== null) this.#typingSent(by, text, nodeMs);
        if (text.includes('"close"')) leaving = true;
      },
      down: (text) => {
        const to = reported ?? proven;
        if (to !== null && text.startsWith('{"type":"typing"')) this.#typingAudience(to, ours, text);
        if (to !== null && text.startsWith('{"type":"groupRequests"'))
          this.#joinRequested(id, to, ours, text);
        if (!text.startsWith('{"type":"pong"')) return;
        if (to === null || (JSON.parse(text) as { bound?: boolean }).bound !== true) return onGone('said');
        proven = to;
        this.presence.bound(id, to);
      },
      over: (how) => onGone(leaving ? 'said' : how),
    };
  }

  #typingSent(by: number, text: string, nodeMs: number): void {
    const { toContactId, what } = JSON.parse(text) as {
      readonly toContactId?: unknown;
      readonly what?: unknown;
    };
    const chat = chatOf(by, String(toContactId));
    if (chat === null) return;
    const atMs = this.elapsedMs();
    this.typings.signals.push({ by, chat, what: String(what), atMs, nowMs: [this.now(), nodeMs] });
  }

  #typingAudience(to: number, ours: boolean, text: string): void {
    const { data } = JSON.parse(text) as {
      readonly data: { readonly toContactId: unknown; readonly user_id: number; readonly what: string };
    };
    const contact = String(data.toContactId);
    const [by, what] = [data.user_id, data.what];
    this.typings.reports.push({ to, ours, by, contact, what, atMs: this.elapsedMs(), at: this.ran.length });
  }

  #joinRequested(socket: number, to: number, ours: boolean, text: string): void {
    const { data } = JSON.parse(text) as { readonly data: { readonly group_id: unknown } };
    const group = String(data.group_id);
    this.joinRequests.push({ socket, to, ours, group, atMs: this.elapsedMs(), at: this.ran.length });
  }

  /** Counts successes, and refusals by reason, also item by item. */
  #countResults({ path }: RecordedRequest, code: number, msg: string, data: unknown): void {
    if (code === 0) this.count(`call: ${path.startsWith('/scan/') ? `${path.slice(0, 8)}:token` : path}`);
    else this.count(`refusal: ${reasonOf(msg) ?? msg}`);
    if (code !== 0 || !Array.isArray(data)) return;
    for (const item of data as readonly { readonly code?: unknown; readonly msg?: unknown }[]) {
      if (typeof item?.code === 'number' && item.code !== 0 && typeof item.msg === 'string')
        this.count(`refusal: ${reasonOf(item.msg) ?? item.msg}`);
    }
  }

  /** The transaction as a command sees it: its writes are recorded. */
  watch(tx: WriteTx): { readonly tx: WriteTx; readonly ran: Ran } {
    const people: NonNullable<Ran['people']>[number][] = [];
    const arrived: NonNullable<Ran['arrived']>[number][] = [];
    const words = new Map<number, string>();
    const cards = new Map<number, string | null>();
    const reactions: NonNullable<Ran['reactions']>[number][] = [];
    const votes: NonNullable<Ran['votes']>[number][] = [];
    const later: LaterWritten[] = [];
    const reports: ReportWritten[] = [];
    const entries: EntryFact[] = [];
    const emoji: EmojiWritten[] = [];
    const programs: ProgramFact[] = [];
    const groupCalls = new Map<string, GroupCallRow | null>();
    const sweeps: NonNullable<Ran['sweeps']>[number][] = [];
    const ran: Ran = {
      nowMs: tx.nowMs,
      atMs: this.elapsedMs(),
      announcements: [...this.announcing],
      people,
      arrived,
      words,
      cards,
      reactions,
      votes,
      later,
      reports,
      sweeps,
      groupCalls,
      entries,
      emoji,
      programs,
      events: [],
      state: 'running',
    };
    this.ran.push(ran);
    const mine: Mutable<WriteTx> = { ...tx };
    mine.streams = {
      ...tx.streams,
      append: async (...events) => {
        await tx.streams.append(...events);
        for (const event of events) {
          ran.events.push(event);
          this.count(`event: ${event.facts.kind}`);
          if (event.facts.kind === 'reminded') this.count('job: DoingLater');
        }
      },
    };
    mine.config = {
      ...tx.config,
      set: async (config) => {
        await tx.config.set(config);
        ran.config = config;
      },
    };
    mine.messages = {
      ...tx.messages,
      clear: async (stream, upTo, limit) => {
        const part = (await tx.messages.oldest(stream, limit)).filter(({ n }) => n <= upTo);
        sweeps.push(...part.slice(-1).map(({ n }) => ({ stream, n })));
        return tx.messages.clear(stream, upTo, limit);
      },
      insert: async (row) => {
        const id = await tx.messages.insert(row);
        words.set(id, row.content);
        return id;
      },
      insertAll: async (newRows) => {
        const rows = await tx.messages.insertAll(newRows);
        for (const row of rows) {
          words.set(row.msgId, row.content);
          if (cardIn(row.extra) !== null) cards.set(row.msgId, cardIn(row.extra));
        }
        return rows;
      },
      update: async (id, patch) => {
        await tx.messages.update(id, patch);
        if (patch.extra !== undefined) cards.set(id, cardIn(patch.extra));
        if (patch.rev !== undefined) words.set(id, patch.content ?? captionOf(patch.extra));
      },
    };
    mine.reactions = {
      ...tx.reactions,
      insert: async (row) => {
        await tx.reactions.insert(row);
        reactions.push({ by: row.user, stream: row.stream, n: row.n, emoji: row.emoji, on: true });
      },
      delete: async (stream, n, user, emoji) => {
        await tx.reactions.delete(stream, n, user, emoji);
        reactions.push({ by: user, stream, n, emoji, on: false });
      },
    };
    mine.polls = {
      ...tx.polls,
      setVote: async (vote) => {
        await tx.polls.setVote(vote);
        votes.push({ by: vote.user, stream: vote.stream, n: vote.n, options: vote.choice });
      },
    };
    mine.emoji = watchEmoji(tx, emoji);
    mine.erasing = watchErasing(tx, ran, this.count);
    mine.groups = watchGroups(tx, ran);
    mine.groupCalls = watchGroupCalls(tx, groupCalls);
    mine.later = watchLater(tx, later);
    mine.reports = watchReports(tx, reports);
    mine.tokens = watchTokens(tx, entries);
    mine.codes = watchCodes(tx, entries);
    mine.secondSteps = watchSteps(tx, entries);
    Object.assign(mine, watchPrograms(tx, programs));
    mine.users = {
      ...tx.users,
      insert: async (user) => {
        const id = await tx.users.insert(user);
        arrived.push({ id, name: user.realname });
        entries.push(...entryIn(id, user));
        return id;
      },
      update: async (id, patch) => {
        await tx.users.update(id, patch);
        entries.push(...entryIn(id, patch));
        const { role, active, realname, privacy } = patch;
        if ([role, active, realname, privacy].some((one) => one !== undefined)) people.push({ id, patch });
      },
    };
    return { tx: mine, ran };
  }
}

/** The card of a row. */
function cardIn(extra: Readonly<Record<string, unknown>> | null): string | null {
  const link = extra?.['link'] as { readonly title: string; readonly gone?: true } | undefined;
  return link === undefined || link.gone === true ? null : link.title;
}

const isHook = (path: string): boolean => path.startsWith('/hooks/');

export const bare = (token: string): string =>
  token
    .trim()
    .replace(/^bearer\s+/i, '')
    .toLowerCase();

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
