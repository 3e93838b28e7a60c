import { duration } from '../../domain/limits.ts';
import type { Core } from '../kernel/core.ts';
import type { Gauges } from '../../ports/meter.ts';
import type { LiveHub } from '../delivery/hub.ts';
import { copyFigures } from './copy-figures.ts';
import { createSizes } from './sizes.ts';
import type { Readiness, ReadyCheck, Watched } from './readiness.ts';

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
    const bus = core.bus.state?.() ?? { up: true, lagMs: 0, lost: 0 };
    return {
      sockets: gateway.count(),
      users: gateway.localUsers().length,
      nodes: core.peers?.nodes().length ?? 0,
      storeWaiting: core.store.waiting?.() ?? 0,
      busUp: bus.up,
      busLagMs: bus.lagMs,
      busLost: bus.lost,
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
