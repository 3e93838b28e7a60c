import { ROLE } from './actions.ts';
import { expectedMayRead } from './shown.ts';
import type { OracleLine } from './state.ts';
import { lineWithId } from './subject.ts';
import type { OracleCore, OracleSubject } from './subject.ts';

const hideLine = (oracle: OracleCore, row: number, now: Partial<OracleLine>): void =>
  oracle.under(row, (line) => {
    oracle.wipe(line);
    Object.assign(line, now);
  });

/** Recalled, deleted and expired messages. */
export const removingOracle: OracleSubject<'recall' | 'erase' | 'vanish', 'recall' | 'erase'> = {
  effects: {
    recall: (oracle, { row }) => hideLine(oracle, row, { recalled: true, kind: 'event', note: 'recalled' }),
    erase: (oracle, { row }) => hideLine(oracle, row, { isDeleted: true }),
    vanish: (oracle, { row }) => hideLine(oracle, row, { isDeleted: true }),
  },
  request: { recall: () => null, erase: () => null, vanish: () => null },
  refusalFor: {
    erase: (oracle, me, { id }) => {
      const line = lineWithId(oracle, id);
      if (!line || !expectedMayRead(oracle, me, line)) return 'no such line';
      if (!oracle.rules.erasing) return 'nothing is erased here';
      return line.note !== null && !line.recalled ? 'an event' : line.by === me ? null : 'not theirs';
    },
    recall: (oracle, me, { id }) => {
      const line = lineWithId(oracle, id);
      if (!line || !expectedMayRead(oracle, me, line)) return 'no such line';
      if (line.recalled) return null;
      if (line.note !== null || line.kind === 'webrtc') return 'not of a kind to take back';
      const leads =
        line.chat.startsWith('group-') && (oracle.seat(me, line.chat)?.role ?? ROLE.member) <= ROLE.manager;
      if (leads) return null;
      if (line.by !== me) return 'not theirs';
      return (oracle.nowMs - line.sentAtMs) / 1_000 < oracle.rules.recallSec ? null : 'too late';
    },
  },
};
