import { duration } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Copies } from '../../ports/copies.ts';
import type { CopyGauges, Gauges } from '../../ports/meter.ts';
import type { LiveHub } from '../delivery/hub.ts';
import type { Core } from '../kernel/core.ts';
import { serverLimits } from '../kernel/limits.ts';
import type { Readiness, ReadyCheck, Watched } from './readiness.ts';

/** Bytes; not a number where it is not known. */
export interface Sizes {
  readonly databaseBytes: number;
  readonly diskFreeBytes: number;
}

const orUnknown = (request: Promise<number> | undefined): Promise<number> =>
  request?.catch(() => Number.NaN) ?? Promise.resolve(Number.NaN);

/** Sizes of stored data, measured at most once per interval for any number of requests (OPS-3). */
function createSizes({ store, uploads, clock }: Pick<Core, 'store' | 'uploads' | 'clock'>) {
  let last: { readonly untilMs: number; readonly sizes: Promise<Sizes> } | null = null;
  const look = async (): Promise<Sizes> => ({
    databaseBytes: await orUnknown(store.read((tx) => tx.history.bytes())),
    diskFreeBytes: await orUnknown(uploads?.files.freeBytes?.()),
  });
  return (): Promise<Sizes> => {
    const now = clock.elapsedMs();
    if (last === null || now >= last.untilMs)
      last = { untilMs: now + serverLimits.sizesEveryMs, sizes: look() };
    return last.sizes;
  };
}

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

/** Operational questions to a node. */
export interface Operation {
  ready(): Promise<Readiness>;
  /** A proxy requested the socket as a page. */
  upgradeLost(): void;
  /** Null: access is denied, or metrics are off. */
  metrics(authorization: string): Promise<string | null>;
  gauges(): Promise<Gauges>;
}

/** Metrics reveal when users write: the token is required to read them, on this machine as well (OPS-3). */
export function operation(
  core: Pick<
    Core,
    'meter' | 'settings' | 'store' | 'bus' | 'peers' | 'passwords' | 'uploads' | 'clock' | 'damage'
  >,
  gateway: LiveHub,
  ready: Pick<ReadyCheck, 'look' | 'upgradeLost'>,
  { copies, certificate, lastBackupMs }: Watched = {},
): Operation {
  const { meter, settings, passwords } = core;
  const sizes = createSizes(core);
  // Digests are compared: how far a guess was right shows in no time.
  const may = (authorization: string): boolean => passwords.digest(authorization) === settings.metricsDigest;
  const gauges = async (): Promise<Gauges> => {
    const bus = core.bus.state?.() ?? { up: true, lagMs: 0, losses: 0 };
    return {
      sockets: gateway.count(),
      users: gateway.localUsers().length,
      nodes: core.peers?.nodes().length ?? 0,
      storeWaiting: core.store.waiting?.() ?? 0,
      busUp: bus.up,
      busLagMs: bus.lagMs,
      busLost: bus.losses,
      damaged: core.damage?.count ?? 0,
      ...(await sizes()),
      certificateEndSec: (certificate?.()?.untilMs ?? Number.NaN) / duration.SECOND,
      backupAgeSec: (core.clock.nowMs() - ((await lastBackupMs?.()) ?? Number.NaN)) / duration.SECOND,
      ...copyFigures(copies, core.clock),
    };
  };
  return {
    ready: () => ready.look(),
    upgradeLost: () => ready.upgradeLost(),
    gauges,
    metrics: async (authorization) => (meter && may(authorization) ? meter.text(await gauges()) : null),
  };
}
