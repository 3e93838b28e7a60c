import type { Input } from '../../client/state/effects.ts';
import { eraseIn, eraseInputs, goneBy, isErasing } from '../../client/state/log-erase.ts';
import { lineOf } from '../../client/state/log.ts';
import type { State } from '../../client/state/state.ts';
import { stateFromJson, stateToJson } from '../../client/state/state-json.ts';
import { inputOf, type ScriptEventLine } from './line.ts';

/** The part of an event that may remove content. */
export function erasureIn(line: ScriptEventLine): Input | null {
  const input = inputOf(line);
  return input !== null && isErasing(input) ? input : null;
}

/** The lines without the removed content; unaffected lines stay the same objects. */
export function eraseFromLines(lines: readonly ScriptEventLine[], erasure: Input): ScriptEventLine[] {
  const inputs: Input[] = [];
  const states: State[] = [];
  for (const line of lines) {
    const input = inputOf(line);
    if (line.origin === 'state') states.push(stateFromJson(line.event));
    else if (input !== null) inputs.push(input);
  }
  const gone = goneBy(erasure, inputs, states);
  if (gone === null) return [...lines];
  return lines.map((line) => {
    if (line.origin === 'state') {
      const state = stateFromJson(line.event);
      const next = eraseIn(state, gone);
      return next === state ? line : { ...line, event: stateToJson(next) };
    }
    const input = inputOf(line);
    if (input === null) return line;
    const [entry] = eraseInputs([{ atMs: line.atMs, input }], gone);
    return entry === undefined || entry.input === input ? line : (lineOf(entry) as ScriptEventLine);
  });
}
