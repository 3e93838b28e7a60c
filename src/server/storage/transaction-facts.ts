/**
 * Facts of the open transaction that repositories need to write. The group commit sets them before
 * each command; `tx` is the number of the whole group.
 */
export interface TransactionFacts {
  readonly nowMs: number;
  readonly tx: number;
  /** Set when a stream moves: only then the commit counter rises. */
  hasMoved: boolean;
}
