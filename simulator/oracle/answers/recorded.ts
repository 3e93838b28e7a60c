import type { Action, SaidFile } from '../actions.ts';
import type { Oracle } from '../oracle.ts';
import { OwnEmojis } from './own-emoji.ts';
import type { Seat } from '../state.ts';

/** A friend request and its outcome. */
export interface RecordedRequest {
  readonly id: number;
  readonly by: number;
  readonly to: number;
  readonly state: 'waits' | 'friends' | 'refused';
}

interface Coming {
  readonly atMs: number;
  /** 0: none; undefined: the maker of the code they joined by. */
  readonly inviter: number | undefined;
}

/** History that only answers need from the oracle. */
export class Recorded {
  readonly #requests = new Map<number, RecordedRequest>();
  readonly #came = new WeakMap<Seat, Coming>();
  readonly #founded = new Map<string, number>();
  readonly #edits = new Map<number, number>();
  readonly emoji = new OwnEmojis();
  readonly #files = new Map<number, SaidFile>();
  readonly #erasedIds = new Set<number>();

  /** Records each action after it was applied. */
  apply(oracle: Oracle, action: Action, nowMs: number): void {
    switch (action.do) {
      case 'say':
        if (action.line.file) this.#files.set(action.line.row, action.line.file);
        return;
      case 'apply':
        this.#receiveRequest({ id: action.application, by: action.by, to: action.to, state: 'waits' });
        return;
      case 'refuse':
        for (const one of this.#of(action.application)) this.#receiveRequest({ ...one, state: 'refused' });
        return;
      case 'withdraw':
        return void this.#requests.delete(action.application);
      case 'befriend':
        for (const one of this.#between(action.by, action.with, 'waits'))
          this.#receiveRequest({ ...one, state: 'friends' });
        return;
      case 'unfriend':
        for (const one of this.#between(action.by, action.with, 'friends')) this.#requests.delete(one.id);
        return;
      case 'forget':
        return this.#forget(action.person);
      case 'found':
        this.#founded.set(action.chat, nowMs);
        return this.#recordArrivals(oracle, action.chat, [action.by, ...action.people], (id) => ({
          atMs: nowMs,
          inviter: id === action.by ? 0 : action.by,
        }));
      case 'admit':
        return this.#recordArrivals(oracle, action.chat, action.people, (id) => ({
          atMs: nowMs,
          inviter: id === action.by ? undefined : action.by,
        }));
      case 'edit':
        return void this.#edits.set(action.row, this.editsOf(action.row) + 1);
      default:
        return;
    }
  }

  /** Newest first; null while an account is ending, which removes waiting requests at some moment. */
  requests(oracle: Oracle): readonly RecordedRequest[] | null {
    const all = [...this.#requests.values()];
    const isEnding = (person: number): boolean => this.isEnding(oracle, person);
    if (all.some(({ by, to, state }) => state === 'waits' && (isEnding(by) || isEnding(to)))) return null;
    return all.toSorted((a, b) => b.id - a.id);
  }

  /** Its name disappears at a moment no event reports. */
  isEnding({ people }: Oracle, person: number): boolean {
    return people.get(person)?.leaving !== undefined && !this.#erasedIds.has(person);
  }

  cameIn(seat: Seat): Coming | null {
    return this.#came.get(seat) ?? null;
  }

  foundedAtMs(chat: string): number | undefined {
    return this.#founded.get(chat);
  }

  /** Undefined: it has no file, or the file is unknown. */
  fileOf(row: number): SaidFile | undefined {
    return this.#files.get(row);
  }

  editsOf(row: number): number {
    return this.#edits.get(row) ?? 0;
  }

  #receiveRequest(one: RecordedRequest): void {
    this.#requests.set(one.id, one);
  }

  #of(application: number): readonly RecordedRequest[] {
    const request = this.#requests.get(application);
    return request ? [request] : [];
  }

  #between(a: number, b: number, state: RecordedRequest['state']): readonly RecordedRequest[] {
    return [...this.#requests.values()].filter(
      (one) => one.state === state && [a, b].includes(one.by) && [a, b].includes(one.to),
    );
  }

  /** Removes requests from and to them; earlier answers stay. */
  #forget(person: number): void {
    this.#erasedIds.add(person);
    for (const { id, by, to, state } of this.#requests.values())
      if (state === 'waits' && (by === person || to === person)) this.#requests.delete(id);
  }

  #recordArrivals(
    { chats }: Oracle,
    chat: string,
    people: readonly number[],
    coming: (id: number) => Coming,
  ): void {
    for (const person of people) {
      const seat = chats.get(chat)?.seats.get(person);
      if (seat) this.#came.set(seat, coming(person));
    }
  }
}
