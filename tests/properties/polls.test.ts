import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Input } from '../../src/client/state/effects.ts';
import { messageId, msgId } from '../../src/domain/ids.ts';
import type { Message } from '../../src/domain/message.ts';
import { pollExtra } from '../../src/domain/poll.ts';
import { aMessage, run, server } from '../support/contacts.ts';
import { GROUP, at, said, start } from '../support/one-group.ts';
import { pageAmid, pageTimes } from '../support/page-amid.ts';
import { runs } from '../support/runs.ts';

const [ME, OTHERS] = [7, [8, 9]];
const OPTIONS = ['a', 'b', 'c'];

const press = fc.record({
  user: fc.constantFrom(ME, ...OTHERS),
  choice: fc.subarray([0, 1, 2]),
  closes: fc.nat({ max: 12 }).map((one) => one === 0),
  /** The number of later presses before its frame is made, which reads the current state. */
  framedLate: fc.nat({ max: 3 }),
});

interface VoteState {
  readonly votes: ReadonlyMap<number, readonly number[]>;
  readonly closed: boolean;
}

/** Counts the votes from the choice of each user. */
function tallyOf({ votes, closed }: VoteState) {
  const all = [...votes.values()].filter((choice) => choice.length > 0);
  const counts = OPTIONS.map((_, at) => all.filter((choice) => choice.includes(at)).length);
  return { counts, voters: all.length, closed };
}

it('POLL-4: counts, voters and own choice are right in any order of frames and pages', () => {
  fc.assert(
    fc.property(fc.array(press, { maxLength: 12 }), pageTimes, (presses, times) => {
      const states: VoteState[] = [{ votes: new Map(), closed: false }];
      for (const { user, choice, closes } of presses) {
        const before = states.at(-1) as VoteState;
        const next = before.closed ? before.votes : new Map([...before.votes, [user, choice] as const]);
        states.push({ votes: next, closed: before.closed || closes });
      }
      const stateAt = (count: number): VoteState => states[Math.min(count, states.length - 1)] as VoteState;
      const mineAt = (count: number): readonly number[] => stateAt(count).votes.get(ME) ?? [];
      const poll = pollExtra({ options: OPTIONS, many: true, secret: true, lastsSec: null });
      const first = aMessage('m1', ME, { n: 1, msgId: msgId(1), extra: poll });
      const frames = presses.map(({ user, framedLate }, index): Input => {
        const read = index + 1 + framedLate;
        // Only a user who voted gets their choice, in its current state.
        const mine = user === ME ? mineAt(read) : null;
        const report = { ...tallyOf(stateAt(read)), at: index + 2, mine };
        const event = { type: 'pollChanged', conversation: GROUP, id: messageId('m1') } as const;
        return server({ ...event, ...report }, at(index + 2));
      });
      const rowAt = (read: number): Message => {
        const view = { ...tallyOf(stateAt(read)), at: read + 1, mine: mineAt(read), mineAt: read + 1 };
        return read === 0 ? first : { ...first, poll: view };
      };
      const { state } = run(start(), said(1, first), ...pageAmid(frames, times, rowAt));
      const shown = state.conversations.get(GROUP)?.chunks.flat()[0]?.poll;
      const end = tallyOf(stateAt(presses.length));
      expect({
        counts: shown?.counts ?? [0, 0, 0],
        voters: shown?.voters ?? 0,
        closed: shown?.closed ?? false,
      }).toEqual(end);
      expect(shown?.mine ?? []).toEqual(mineAt(presses.length));
      expect(state.contacts.get(GROUP)).toMatchObject({ unread: 0, mentions: 0 });
    }),
    { numRuns: runs(400) },
  );
});
