import { chatOfDraft } from '../../domain/kept.ts';
import type { Kept } from '../../domain/kept.ts';
import type { Input } from './effects.ts';

/** The name of the draft that an input replaces; null: it replaces none. */
export function draftReplacedBy(input: Input): string | null {
  if (input.kind === 'local' || input.framed.event.type !== 'keptSet') return null;
  const { name } = input.framed.event.kept;
  return chatOfDraft(name) === null ? null : name;
}

/**
 * Removes the former text of a draft: it may be a message by now, which may be recalled one day (STREAM-4).
 */
export function withoutDraft(input: Input, name: string): Input {
  const emptied = (kept: Kept): Kept =>
    kept.name === name && kept.value !== null ? { ...kept, value: null } : kept;
  if (input.kind === 'server') {
    const { event } = input.framed;
    if (event.type !== 'keptSet') return input;
    const kept = emptied(event.kept);
    return kept === event.kept ? input : { ...input, framed: { ...input.framed, event: { ...event, kept } } };
  }
  const { event } = input;
  if (event.type !== 'keptLoaded' || !event.list.some((kept) => emptied(kept) !== kept)) return input;
  return { ...input, event: { ...event, list: event.list.map(emptied) } };
}
