import type { Notice } from '../client/interface/client.ts';
import { reduce } from '../client/state/reduce.ts';
import type { State } from '../client/state/state.ts';
import { inputOf, type ScriptEventLine } from '../inspector/model/line.ts';

/** Short messages that an event showed. Sounds and system notifications of the past stay silent. */
export function noticesOf(before: State, line: ScriptEventLine): readonly Notice[] {
  const input = inputOf(line);
  if (input === null) return [];
  return reduce(before, input).effects.flatMap((effect): readonly Notice[] =>
    effect.type === 'chatGone'
      ? [
          {
            kind: 'chatGone',
            id: effect.conversation,
            why: effect.why,
            name: effect.name,
            mine: effect.mine && effect.wasOpen,
          },
        ]
      : [],
  );
}
