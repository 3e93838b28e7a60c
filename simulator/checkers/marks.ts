import { userId } from '../../src/domain/ids.ts';
import type { Checker } from './checker.ts';

/** Read marks never move back, and never exceed the listed messages (COUNT-2). */
export const marksChecker: Checker = {
  name: 'read stays read',
  end: (world, { events }) => {
    const faults: string[] = [];
    const last = new Map<string, number>();
    const moved = (whose: string, where: string, mark: number, count: number) => {
      const key = `${whose} in ${where}`;
      const was = last.get(key) ?? 0;
      if (mark < was) faults.push(`${key}: the mark went from ${was} back to ${mark}`);
      if (mark > count) faults.push(`${key}: the mark ${mark} is beyond ${count}`);
      last.set(key, mark);
    };
    for (const [stream, rows] of events) {
      for (const { facts } of rows) {
        if (facts.kind === 'read') moved(`mark of ${facts.user}`, stream, facts.mark, facts.count);
      }
    }
    for (const person of world.people) {
      const me = userId(person.id);
      for (const { facts } of events.get(`u${me}` as never) ?? []) {
        // A user who joins again starts fresh.
        if (facts.kind === 'joined') {
          last.delete(`mark of ${me} in ${facts.of}`);
          last.delete(`mentions of ${me} in ${facts.of}`);
        }
        if (facts.kind === 'mark') moved(`mark of ${me}`, facts.of, facts.mark, facts.count);
        if (facts.kind === 'mentionMark') moved(`mentions of ${me}`, facts.of, facts.mark, facts.count);
      }
    }
    return faults;
  },
};
