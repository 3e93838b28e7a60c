import { ROLE } from './actions.ts';
import { atLeast, speech } from './chat-rights.ts';
import { choiceFault, isOver } from './polls.ts';
import { expectedMayRead } from './shown.ts';
import { partners } from './state.ts';
import { idOfRow, lineWithId } from './subject.ts';
import type { OracleSubject } from './subject.ts';

/** Votes, and the end of polls. */
export const pollingOracle: OracleSubject<'vote' | 'endPoll', 'vote' | 'endPoll'> = {
  effects: {
    /** A later vote replaces the former one; an empty one withdraws it. */
    vote: (oracle, { row, by, options }) =>
      oracle.under(row, (line) => {
        if (!line.poll) return;
        const votes = new Map(line.poll.votes);
        if (options.length === 0) votes.delete(by);
        else votes.set(by, options);
        line.poll = { ...line.poll, votes };
      }),
    endPoll: (oracle, { row }) =>
      oracle.under(row, (line) => {
        if (line.poll) line.poll = { ...line.poll, ended: true };
      }),
  },
  request: {
    vote: ({ row, options }, oracle) => ({ kind: 'vote', id: idOfRow(oracle, row), options }),
    endPoll: ({ row }, oracle) => ({ kind: 'endPoll', id: idOfRow(oracle, row) }),
  },
  refusalFor: {
    /** A vote requires a readable, open poll; in a group it needs no right to write. */
    vote: (oracle, me, { id, options }) => {
      const line = lineWithId(oracle, id);
      if (!line || !expectedMayRead(oracle, me, line)) return 'no such line';
      if (line.poll === null) return 'nothing is asked there';
      const fault = choiceFault(line.poll, options);
      if (fault !== null) return fault;
      const mine = line.poll.votes.get(me) ?? [];
      if (mine.length === options.length && options.every((one) => mine.includes(one))) return null;
      if (isOver(line.poll, line.sentAtMs, oracle.nowMs) || oracle.blocked.reaches(line, me)) return 'over';
      return partners(line.chat) ? speech(oracle, me, line.chat, []) : null;
    },
    /** The author may end a poll, and in a group its managers. */
    endPoll: (oracle, me, { id }) => {
      const line = lineWithId(oracle, id);
      if (!line || !expectedMayRead(oracle, me, line)) return 'no such line';
      if (line.poll === null) return 'nothing is asked there';
      if (line.by === me) return null;
      return partners(line.chat) ? 'not theirs' : atLeast(oracle, me, line.chat, ROLE.manager);
    },
  },
};
