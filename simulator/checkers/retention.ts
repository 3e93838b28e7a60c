import type { Ran } from '../witness/witnessed.ts';
import type { Checker } from './checker.ts';
import { triedOf } from './tried.ts';

const DAY = 86_400_000;

/**
 * Content cleared by retention is at least as old as the shortest time ever set for that chat, or for all
 * (CONF-17, RETAIN-1): an interrupted clearing ends later, under other settings.
 */
export const retentionChecker: Checker = {
  name: 'nothing goes before its time',
  end: (world) => {
    const { lines } = triedOf(world).oracle;
    const shortest = new Map<string, number>();
    const faults: string[] = [];
    for (const ran of world.witness.ran) {
      if (ran.state !== 'kept') continue;
      noteTimes(shortest, ran);
      for (const { stream: chat, facts } of ran.events) {
        if (facts.kind !== 'cleared' || facts.by !== null) continue;
        const days = Math.min(shortest.get('') ?? Infinity, shortest.get(chat) ?? Infinity);
        for (const line of lines.values())
          if (line.chat === chat && line.n <= facts.n && line.saidAtMs + days * DAY > ran.nowMs)
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
