/** Details of an audit entry: ids and small facts; never names of users, passwords or message text. */
export type AuditFacts = Readonly<Record<string, string | number | boolean | null>>;

/** One entry; its hash covers all its other fields, including the previous entry's hash (AUDIT-1). */
export interface AuditRow {
  /** Counts from 1, without gaps. */
  readonly n: number;
  readonly atMs: number;
  /**
   * The actor: `user 12`, `host root` for the operator, `server` for its jobs, `nobody` for unknown callers.
   */
  readonly by: string;
  readonly what: string;
  /** The affected subject: `user 12`, `report 3`, `group 7`; '' if the facts name it. */
  readonly about: string;
  /** `AuditFacts` as JSON, with its names in order: the text that was hashed. */
  readonly facts: string;
  readonly before: string;
  readonly hash: string;
}

/** Start or end of a chain: an entry's number and hash; 0 and '' before the first. */
export interface AuditPlace {
  readonly n: number;
  readonly hash: string;
}

export interface AuditReading {
  /** Entries after a number, in order. */
  page(after: number, limit: number): Promise<readonly AuditRow[]>;
  /** The last pruned entry, and the newest one. */
  ends(): Promise<{ readonly start: AuditPlace; readonly head: AuditPlace }>;
}

export interface AuditWriting {
  /**
   * The number of the next entry and the hash of the previous one. The caller locks the end of the chain
   * until its transaction ends, so all nodes write in one order (AUDIT-2).
   */
  next(): Promise<{ readonly n: number; readonly before: string }>;
  /** Each entry once, under the number that `next` gave. */
  append(row: AuditRow): Promise<void>;
  /** Deletes entries up to this one and remembers it as the start of the chain (AUDIT-5). */
  prune(upTo: AuditPlace): Promise<void>;
}
