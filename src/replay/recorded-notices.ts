import type { Notice } from '../client/interface/client.ts';
import { type GoneChat, removalText, withGone } from '../app/platform/gone-chats.ts';
import { reduce } from '../client/state/reduce.ts';
import type { State } from '../client/state/state.ts';
import { inputOf, type ScriptEventLine } from '../inspector/model/line.ts';
import type { Recorded } from '../inspector/model/session.ts';

/** Short messages that an event showed. Sounds and system notifications of the past stay silent. */
export function noticesOf(before: State, line: ScriptEventLine): readonly Notice[] {
  const input = inputOf(line);
  if (input === null) return [];
  return reduce(before, input).effects.flatMap((effect): readonly Notice[] =>
    effect.type === 'chatGone' && (effect.wasOpen || !effect.mine)
      ? [
          {
            kind: 'chatGone',
            id: effect.conversation,
            why: effect.why,
            name: effect.name,
            mine: effect.mine,
          },
        ]
      : [],
  );
}

/** Chats that another user ended: the app shows them above the list, from a setting of the device (UI-97). */
export class RecordedGone {
  private readonly ends: { readonly n: number; readonly chat: GoneChat }[] = [];
  private read = 0;
  private readonly script: Recorded;

  constructor(script: Recorded) {
    this.script = script;
  }

  /** The setting after the first `n` events. */
  at(n: number): string | null {
    for (; this.read < Math.min(n, this.script.length); this.read += 1) this.note(this.read);
    const chats = this.ends.flatMap((end) => (end.n <= n ? [end.chat] : []));
    return removalText(chats.reduce(withGone, []));
  }

  private note(at: number): void {
    const line = this.script.lines[at];
    if (line === undefined || !OURS.has(line.origin)) return;
    const { state } = this.script.at(at);
    for (const notice of noticesOf(state, line))
      if (notice.kind === 'chatGone' && !notice.mine && notice.name !== '')
        this.ends.push({ n: at + 1, chat: notice });
  }
}

const OURS: ReadonlySet<string> = new Set(['live', 'catchUp', 'replay', 'local']);
