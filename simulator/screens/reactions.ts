import { canonicalEmoji, shippedEmoji } from '../../src/domain/emoji-set.ts';
import { MESSAGE_TYPES } from '../../src/domain/message.ts';
import type { ReactionCount } from '../../src/domain/message.ts';
import { counted, gatherWaitMs, reactionRefusal, takesReactions } from '../../src/domain/reactions.ts';
import {
  addFault,
  countsUnder,
  OFFERED,
  standingUnder,
  waitsFor,
  waysToWrite,
} from '../oracle/screens/reactions.ts';
import type { EmojiPress } from '../oracle/screens/reactions.ts';
import type { Chance } from '../plan/random.ts';
import { differs, eachFact } from './screen-rule.ts';
import type { ScreenRule } from './screen-rule.ts';

const NO_EMOJI = ['', 'a', ':)', '👍👍', ' 👍', '\u{fe0f}', '1', '\u200d'];

function pressFaults(chance: Chance): readonly string[] {
  const presses: EmojiPress[] = [];
  let counts: readonly ReactionCount[] = [];
  for (let left = chance.whole(0, 8); left > 0; left -= 1) {
    const press = { by: chance.whole(1, 3), emoji: chance.pick(['a', 'b', 'c']) };
    const isThere = standingUnder(presses).get(press.emoji)?.includes(press.by) ?? false;
    counts = counted(counts, press.emoji, isThere ? -1 : 1);
    presses.push(press);
  }
  const gone = counted(counts, 'nowhere', -1);
  return [...differs(presses, counts, countsUnder(presses)), ...differs(presses, gone, counts)];
}

function refusalFaults(chance: Chance): readonly string[] {
  const all = Array.from({ length: chance.pick([0, 1, 2, 3, 4, 18, 19, 20, 21]) }, (_, at) => `e${at}`);
  const mine = all.slice(0, chance.whole(0, 4));
  const emoji = chance.pick(['e0', 'e1', 'e2', 'e3', 'e18', 'new']);
  const [members, sinceMs] = [chance.pick([0, 1, 19, 20, 21]), chance.pick([0, 1, 249, 250, 251, 9_999])];
  const counts = all.map((one): ReactionCount => [one, 1]);
  const message = { type: chance.pick(MESSAGE_TYPES), recalled: chance.happens(0.3) };
  const isSaid = !['event', 'webrtc'].includes(message.type);
  return [
    ...differs({ mine, all, emoji }, reactionRefusal(mine, counts, emoji) ?? '', addFault(mine, all, emoji)),
    ...differs({ members, sinceMs }, gatherWaitMs(members, sinceMs), waitsFor(members, sinceMs)),
    ...differs(message, takesReactions(message), isSaid && !message.recalled),
  ];
}

function emojiFaults(chance: Chance): readonly string[] {
  const offered = chance.pick(OFFERED);
  const ways = waysToWrite(offered);
  const none = chance.pick(NO_EMOJI);
  const any = chance.pick(shippedEmoji());
  const bare = Array.from(any).filter((one) => one !== '\u{fe0f}');
  return [
    ...differs(
      ways,
      ways.map(canonicalEmoji),
      ways.map(() => ways[0]),
    ),
    ...differs(
      any,
      [canonicalEmoji(any), canonicalEmoji(bare.join('')), canonicalEmoji(bare.join('\u{fe0f}'))],
      [any, any, any],
    ),
    ...differs(none, canonicalEmoji(none), null),
  ];
}

/** Reactions of a message, and the allowed emoji (REACT-1, REACT-2, REACT-6). */
export const reactionsRule: ScreenRule = {
  name: 'reactions',
  faults: (chance) =>
    eachFact(() => [...pressFaults(chance), ...refusalFaults(chance), ...emojiFaults(chance)]),
};
