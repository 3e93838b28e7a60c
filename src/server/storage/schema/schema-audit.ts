interface AuditTable {
  n: number;
  at_ms: number;
  by_whom: string;
  what: string;
  about: string;
  /** JSON, as it was hashed. */
  facts: string;
  before: string;
  hash: string;
}

/** `head`: the newest entry. `start`: the last pruned one. */
interface AuditEndsTable {
  name: 'head' | 'start';
  n: number;
  hash: string;
}

export interface AuditTables {
  audit: AuditTable;
  audit_ends: AuditEndsTable;
}
