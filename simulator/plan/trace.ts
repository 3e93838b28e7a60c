/** Events of a World, line by line, and one hash over all of them (SIM-1). */
export interface Trace {
  /** `what` names the kind; frames and rows count in the hash, remarks do not. */
  line(what: TraceKind, atMs: number, text: string): void;
  hash(): string;
  readonly lines: readonly TraceLine[];
  readonly events: number;
}

export type TraceKind = 'step' | 'fault' | 'up' | 'down' | 'call' | 'answer' | 'row' | 'remark';
export interface TraceLine {
  readonly what: TraceKind;
  readonly atMs: number;
  readonly text: string;
}

/** Two multiplicative hashes of 32 bits side by side: 64 bits, the same on every machine. */
export function createTrace(keep: boolean): Trace {
  let [high, low, events] = [0xdeadbeef, 0x41c6ce57, 0];
  const lines: TraceLine[] = [];
  const take = (text: string) => {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      high = Math.imul(high ^ code, 2_654_435_761);
      low = Math.imul(low ^ code, 1_597_334_677);
    }
    high = Math.imul(high ^ (low >>> 15), 2_246_822_507);
    low = Math.imul(low ^ (high >>> 13), 3_266_489_909);
  };
  return {
    line: (what, atMs, text) => {
      if (keep) lines.push({ what, atMs, text });
      if (what === 'remark') return;
      events += 1;
      take(`${what}@${atMs}:${text}`);
    },
    hash: () => (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0'),
    lines,
    get events() {
      return events;
    },
  };
}
