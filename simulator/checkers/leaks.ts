import { drive } from '../time/drive.ts';
import type { Checker } from './checker.ts';

/** A clean stop leaves nothing behind: timers, sockets, bus listeners or devices (CALL-14, STORE-11). */
export const leaksChecker: Checker = {
  name: 'nothing is left behind',
  end: async (world) => {
    const { clock, record } = world;
    const faults: string[] = [];
    for (const tab of world.tabs()) {
      await drive(clock, tab.client.stop(), 20_000).catch(
        () => void faults.push(`${tab.name} does not stop`),
      );
    }
    // Timers of hidden tabs come up to a minute late, and a node finds a half-open socket by its silence.
    const busy = () =>
      world.tabs().some((tab) => tab.clock.pending() > 0 || tab.socketsOpen() > 0) ||
      world.nodes.some((node) => (node.server?.gateway.count() ?? 0) > 0);
    for (let tries = 0; tries < 100 && (tries < 5 || busy()); tries += 1) await clock.advance(1_000);
    for (const tab of world.tabs()) {
      if (tab.clock.pending() > 0) faults.push(`${tab.name} leaves ${tab.clock.pending()} timers`);
      if (tab.socketsOpen() > 0) faults.push(`${tab.name} leaves ${tab.socketsOpen()} sockets`);
      if (tab.mediaInUse() > 0)
        faults.push(`${tab.name} leaves ${tab.mediaInUse()} devices and connections in use`);
    }
    for (const node of world.nodes) {
      const { server, clock: own } = node;
      if (server === null || own === null) continue;
      if (server.gateway.count() > 0)
        faults.push(`${node.name} keeps ${server.gateway.count()} sockets of clients that are gone`);
      await drive(clock, node.stop(), 60_000).catch(() => void faults.push(`${node.name} does not stop`));
    }
    faults.push(...record.left);
    if (world.listening() > 0) faults.push(`${world.listening()} ears on the bus belong to nobody`);
    return faults;
  },
};
