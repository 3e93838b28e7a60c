import type { ServerEvent } from '../../domain/events.ts';
import { eraseIn, eraseInputs } from '../../client/store/log-erase.ts';
import { lineOf } from '../../client/store/log.ts';
import { stateFromJson, stateToJson, type StateJson } from '../../client/store/state-json.ts';
import { inputOf, type EventLine } from './line.ts';

type Erasure = Extract<ServerEvent, { type: 'messageRecalled' | 'messageDeleted' }>;

/** A recall or deletion that is in the line. */
export function erasureIn(line: EventLine): Erasure | null {
  if (line.origin === 'state' || line.origin === 'machine' || line.origin === 'local') return null;
  const { event } = line.event;
  return event.type === 'messageRecalled' || event.type === 'messageDeleted' ? event : null;
}

/** The lines without the words of that message; those that never had them stay the same objects. */
export function eraseFromLines(lines: readonly EventLine[], erasure: Erasure): EventLine[] {
  return lines.map((line) => {
    if (line.origin === 'state') return holds(line.event, erasure) ? { ...line, event: stateToJson(eraseIn(stateFromJson(line.event), erasure)) } : line;
    const input = inputOf(line);
    if (input === null) return line;
    const [entry] = eraseInputs([{ atMs: line.atMs, input }], erasure);
    return entry === undefined || entry.input === input ? line : (lineOf(entry) as EventLine);
  });
}

const holds = (state: StateJson, { id }: Erasure): boolean =>
  state.contacts.some((contact) => contact.last?.id === id) ||
  state.conversations.some((window) => window.chunks.some((chunk) => chunk.some((message) => message.id === id)));
