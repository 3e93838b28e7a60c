import type { Blocked } from './blocked.ts';
import type { Action, LaterAction, ReportedThing, Rules } from './actions.ts';
import type { OracleChat, OracleLine, OracleView } from './state.ts';

/** A request of a user. Each check returns why it must be refused, or null if it must be executed. */
export type AskedAct =
  | {
      readonly kind: 'say';
      readonly chat: string;
      readonly at: readonly number[];
      /** It is a poll. */
      readonly isPoll?: boolean;
      /** The user a contact card shows. */
      readonly shows?: number | undefined;
      /** It is a file. */
      readonly file?: boolean;
      /** The user is only typing. */
      readonly types?: boolean;
    }
  | { readonly kind: 'recall'; readonly id: string }
  | { readonly kind: 'erase'; readonly id: string }
  | { readonly kind: 'edit'; readonly id: string; readonly at: readonly number[]; readonly byPress?: true }
  | { readonly kind: 'timer'; readonly chat: string }
  | { readonly kind: 'pinLine'; readonly id: string; readonly on: boolean }
  | { readonly kind: 'react'; readonly id: string; readonly emoji: string; readonly on: boolean }
  | { readonly kind: 'vote'; readonly id: string; readonly options: readonly number[] }
  | { readonly kind: 'endPoll'; readonly id: string }
  | { readonly kind: 'follow'; readonly chat: string; readonly root: number }
  | { readonly kind: 'putOff'; readonly chat: string; readonly id: string }
  /** An action on a scheduled message; `says`: send it now. */
  | { readonly kind: 'withPutOff'; readonly id: string; readonly isImmediate: boolean }
  | { readonly kind: 'remind'; readonly id: string; readonly on: boolean }
  | { readonly kind: 'card'; readonly row: number; readonly card: string }
  | { readonly kind: 'dropCard'; readonly id: string }
  | {
      readonly kind: 'joinCall' | 'leaveCall' | 'raiseHand';
      readonly chat: string;
      readonly device: string;
    }
  | { readonly kind: 'banFromCall'; readonly chat: string; readonly person: number }
  | {
      readonly kind: 'signalCall';
      readonly chat: string;
      readonly call: string;
      readonly device: string;
      readonly to: string;
      readonly isMute: boolean;
      /** For all devices. */
      readonly isReaction: boolean;
    }
  | { readonly kind: 'forward'; readonly row: number }
  | { readonly kind: 'ownFlag'; readonly chat: string; readonly n?: number | null }
  | { readonly kind: 'found'; readonly people: readonly number[] }
  | { readonly kind: 'admit'; readonly chat: string; readonly people: readonly number[] }
  | { readonly kind: 'comeIn'; readonly chat: string; readonly codesOf: readonly (number | null)[] }
  | { readonly kind: 'silence'; readonly chat: string; readonly person: number }
  /** `heir`: the next owner, if its owner leaves. */
  | {
      readonly kind: 'remove';
      readonly chat: string;
      readonly person: number;
      readonly heir?: number | undefined;
    }
  | {
      readonly kind: 'dissolve' | 'rename' | 'set' | 'announce' | 'clear' | 'letIn' | 'addProgram';
      readonly chat: string;
    }
  | { readonly kind: 'promote' | 'handOver'; readonly chat: string; readonly person: number }
  | AskedOfPeople;

/** Requests of one user concerning another. */
export type AskedOfPeople =
  | { readonly kind: 'apply' | 'unfriend' | 'block'; readonly person: number }
  | { readonly kind: 'endAccount' }
  | { readonly kind: 'report'; readonly about: ReportedThing }
  | { readonly kind: 'answer' | 'withdraw'; readonly application: number };

/** The part of the oracle that its subjects use. */
export interface OracleCore extends OracleView {
  readonly nowMs: number;
  readonly rules: Rules;
  readonly blocked: Blocked;
  readonly later: OracleView['later'] & {
    linesOf(me: number): ReadonlyMap<string, Pick<OracleLine, 'chat' | 'at'>>;
    isOver(me: number, id: string): boolean;
    apply(action: LaterAction, forget: (line: OracleLine) => void): void;
  };
  areFriends(a: number, b: number): boolean;
  /** The present members of a chat. */
  present(chat: string): readonly number[];
  /** The chat of this name; created if it is new. */
  chat(name: string): OracleChat;
  /** Moves the time of a chat to now, never back. */
  touch(chat: OracleChat): number;
  /** Changes a line, if it exists. */
  under(row: number, change: (line: OracleLine) => void): void;
  /** Content of a line is erased: none of it may exist from now on. */
  forget(line: OracleLine, of?: Pick<OracleLine, 'words' | 'poll' | 'card'>): void;
  /** Erases all content of a line, its pin, its reactions and its reminders. */
  wipe(line: OracleLine): void;
  /** Adds a system line. */
  tell(chat: string, by: number, row: number, note: NonNullable<OracleLine['note']>): OracleLine;
}

type Of<D extends Action['do']> = Extract<Action, { do: D }>;
type RequestOf<W extends AskedAct['kind']> = Extract<AskedAct, { kind: W }>;

/** A subject, as the oracle knows it: each has one module, and one row in `subjects.ts`. */
export interface OracleSubject<D extends Action['do'], W extends AskedAct['kind']> {
  /** The result of each action. */
  readonly effects: { readonly [K in D]: (oracle: OracleCore, action: Of<K>) => void };
  /** The request that each action needs; null: none that can be refused. */
  readonly request: { readonly [K in D]: (action: Of<K>, oracle: OracleCore) => AskedAct | null };
  /** Why each request must be refused; null: it must be executed. */
  readonly refusalFor: {
    readonly [K in W]: (oracle: OracleCore, me: number, request: RequestOf<K>) => string | null;
  };
}

export const idOfRow = ({ lines }: OracleView, row: number): string => lines.get(row)?.id ?? '';

export const lineWithId = ({ lines }: OracleView, id: string): OracleLine | undefined =>
  [...lines.values()].find((one) => one.id === id);
