import { intervalsOf } from './checker.ts';
import type { Checker } from './checker.ts';
import { reviewOf } from './reviewed.ts';
import type { RecordedRequest } from '../recorder/recorded.ts';
import { groupOfStream, userId } from '../../src/domain/ids.ts';

/** Every received event belongs to a stream its recipient could read (GATE-3, STREAM-10). */
export const privacyChecker: Checker = {
  name: 'nobody sees what they may not',
  end: (world) => {
    const { people, record, recorder } = world;
    const { book } = reviewOf(world);
    const faults: string[] = [];
    for (const { id, devices } of people) {
      for (const { name } of devices) {
        const next = record.nextUsers.get(name) ?? id;
        const hearers = [id, next, ...boundBy(recorder.requests, record.sockets.get(name) ?? new Set())];
        for (const position of record.frames.get(name) ?? []) {
          const [stream = '', seq] = position.split(' ');
          if (!hearers.some((hearer) => book.mayHear(hearer, stream, Number(seq))))
            faults.push(`${name} got ${position}, and was not there`);
        }
      }
    }
    return faults;
  },
};

/**
 * The users who bound one of these sockets by its name, which only its own client receives: they share their
 * own events.
 */
export const boundBy = (
  requests: readonly Pick<RecordedRequest, 'call' | 'user' | 'body'>[],
  sockets: ReadonlySet<string>,
): readonly number[] =>
  requests.flatMap(({ call, user, body }) =>
    call === 'binduid' && user !== null && [...sockets].some((socket) => body?.includes(socket))
      ? [user]
      : [],
  );

/** Neither muted users nor non-members ever send messages (ROLE-2, ROLE-3). */
export const speakingChecker: Checker = {
  name: 'nobody speaks who may not',
  end: async (world, ledger) => {
    const faults: string[] = [];
    for (const [stream, rows] of ledger.events) {
      if (groupOfStream(stream) === null) continue;
      const mutedUntilMs = new Map<number, number>();
      for (const { facts, seq, atMs, tx } of rows) {
        if (facts.kind === 'muted') mutedUntilMs.set(facts.user, facts.untilSec * 1_000);
        if (facts.kind !== 'message' || facts.from <= 0) continue;
        // System lines about their actions are not messages.
        const row = await world.store.read((read) => read.messages.byMsgId(facts.msgId));
        if (!row || row.type === 'event') continue;
        if ((mutedUntilMs.get(facts.from) ?? 0) > atMs)
          faults.push(`${stream} ${seq}: ${facts.from} spoke while muted`);
        if (
          !intervalsOf(ledger, userId(facts.from), stream).some(
            (one) => (seq > one.base && seq <= one.until) || tx === one.tx,
          )
        )
          faults.push(`${stream} ${seq}: ${facts.from} spoke without being a member`);
      }
    }
    return faults;
  },
};
