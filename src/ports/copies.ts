/** Copies that the server makes of itself (COPY-1). */
export interface Copies {
  state(): {
    /** Everything that was committed before this is copied. */
    readonly copiedMs: number;
    /** When the last whole copy began; 0: none of this run yet. */
    readonly wholeMs: number;
    readonly fault: string | null;
    /** The moment of the last good drill, or of the first start with copies; 0: not known yet. */
    readonly drilledMs: number;
    readonly drillFault: string | null;
    readonly isDrillLate: boolean;
    readonly isLate: boolean;
  };
  /** Copies what was committed until now, and ends. */
  stop(): Promise<void>;
}
