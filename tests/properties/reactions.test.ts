import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Input } from '../../src/client/state/effects.ts';
import { contactId, messageId, msgId, userId } from '../../src/domain/ids.ts';
import type { Message, ReactionCount } from '../../src/domain/message.ts';
import {
  aMessage,
  aPosition,
  facts,
  local,
  place,
  postedEvent,
  run,
  server,
  signedIn,
} from '../support/contacts.ts';
import { runs } from '../support/runs.ts';

const GROUP = contactId('group-3');
const [ME, OTHERS] = [7, [8, 9]];
const EMOJI = ['a', 'b', 'c'];

const press = fc.record({
  user: fc.constantFrom(ME, ...OTHERS),
  emoji: fc.constantFrom(...EMOJI),
  /** After how many further presses its frame is made, which reads what stands there then. */
  framedLate: fc.nat({ max: 3 }),
});
/** A page is read after so many presses, and comes after so many frames. */
const page = fc.record({ readAfter: fc.nat({ max: 12 }), comesAfter: fc.nat({ max: 14 }) });

type Standing = ReadonlyMap<number, readonly string[]>;

/** Counted anew from who put what there, in the order of the presses. */
function countsOf(all: Standing): readonly ReactionCount[] {
  return EMOJI.flatMap((emoji): readonly ReactionCount[] => {
    const count = [...all.values()].filter((chosen) => chosen.includes(emoji)).length;
    return count > 0 ? [[emoji, count]] : [];
  });
}

it('REACT-4: counts and own emoji are right in whatever order frames and pages come', () => {
  fc.assert(
    fc.property(fc.array(press, { maxLength: 12 }), page, (presses, { readAfter, comesAfter }) => {
      const states: Standing[] = [new Map()];
      for (const { user, emoji } of presses) {
        const before = states.at(-1) ?? new Map();
        const mine = before.get(user) ?? [];
        const next = mine.includes(emoji) ? mine.filter((one: string) => one !== emoji) : [...mine, emoji];
        states.push(new Map([...before, [user, next]]));
      }
      const at = (presses: number): Standing => states[Math.min(presses, states.length - 1)] ?? new Map();
      const said = aMessage('m1', ME, { n: 1, msgId: msgId(1) });
      const frames = presses.map(({ user, framedLate }, index): Input => {
        const now = at(index + 1 + framedLate);
        const chosen = [[userId(user), now.get(user) ?? []]] as const;
        const event = { conversation: GROUP, id: messageId('m1'), n: 1, author: userId(ME) } as const;
        const told = { counts: countsOf(now), chosen, at: index + 2, added: null } as const;
        return server({ type: 'messageReacted', ...event, ...told }, place('group-3', index + 2));
      });
      const read = Math.min(readAfter, presses.length);
      const mine = at(read).get(ME) ?? [];
      const seen = { at: read + 1, counts: countsOf(at(read)), mine, mineAt: read + 1 };
      const row: Message = read === 0 ? said : { ...said, reactions: seen };
      const loaded = { type: 'pageLoaded', conversation: GROUP, which: 'first', complete: true } as const;
      // It comes after it was read; what is told meanwhile is applied at once.
      const comes = Math.max(read, Math.min(comesAfter, presses.length));
      const inputs: readonly Input[] = [
        server(postedEvent(GROUP, said), place('group-3', 1)),
        ...frames.slice(0, Math.min(read, comesAfter)),
        local({ type: 'pageRequested', conversation: GROUP, which: 'first' }),
        ...frames.slice(Math.min(read, comesAfter), comes),
        local({ ...loaded, messages: [row], reachesEnd: true }),
        ...frames.slice(comes),
      ];
      const start = signedIn([facts(GROUP, { position: aPosition('group-3', {}) })]);
      const { state } = run(start, ...inputs);
      const shown = state.conversations.get(GROUP)?.chunks.flat()[0]?.reactions;
      expect(shown?.counts ?? []).toEqual(countsOf(at(presses.length)));
      expect(shown?.mine ?? []).toEqual(at(presses.length).get(ME) ?? []);
      expect(state.contacts.get(GROUP)).toMatchObject({ unread: 0, mentions: 0 });
    }),
    { numRuns: runs(400) },
  );
});
