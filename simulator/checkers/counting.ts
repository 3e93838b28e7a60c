import type { Checker } from './checker.ts';
import { userId } from '../../src/domain/ids.ts';
import type { StreamId } from '../../src/domain/ids.ts';

/**
 * Unread counts equal the messages after the read mark that exist, are not the user's own and are not calls
 * they answered (COUNT-1, COUNT-17).
 */
export const countingChecker: Checker = {
  name: 'unread equals a recount',
  end: async (world, { events }) => {
    const faults: string[] = [];
    for (const person of world.people) {
      const me = userId(person.id);
      const saw = (events.get(`u${person.id}` as StreamId) ?? []).flatMap(({ facts }) =>
        facts.kind === 'mark' && facts.seen !== undefined ? [`${facts.of} ${facts.seen}`] : [],
      );
      const views = await world.store.read(async (tx) =>
        tx.conversations.of(me, await tx.members.streamsOf(me)),
      );
      for (const { stream, member } of views) {
        const listed = (events.get(stream.stream) ?? []).flatMap(({ facts }) =>
          facts.kind === 'message' && facts.n > member.mark ? [facts] : [],
        );
        const erased = new Set(
          (events.get(stream.stream) ?? []).flatMap(({ facts }) =>
            facts.kind === 'recall' || facts.kind === 'delete' ? [facts.n] : [],
          ),
        );
        const countable = listed.filter(
          (one) =>
            one.from !== me &&
            !erased.has(one.n) &&
            (one.only ?? me) === me &&
            !saw.includes(`${stream.stream} ${one.n}`),
        ).length;
        const stored = stream.count - member.mark - member.own;
        if (countable !== stored)
          faults.push(`${stream.stream} of ${me}: unread ${stored}, counted ${countable}`);
      }
    }
    return faults;
  },
};

/** Read marks never move back, and never exceed the listed messages (COUNT-2). */
export const marksChecker: Checker = {
  name: 'read stays read',
  end: (world, { events }) => {
    const faults: string[] = [];
    const last = new Map<string, number>();
    const checkMark = (whose: string, where: string, mark: number, count: number) => {
      const key = `${whose} in ${where}`;
      const was = last.get(key) ?? 0;
      if (mark < was) faults.push(`${key}: the mark went from ${was} back to ${mark}`);
      if (mark > count) faults.push(`${key}: the mark ${mark} is beyond ${count}`);
      last.set(key, mark);
    };
    for (const [stream, rows] of events) {
      for (const { facts } of rows) {
        if (facts.kind === 'read') checkMark(`mark of ${facts.user}`, stream, facts.mark, facts.count);
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
        if (facts.kind === 'mark') checkMark(`mark of ${me}`, facts.of, facts.mark, facts.count);
        if (facts.kind === 'mentionMark') checkMark(`mentions of ${me}`, facts.of, facts.mark, facts.count);
      }
    }
    return faults;
  },
};
