import { slowness, speech } from './chat-rights.ts';
import type { LaterAction } from './actions.ts';
import { expectedMayRead } from './shown.ts';
import type { OracleLine } from './state.ts';
import { lineWithId } from './subject.ts';
import type { OracleCore, OracleSubject } from './subject.ts';

/** A scheduled message. */
export interface PutOffLine {
  readonly chat: string;
  words: string;
  marked: boolean;
  at: readonly number[];
  readonly quotes: number | null;
  dueMs: number;
  /** It could not be sent then. */
  failed: boolean;
}

/** Scheduled messages and reminders, per user. */
export class PutOff {
  readonly #lines = new Map<number, Map<string, PutOffLine>>();
  readonly #reminders = new Map<number, Map<number, { dueMs: number; isDelivered: boolean }>>();
  /** Sent or discarded: never scheduled again. */
  readonly #over = new Set<string>();

  /** `forget`: text that was private to its author, and is now gone. */
  apply(action: LaterAction, forget: (line: OracleLine) => void): void {
    const { by } = action;
    if (action.do === 'remind') {
      const { row, dueMs, isDelivered } = action;
      if (dueMs === null) this.remindersOf(by).delete(row);
      else this.remindersOf(by).set(row, { dueMs, isDelivered });
      return;
    }
    const scheduled = this.linesOf(by).get(action.id);
    const words = scheduled?.words ?? '';
    if (action.do === 'notSaid') {
      if (scheduled) scheduled.failed = true;
      return;
    }
    if (action.do === 'putOff') {
      const { id, do: _do, by: _by, ...line } = action;
      if (words !== line.words) forget({ ...NO_LINE, by, chat: `u${by}`, words });
      // A change of the text alone sends nothing.
      const failed = scheduled?.failed === true && scheduled.dueMs === line.dueMs;
      this.linesOf(by).set(id, { ...line, failed });
      return;
    }
    if (action.discarded) forget({ ...NO_LINE, by, chat: `u${by}`, words });
    this.ends(by, action.id);
  }

  linesOf(me: number): Map<string, PutOffLine> {
    const lines = this.#lines.get(me) ?? new Map<string, PutOffLine>();
    this.#lines.set(me, lines);
    return lines;
  }

  remindersOf(me: number): Map<number, { dueMs: number; isDelivered: boolean }> {
    const reminders = this.#reminders.get(me) ?? new Map<number, { dueMs: number; isDelivered: boolean }>();
    this.#reminders.set(me, reminders);
    return reminders;
  }

  /** Everything scheduled, with its owner. */
  all(): readonly (readonly [number, string, PutOffLine])[] {
    return [...this.#lines].flatMap(([me, lines]) => [...lines].map(([id, line]) => [me, id, line] as const));
  }

  reminders(): readonly { readonly dueMs: number; readonly isDelivered: boolean }[] {
    return [...this.#reminders.values()].flatMap((ones) => [...ones.values()]);
  }

  ends(me: number, id: string): void {
    this.linesOf(me).delete(id);
    this.#over.add(`${me} ${id}`);
  }

  /** An erased account sends nothing scheduled. */
  forgetAll(me: number): void {
    this.#lines.delete(me);
    this.#reminders.delete(me);
  }

  isOver(me: number, id: string): boolean {
    return this.#over.has(`${me} ${id}`);
  }

  /** The message is gone, so reminders of it are removed. */
  forget(row: number): void {
    for (const reminders of this.#reminders.values()) reminders.delete(row);
  }
}

const NO_LINE: OracleLine = {
  chat: '',
  n: 0,
  row: 0,
  id: '',
  by: 0,
  sentAtMs: 0,
  kind: 'text',
  words: '',
  marked: false,
  at: [],
  apart: [],
  quotes: null,
  quoted: '',
  root: null,
  note: null,
  poll: null,
  card: null,
  cardless: null,
  reactions: new Map(),
  recalled: false,
  isDeleted: true,
  only: null,
};

const apply = (oracle: OracleCore, action: LaterAction): void =>
  oracle.later.apply(action, (line) => oracle.forget(line));

/** Scheduled messages and reminders. Scheduling requires the right to write. */
export const laterOracle: OracleSubject<LaterAction['do'], 'putOff' | 'withPutOff' | 'remind'> = {
  effects: { putOff: apply, notSaid: apply, putOffEnds: apply, remind: apply },
  request: {
    /** A scheduled message may be changed in any chat its owner may write in by then. */
    putOff: ({ by, id, chat }, oracle) =>
      oracle.later.linesOf(by).has(id) ? null : { kind: 'putOff', chat, id },
    notSaid: () => null,
    putOffEnds: () => null,
    remind: () => null,
  },
  refusalFor: {
    putOff: (oracle, me, { chat, id }) =>
      oracle.later.isOver(me, id) ? 'over' : speech(oracle, me, chat, []),
    withPutOff: (oracle, me, { id, isImmediate }) => {
      const line = oracle.later.linesOf(me).get(id);
      if (!line) return 'nothing put off';
      if (!isImmediate) return null;
      return speech(oracle, me, line.chat, line.at) ?? slowness(oracle, me, line.chat);
    },
    /** Reminders require a readable message by a user. */
    remind: (oracle, me, { id, on }) => {
      const line = lineWithId(oracle, id);
      if (!line || !expectedMayRead(oracle, me, line)) return 'no such line';
      return on && (line.recalled || line.kind === 'event') ? 'not of a kind to be reminded of' : null;
    },
  },
};
