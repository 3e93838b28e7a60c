import type { Checker } from './checker.ts';
import { reviewOf } from './reviewed.ts';
import type { Tab } from '../devices/device.ts';
import type { Oracle } from '../oracle/oracle.ts';
import { chatOf } from '../oracle/state.ts';
import { vanishMs } from '../oracle/vanish.ts';
import type { Ran } from '../recorder/recorded.ts';
import { vanishLimits } from '../../src/domain/message-limits.ts';
import { expiryMs } from '../../src/domain/vanish.ts';

/** A check of due items, and one more if the first met a stopping node. */
const LATE_MS = 3 * vanishLimits.lookMs;

/**
 * Expired messages are gone by the slowest clock, and each device knows the expiry of each message (VANISH-3,
 * VANISH-4).
 */
export const vanishChecker: Checker = {
  name: 'nothing outlives its time',
  end: (world) => {
    const { oracle } = reviewOf(world);
    const before = Math.min(world.clock.nowMs(), world.recorder.ran.at(-1)?.nowMs ?? 0) - LATE_MS;
    const overdue = [...oracle.lines.values()].flatMap((line) => {
      const endMs = line.isDeleted ? null : vanishMs(oracle, line);
      return endMs === null || endMs >= before
        ? []
        : [`line ${line.n} of ${line.chat} was to go at ${endMs}, and still stands`];
    });
    const tabs = world.people.flatMap(({ id, devices }) =>
      devices.flatMap((device) => device.tabs.flatMap((tab) => timerFaults(oracle, id, tab))),
    );
    return [...overdue, ...tabs];
  },
};

function timerFaults(oracle: Oracle, me: number, tab: Tab): readonly string[] {
  const { contacts, conversations } = tab.state();
  return [...conversations.values()].flatMap(({ id, chunks }) => {
    const name = chatOf(me, id);
    const timers = contacts.get(id)?.timers ?? [];
    return chunks.flat().flatMap((message) => {
      const line = oracle.lines.get(message.msgId);
      if (!line || line.chat !== name || line.isDeleted || (line.note !== null && !line.recalled)) return [];
      const [clientEndMs, endMs] = [expiryMs(timers, message), vanishMs(oracle, line)];
      return clientEndMs === endMs
        ? []
        : [`${tab.name} has line ${line.n} of ${name} go at ${clientEndMs}, not ${endMs}`];
    });
  });
}

const DAY = 86_400_000;

/**
 * Content cleared by retention is at least as old as the shortest time ever set for that chat, or for all
 * (CONF-17, RETAIN-1): an interrupted clearing ends later, under other settings.
 */
export const retentionChecker: Checker = {
  name: 'nothing goes before its time',
  end: (world) => {
    const { lines } = reviewOf(world).oracle;
    const shortest = new Map<string, number>();
    const faults: string[] = [];
    for (const ran of world.recorder.ran) {
      if (ran.state !== 'kept') continue;
      noteTimes(shortest, ran);
      for (const { stream: chat, facts } of ran.events) {
        if (facts.kind !== 'cleared' || facts.by !== null) continue;
        const days = Math.min(shortest.get('') ?? Infinity, shortest.get(chat) ?? Infinity);
        for (const line of lines.values())
          if (line.chat === chat && line.n <= facts.n && line.sentAtMs + days * DAY > ran.nowMs)
            faults.push(`line ${line.n} of ${chat} went at ${ran.nowMs}, before its ${days} days were over`);
      }
    }
    return faults;
  },
};

function noteTimes(shortest: Map<string, number>, { config, retained }: Ran): void {
  const note = (name: string, days: number): void =>
    void shortest.set(name, Math.min(days, shortest.get(name) ?? Infinity));
  if (config?.chatInfo.msgClear === true) note('', config.chatInfo.msgClearDay);
  if (retained !== undefined && retained.days > 0) note(retained.chat, retained.days);
}
