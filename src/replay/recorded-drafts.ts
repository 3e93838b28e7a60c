import type { DraftKey } from '../domain/ids.ts';
import { chatOfDraft, type Preference } from '../domain/kept.ts';
import { EMPTY_DRAFT, type Draft } from '../domain/message.ts';
import { draftOf } from '../client/state/kept.ts';
import type { ScriptEventLine } from '../inspector/model/line.ts';
import type { Recorded } from '../inspector/model/session.ts';

interface DraftChange {
  readonly n: number;
  readonly draft: Draft;
}

/** Drafts as the server confirmed them: the state itself stores no text of them. */
export class RecordedDrafts {
  private readonly changes = new Map<string, DraftChange[]>();
  private read = 0;
  private readonly script: Recorded;

  constructor(script: Recorded) {
    this.script = script;
  }

  /** The draft of a chat after the first `n` events. */
  at(n: number, id: DraftKey): Draft {
    this.readOn();
    return this.changes.get(id)?.findLast((change) => change.n <= n)?.draft ?? EMPTY_DRAFT;
  }

  private readOn(): void {
    const { lines } = this.script;
    for (; this.read < lines.length; this.read += 1) {
      const line = lines[this.read];
      if (line !== undefined)
        for (const preference of preferencesIn(line)) this.note(preference, this.read + 1);
    }
  }

  private note(kept: Preference, n: number): void {
    const chat = chatOfDraft(kept.name);
    if (chat === null) return;
    const list = this.changes.get(chat) ?? [];
    list.push({ n, draft: draftOf(kept) });
    this.changes.set(chat, list);
  }
}

function preferencesIn(line: ScriptEventLine): readonly Preference[] {
  switch (line.origin) {
    case 'local':
      return line.event.type === 'keptLoaded' ? line.event.list : [];
    case 'live':
    case 'catchUp':
    case 'replay':
      return line.event.event.type === 'keptSet' ? [line.event.event.kept] : [];
    case 'machine':
    case 'screen':
    case 'state':
      return [];
  }
}
