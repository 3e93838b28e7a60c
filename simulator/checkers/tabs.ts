import type { Checker } from './checker.ts';
import { recount } from '../world/view.ts';
import type { ContactIndex } from '../../src/client/state/contact-index.ts';
import { logLimits, windowLimits } from '../../src/client/state/limits.ts';
import type { Conversation, Totals } from '../../src/client/state/state.ts';
import { parseTarget, streamOf, userId } from '../../src/domain/ids.ts';
import { compareContacts } from '../../src/domain/order.ts';

/** Every outbox item ends as sent or permanently refused (SEND-4, SEND-5). */
export const outboxChecker: Checker = {
  name: 'the outbox empties',
  end: (world) =>
    world.tabs().flatMap((tab) => {
      const waiting = [...tab.state().outbox.values()].flat().filter((item) => item.status !== 'failed');
      return waiting.length > 0
        ? [
            `${tab.name} still has ${waiting.length} waiting (${waiting.map((item) => item.status).join(', ')})`,
          ]
        : [];
    }),
};

/** At rest no user is shown as typing, wherever the end signal was lost (TYPING-3). */
export const typingChecker: Checker = {
  name: 'nobody types for ever',
  end: (world) =>
    world.people
      .flatMap(({ devices }) => devices.flatMap((device) => device.tabs))
      .flatMap((tab) =>
        [...(tab.state().typing ?? [])].map(
          ([chat, typists]) =>
            `${tab.name} shows ${typists.map(({ user }) => user).join()} typing in ${chat}`,
        ),
      ),
};

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

/** Lists that were rightLists, with their totals, and were right: values that never change. */
const rightLists = new WeakMap<ContactIndex, Totals>();

/** The list is in order and its totals equal a recount, after every step (LIST-1, LIST-2, LIST-4). */
export const contactsChecker: Checker = {
  name: 'contacts equal a recount',
  always: (tab) => {
    const state = tab.state();
    if (rightLists.get(state.contacts) === state.totals) return [];
    const faults: string[] = [];
    if (JSON.stringify(state.totals) !== recount(state))
      faults.push(`${tab.name}: kept totals ${JSON.stringify(state.totals)}, counted ${recount(state)}`);
    let last: Parameters<typeof compareContacts>[0] | null = null;
    for (const contact of state.contacts) {
      if (last && compareContacts(last, contact) >= 0)
        faults.push(`${tab.name}: ${contact.id} is not in its place`);
      if (contact.unread < 0 || contact.mentions < 0)
        faults.push(`${tab.name}: ${contact.id} has unread ${contact.unread}, mentions ${contact.mentions}`);
      last = contact;
    }
    if (faults.length === 0) rightLists.set(state.contacts, state.totals);
    return faults;
  },
};

/** Windows that were rightWindows and were right: values that never change. */
const rightWindows = new WeakSet<Conversation>();

/**
 * A window that reaches the newest message equals the server's: no gap, no duplicate, no recalled text
 * (RECALL-2, RECALL-3).
 */
export const windowsChecker: Checker = {
  name: 'windows equal the server',
  always: (tab) => {
    const faults: string[] = [];
    for (const conversation of tab.state().conversations.values()) {
      if (rightWindows.has(conversation)) continue;
      const before = faults.length;
      let last = 0;
      const ids = new Set<string>();
      for (const message of conversation.chunks.flat()) {
        if (ids.has(message.id)) faults.push(`${tab.name} ${conversation.id}: ${message.id} is shown twice`);
        ids.add(message.id);
        if (message.n === null) continue;
        if (message.n <= last) faults.push(`${tab.name} ${conversation.id}: ${message.n} after ${last}`);
        last = message.n;
      }
      if (faults.length === before) rightWindows.add(conversation);
    }
    return faults;
  },
  end: async (world) => {
    const faults: string[] = [];
    for (const person of world.people) {
      const viewer = userId(person.id);
      for (const tab of person.devices.flatMap((device) => device.tabs)) {
        for (const conversation of tab.state().conversations.values()) {
          const target = parseTarget(conversation.id);
          const stream = target && streamOf(viewer, target);
          const mine = conversation.chunks.flat();
          const first = mine[0]?.n ?? null;
          if (!conversation.live || !stream || first === null) continue;
          const { rows } = await world.store.read((tx) =>
            tx.messages.page({ stream, viewer, fromN: first - 1, limit: 100_000 }),
          );
          const theirs = [...rows]
            .toSorted((a, b) => a.n - b.n)
            .map((row) => `${row.n}:${row.id}${row.recalled ? ' recalled' : ''}`);
          const actual = mine.map((one) => `${one.n ?? 0}:${one.id}${one.recalled ? ' recalled' : ''}`);
          if (actual.join() !== theirs.join())
            faults.push(
              `${tab.name} ${conversation.id} shows [${actual.slice(-8).join(', ')}], the server has [${theirs.slice(-8).join(', ')}]`,
            );
        }
      }
    }
    return faults;
  },
};
