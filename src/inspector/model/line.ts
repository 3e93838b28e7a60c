import type { MachineStep } from '../../client/state/machine-step.ts';
import type { Input } from '../../client/state/effects.ts';
import type { ScriptLine } from '../../client/state/log.ts';

/** Lines that can be stepped through: all of a script but its header. */
export type ScriptEventLine = Exclude<ScriptLine, { readonly origin: 'script' }>;
export type LineOrigin = ScriptEventLine['origin'];

export const ORIGINS: readonly LineOrigin[] = [
  'live',
  'catchUp',
  'replay',
  'local',
  'machine',
  'screen',
  'state',
];

/** The reducer's input of a line; null for a state, a machine's step and a shown page. */
export function inputOf(line: ScriptEventLine): Input | null {
  if (line.origin === 'state' || line.origin === 'machine' || line.origin === 'screen') return null;
  if (line.origin === 'local') return { kind: 'local', event: line.event };
  return { kind: 'server', framed: line.event, origin: line.origin };
}

/** The event's own name. */
export function typeOf(line: ScriptEventLine): string {
  switch (line.origin) {
    case 'state':
      return 'start';
    case 'screen':
      return 'shown';
    case 'machine':
      return line.event.event === null
        ? 'started'
        : eventName(String(line.event.event['type']), line.event.machine);
    case 'local':
      return line.event.type;
    case 'live':
    case 'catchUp':
    case 'replay':
      return line.event.event.type;
  }
}

/** The library calls a timer `xstate.after.NAME.STATE`. */
const eventName = (type: string, machine: string): string => {
  const timer = type.startsWith('xstate.after.') ? type.slice('xstate.after.'.length) : null;
  return timer === null ? type : `after ${timer.split(`.${machine}.`)[0]}`;
};

/** The details of a log row, after the type. */
export function detailOf(line: ScriptEventLine): string {
  switch (line.origin) {
    case 'state':
      return `${line.event.contacts.length} contacts`;
    case 'screen':
      return line.event.path;
    case 'machine':
      return `${line.event.actor} → ${stateText(line.event.value)}`;
    case 'local':
      return facts(line.event);
    case 'live':
    case 'catchUp':
    case 'replay': {
      const { place, event } = line.event;
      return [place === null ? '' : `${place.stream}#${place.seq}`, facts(event)]
        .filter((part) => part !== '')
        .join(' ');
    }
  }
}

/** `{open: {link: 'bound'}}` as `open.link.bound`. */
export function stateText(value: MachineStep['value']): string {
  if (typeof value === 'string') return value;
  const parts = Object.entries(value).map(([key, inner]) => {
    const below = inner === undefined ? '' : stateText(inner);
    return below === '' ? key : `${key}.${below}`;
  });
  return parts.join(' + ');
}

/** Ids, names and short texts of an event, without its structure. */
function facts(event: object): string {
  const parts: string[] = [];
  for (const [key, value] of Object.entries(event)) {
    if (key === 'type') continue;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      parts.push(`${key} ${short(String(value))}`);
    else if (Array.isArray(value)) parts.push(`${key} ×${value.length}`);
    else if (key === 'message' && isMessage(value)) parts.push(`“${short(value.content)}”`);
    else if (key === 'connection' && typeof value === 'object' && value !== null && 'name' in value)
      parts.push(String(value.name));
  }
  return parts.join(' · ');
}

const isMessage = (value: unknown): value is { readonly content: string } =>
  typeof value === 'object' && value !== null && 'content' in value && typeof value.content === 'string';

const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
