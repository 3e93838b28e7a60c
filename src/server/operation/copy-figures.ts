import type { Clock } from '../../ports/clock.ts';
import type { Copies } from '../../ports/copies.ts';
import type { CopyGauges } from '../../ports/meter.ts';

const NONE: CopyGauges = {
  copiesAgeSec: Number.NaN,
  copiesWholeAgeSec: Number.NaN,
  copiesFilesAgeSec: Number.NaN,
  copiesDrillAgeSec: Number.NaN,
  copiesBytes: Number.NaN,
  copiesFailures: Number.NaN,
  copiesDrillFailures: Number.NaN,
};

/** The copy metrics of `/metrics` (COPY-12). */
export function copyFigures(copies: Copies | null | undefined, clock: Pick<Clock, 'nowMs'>): CopyGauges {
  const state = copies?.state();
  if (!state) return NONE;
  const nowMs = clock.nowMs();
  const ageSec = (ms = 0): number => (ms === 0 ? Number.NaN : Math.max(0, nowMs - ms) / 1_000);
  return {
    copiesAgeSec: ageSec(state.copiedMs),
    copiesWholeAgeSec: ageSec(state.wholeMs),
    copiesFilesAgeSec: ageSec(state.files?.copiedMs),
    copiesDrillAgeSec: ageSec(state.drilledMs),
    copiesBytes: state.bytes ?? Number.NaN,
    copiesFailures: state.failures,
    copiesDrillFailures: state.drillFailures,
  };
}
