import type { Oracle } from '../oracle/oracle.ts';
import { withoutCounts } from '../oracle/polls.ts';
import { markedWords } from '../oracle/rich.ts';
import { isLineFor } from '../oracle/blocked.ts';
import { expectedMayRead } from '../oracle/shown.ts';
import type { OracleLine } from '../oracle/state.ts';
import type { RecordedRequest } from './recorded.ts';

/** A line as an answer showed it. */
interface GivenRow {
  readonly row: number;
  readonly type: string;
  readonly content: string;
  readonly recalled: boolean;
}

interface Reading {
  readonly request: RecordedRequest;
  /** Reads that were not allowed, or not in that form, at any moment so far. */
  wrong: GivenRow[];
}

/** A user's own message returns at once, in the server's form. */
const OWN = new Set(['sendmessage', 'forwardmessage', 'sendtomsg', 'uploadfile']);

/**
 * Checks that every line in an answer was readable for the asker, with this text, at a moment of the request.
 */
export class Reads {
  #open: Reading[] = [];

  constructor(
    private readonly oracle: Oracle,
    private readonly faults: string[],
  ) {}

  receive(request: RecordedRequest): void {
    if (request.user === null || request.answer === null || OWN.has(request.call)) return;
    const wrong: GivenRow[] = [];
    collect(request.answer.data, wrong);
    if (wrong.length > 0) this.#open.push({ request, wrong });
  }

  /** The moment before command `at`. */
  look(at: number): void {
    if (this.#open.length === 0) return;
    this.#open = this.#open.filter((one) => {
      const { user, call, until } = one.request;
      one.wrong = one.wrong.filter((line) => !this.#right(user ?? 0, call, line));
      if (one.wrong.length === 0) return false;
      if (at < (until ?? Number.POSITIVE_INFINITY) && at !== Number.POSITIVE_INFINITY) return true;
      this.faults.push(
        `${user} was given ${JSON.stringify(one.wrong[0])} by ${call}, which is not so, or not theirs to read`,
      );
      return false;
    });
  }

  /**
   * Members who left catch up to that moment. A recall is sent to all present members, without text, even for
   * messages from before their time.
   */
  #isInAudience(me: number, line: OracleLine, recalled: boolean): boolean {
    const { chat, n } = line;
    const seat = this.oracle.chats.get(chat)?.seats.get(me);
    return seat !== undefined && isLineFor(line, me) && (recalled || n > seat.since);
  }

  #right(me: number, call: string, { row, type, content, recalled }: GivenRow): boolean {
    const line = this.oracle.lines.get(row);
    // Announcements and anything that is not a line of a chat are not private here.
    if (line === undefined) return true;
    // A recall is also reported for a message that was deleted since.
    if (recalled && line.isDeleted) return true;
    if (
      !expectedMayRead(this.oracle, me, line) &&
      !(call === 'sync' && this.#isInAudience(me, line, recalled))
    )
      return false;
    // Base-protocol clients receive no `is_undo` for recalls by others.
    const isRecalled = recalled || (line.recalled && type === 'event');
    return (
      isRecalled === line.recalled &&
      (isRecalled ||
        line.kind !== 'text' ||
        (type === 'text' && [line.words, markedWords(line)].includes(withoutCounts(content))))
    );
  }
}

/** Collects everything that looks like a message, at any depth. */
function collect(value: unknown, rows: GivenRow[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const one of value as readonly unknown[]) collect(one, rows);
    return;
  }
  const one = value as Readonly<Record<string, unknown>>;
  if (typeof one['msg_id'] === 'number' && typeof one['content'] === 'string') {
    rows.push({
      row: one['msg_id'],
      type: String(one['type']),
      content: one['content'],
      recalled: one['is_undo'] === 1,
    });
    return;
  }
  for (const part of Object.values(one)) if (typeof part === 'object') collect(part, rows);
}
