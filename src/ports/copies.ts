/** Copies that the server makes of itself (COPY-1). */
export interface Copies {
  state(): CopiesState;
  /** Copies everything committed so far, and ends. */
  stop(): Promise<void>;
}

export interface CopiesState {
  /** Everything that was committed before this is copied. */
  readonly copiedMs: number;
  /** Start of the last complete copy; 0: none since the start of the process. */
  readonly wholeMs: number;
  readonly fault: string | null;
  readonly isLate: boolean;
  /** Null: files that people sent are not copied. */
  readonly files: {
    /** All files stored before this are copied, except those that `fault` reports. */
    readonly copiedMs: number;
    readonly fault: string | null;
    readonly isLate: boolean;
  } | null;
  /** Time of the last successful drill, or of the first start with copies; 0: unknown. */
  readonly drilledMs: number;
  readonly drillFault: string | null;
  readonly isDrillLate: boolean;
  /** Stored bytes; null: not counted yet. */
  readonly bytes: number | null;
  /** Tries to copy, and drills, that failed since the start. */
  readonly failures: number;
  readonly drillFailures: number;
}
