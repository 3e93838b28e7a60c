import { groupOfStream, userId } from '../../src/domain/ids.ts';
import { intervalsOf } from './checker.ts';
import type { Checker } from './checker.ts';

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
        if (facts.kind === 'removed') mutedUntilMs.delete(facts.user);
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
