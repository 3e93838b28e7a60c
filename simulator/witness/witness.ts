import type { EventFacts, WriteTx } from '../../src/ports/store.ts';
import { bodiesOf } from './body.ts';

/** A request as a node got it, and what it answered; `from` and `until` count the commands that had run by then. */
export interface Asked {
  /** Owner of the token it came with, as the logins said; null for nobody. */
  readonly user: number | null;
  /** The header as it came. */
  readonly token: string | null;
  readonly path: string;
  /** Its last part, in lower case. */
  readonly call: string;
  readonly body: string | null;
  readonly from: number;
  /** By the clock of the database. */
  readonly fromMs: number;
  untilMs: number;
  answer: { readonly code: number; readonly msg: string; readonly data: unknown } | null;
  /** Null while there is no answer that says how it ended, and for ever when the node died. */
  until: number | null;
}

/** A command that ran: the events that it wrote, in their order. Commands run strictly one after another. */
export interface Ran {
  readonly nowMs: number;
  events: { readonly stream: string; readonly seq: number; readonly facts: EventFacts }[];
  /** Its commit is known to have succeeded; one whose node died between is settled by the rows. */
  state: 'running' | 'kept' | 'gone';
}

/**
 * Stands between the nodes and what they use, and writes down what was asked, what was answered and what was
 * written, in the order in which it happened. It changes nothing.
 */
export class Witness {
  readonly asked: Asked[] = [];
  readonly ran: Ran[] = [];
  /** Logins by their bare token. */
  readonly #logins = new Map<string, Login>();

  /** What time the database has. */
  constructor(private readonly now: () => number) {}

  arrived(path: string, token: string | null, body: string | null): Asked {
    const call = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
    const user = this.login(token)?.user ?? null;
    const one: Asked = { user, token, path, call, body, from: this.ran.length, fromMs: this.now(), untilMs: 0, answer: null, until: null };
    this.asked.push(one);
    return one;
  }

  answered(one: Asked, status: number, text: string): void {
    one.untilMs = this.now();
    // Any other answer says nothing of what became of it: parts of it may still be done.
    if (status !== 200) return;
    one.until = this.ran.length;
    const answer = JSON.parse(text) as { code: number; msg?: string; data?: unknown };
    one.answer = { code: answer.code, msg: answer.msg ?? '', data: answer.data ?? null };
    if (answer.code !== 0) return;
    if (one.call === 'login') this.#begins(answer.data as LoginAnswer);
    if (one.call === 'logout') this.#ends(one);
  }

  /** Whose login a header shows, with its prefix or without, in any letter case. */
  login(token: string | null): Login | null {
    return token === null ? null : (this.#logins.get(bare(token)) ?? null);
  }

  /** Tokens of logins that their owners have ended. */
  ended(): readonly string[] {
    return [...this.#logins.values()].filter((one) => one.ended).map((one) => one.token);
  }

  #begins({ authToken, logoutKey, userInfo }: LoginAnswer): void {
    this.#logins.set(bare(authToken), { user: userInfo.user_id, token: authToken, key: logoutKey, fromMs: this.now(), ended: false });
  }

  /** By a key, else by the token itself. */
  #ends({ body, token }: Asked): void {
    const [{ key = null } = {}] = bodiesOf(body);
    const ended = key === null ? this.login(token) : [...this.#logins.values()].find((one) => one.key === key);
    if (ended) ended.ended = true;
  }

  /** The transaction as a command sees it: what it appends is written down. */
  watched(tx: WriteTx): { readonly tx: WriteTx; readonly ran: Ran } {
    const ran: Ran = { nowMs: tx.nowMs, events: [], state: 'running' };
    this.ran.push(ran);
    const write = Object.create(tx.write) as Mutable<WriteTx['write']>;
    write.append = async (...events) => {
      await tx.write.append(...events);
      for (const { stream, seq, facts } of events) ran.events.push({ stream, seq, facts });
    };
    const mine = Object.create(tx) as Mutable<WriteTx>;
    mine.write = write;
    return { tx: mine, ran };
  }
}

/** A login that somebody was given. */
export interface Login {
  readonly user: number;
  readonly token: string;
  readonly key: string;
  /** By the clock of the database. */
  readonly fromMs: number;
  ended: boolean;
}

interface LoginAnswer {
  readonly authToken: string;
  readonly logoutKey: string;
  readonly userInfo: { readonly user_id: number };
}

export const bare = (token: string): string => token.trim().replace(/^bearer\s+/i, '').toLowerCase();

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
