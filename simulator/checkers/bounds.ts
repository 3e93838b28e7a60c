import { logLimits } from '../../src/client/state/limits.ts';
import { windowLimits } from '../../src/client/state/window-limits.ts';
import type { Checker } from './checker.ts';

/** Memory is bounded: windows, the log and the sockets of nodes (STORE-8, STORE-11). */
export const boundsChecker: Checker = {
  name: 'memory is bounded',
  always: (tab) => {
    const faults: string[] = [];
    const { conversations } = tab.state();
    if (conversations.size > windowLimits.conversationsMax)
      faults.push(`${tab.name}: ${conversations.size} windows`);
    for (const one of conversations.values())
      if (one.size > windowLimits.messagesMax) faults.push(`${tab.name} ${one.id}: ${one.size} messages`);
    if (tab.clock.pending() > 500) faults.push(`${tab.name}: ${tab.clock.pending()} timers`);
    return faults;
  },
  end: (world) => {
    const sockets = world.nodes.reduce((sum, node) => sum + (node.server?.gateway.count() ?? 0), 0);
    const tabs = world.tabs().length;
    const logs = world.tabs().filter((tab) => tab.client.core.log.entries().length > logLimits.ringMax);
    return [
      ...logs.map((tab) => `${tab.name}: log too long`),
      ...(sockets > tabs ? [`nodes keep ${sockets} sockets for ${tabs} tabs`] : []),
    ];
  },
};
