import { userId } from '../../src/domain/ids.ts';
import type { StreamId } from '../../src/domain/ids.ts';
import type { Checker } from './checker.ts';

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
        const gone = new Set(
          (events.get(stream.stream) ?? []).flatMap(({ facts }) =>
            facts.kind === 'recall' || facts.kind === 'delete' ? [facts.n] : [],
          ),
        );
        const counted = listed.filter(
          (one) =>
            one.from !== me &&
            !gone.has(one.n) &&
            (one.only ?? me) === me &&
            !saw.includes(`${stream.stream} ${one.n}`),
        ).length;
        const kept = stream.count - member.mark - member.own;
        if (counted !== kept) faults.push(`${stream.stream} of ${me}: unread ${kept}, counted ${counted}`);
      }
    }
    return faults;
  },
};
