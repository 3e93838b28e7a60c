import type { Core } from '../core.ts';
import type { LiveHub } from '../gateway/hub.ts';
import type { Readiness } from './readiness.ts';

/** What whoever runs the server may ask a node. */
export interface Operation {
  ready(): Promise<Readiness>;
  /** Null: this asker may not see it, or nothing is counted. */
  metrics(address: string, authorization: string): Promise<string | null>;
}

/** Counts tell how many people write when: this machine may read them, others with the token (OPS-3). */
export function operation(core: Pick<Core, 'meter' | 'settings' | 'store' | 'bus' | 'peers' | 'passwords'>, gateway: LiveHub, ready: () => Promise<Readiness>): Operation {
  const { meter, settings, passwords } = core;
  const may = (address: string, authorization: string): boolean => {
    const token = settings.metricsToken ?? null;
    // Digests are compared: how far a guess was right shows in no time.
    if (token !== null) return passwords.digest(authorization) === passwords.digest(`Bearer ${token}`);
    return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
  };
  return {
    ready,
    async metrics(address, authorization) {
      if (!meter || !may(address, authorization)) return null;
      const bus = core.bus.state?.() ?? { up: true, lagMs: 0, lost: 0 };
      return meter.text({
        sockets: gateway.count(),
        users: gateway.localUsers().length,
        nodes: core.peers?.nodes().length ?? 0,
        storeWaiting: core.store.waiting?.() ?? 0,
        busUp: bus.up,
        busLagMs: bus.lagMs,
        busLost: bus.lost,
      });
    },
  };
}
