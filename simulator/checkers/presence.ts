import type { Checker } from './checker.ts';

/** Who is bound to any node, or was until a moment ago, is online for all contacts, and nobody else is (PRES-3). */
export const presence: Checker = {
  name: 'presence is the same for all',
  end: (world) => {
    const online = new Set<number>(world.nodes.flatMap(({ server }) => server?.gateway.localUsers() ?? []));
    const faults: string[] = [];
    for (const tab of world.tabs()) {
      const { contacts, self } = tab.state();
      for (const { id, kind, isOnline } of contacts) {
        if (kind !== 'person' || Number(id) === self?.id || isOnline === online.has(Number(id))) continue;
        faults.push(`${tab.name} shows ${id} as ${isOnline ? 'online' : 'offline'}, which is not so`);
      }
    }
    return faults;
  },
};
