/** What an entry of the audit says: ids and small facts; no name of a person, no password, no words. */
export type AuditFacts = Readonly<Record<string, string | number | boolean | null>>;

/** One entry; its hash covers all the rest of it, the hash of the one before included (AUDIT-1). */
export interface AuditRow {
  /** From 1, without gaps. */
  readonly n: number;
  readonly atMs: number;
  /** `user 12`, `host root` for whoever runs the server, `server` for its jobs, `nobody` for strangers. */
  readonly by: string;
  readonly what: string;
  /** Whom or what it is about: `user 12`, `report 3`, `group 7`; '' where the rest says it. */
  readonly about: string;
  /** `AuditFacts` as JSON, with its names in order: the text that was hashed. */
  readonly facts: string;
  readonly before: string;
  readonly hash: string;
}

/** Where a chain begins or ends: an entry by its number and hash; 0 and '' before the first. */
export interface AuditPlace {
  readonly n: number;
  readonly hash: string;
}

export interface AuditReading {
  /** Those after a number, in order. */
  page(after: number, limit: number): Promise<readonly AuditRow[]>;
  /** The last entry that was pruned, and the newest there is. */
  ends(): Promise<{ readonly start: AuditPlace; readonly head: AuditPlace }>;
}

export interface AuditWriting {
  /**
   * The number of the next entry and the hash of the one before. Who asks holds the end of the chain until
   * their transaction ends: so there is one order for all nodes (AUDIT-2).
   */
  next(): Promise<{ readonly n: number; readonly before: string }>;
  /** Each entry once, under the number that `next` gave. */
  append(row: AuditRow): Promise<void>;
  /** Takes entries up to this one away and remembers it as the place where the chain begins (AUDIT-5). */
  prune(upTo: AuditPlace): Promise<void>;
}
