import type { GlobalConfig } from '../../domain/config.ts';
import { replay } from '../state/log.ts';
import { stateFromJson, stateToJson, type StateJson } from '../state/state-json.ts';
import { exportScript, type RecordedLine } from './mask.ts';

/** Largest file of a report, in characters; the inspector and mail programs take it. */
export const REPORT_MAX = 2_000_000;
const CONTACTS_KEPT = 100;
const MESSAGES_KEPT = 50;

/** A recording of the last minutes as a file, and what is in it. */
export interface ProblemReport {
  readonly text: string;
  readonly events: number;
  readonly chats: number;
  readonly messages: number;
  readonly sinceMs: number;
  readonly untilMs: number;
  /** Older events or chats were left out, so that the file stays small. */
  readonly isCut: boolean;
}

/** Null: nothing was recorded yet. */
export function makeReport(lines: readonly RecordedLine[], masked: boolean): ProblemReport | null {
  let included: readonly RecordedLine[] = lines.map(withoutSecrets);
  let isCut = false;
  for (;;) {
    const text = exportScript(included, { masked });
    if (text.length <= REPORT_MAX) return reportOf(included, text, isCut);
    const shorter = shorten(included);
    if (shorter === null) return null;
    [included, isCut] = [shorter, true];
  }
}

/** Credentials of the call servers are in no report, masked or not. */
function withoutSecrets(line: RecordedLine): RecordedLine {
  if (line.origin === 'state') return { ...line, event: { ...line.event, config: open(line.event.config) } };
  if (line.origin !== 'local' || line.event.type !== 'configLoaded') return line;
  return { ...line, event: { ...line.event, config: open(line.event.config) } };
}

const open = (config: GlobalConfig): GlobalConfig => ({
  ...config,
  chatInfo: { ...config.chatInfo, stunUser: '', stunPass: '' },
});

function reportOf(lines: readonly RecordedLine[], text: string, isCut: boolean): ProblemReport | null {
  const [first] = lines;
  if (first?.origin !== 'state') return null;
  const { contacts, conversations } = first.event;
  return {
    text,
    events: lines.length - 1,
    chats: contacts.length,
    messages: conversations.reduce((sum, { chunks }) => sum + chunks.flat().length, 0),
    sinceMs: first.atMs,
    untilMs: lines.at(-1)?.atMs ?? first.atMs,
    isCut,
  };
}

/** First the chats that nobody looks at, then the older half of the events. Null: nothing is left to cut. */
function shorten(lines: readonly RecordedLine[]): readonly RecordedLine[] | null {
  const [first, ...events] = lines;
  if (first?.origin !== 'state') return null;
  const small = smallState(first.event);
  if (small !== null) return [{ ...first, event: small }, ...events];
  if (events.length < 2) return null;
  const half = Math.ceil(events.length / 2);
  const later = events.slice(half);
  const event = stateToJson(replay([first, ...events.slice(0, half)]));
  return [
    { atMs: later[0]?.atMs ?? first.atMs, origin: 'state', event: smallState(event) ?? event },
    ...later,
  ];
}

function smallState(state: StateJson): StateJson | null {
  const contacts = state.contacts.slice(0, CONTACTS_KEPT);
  const conversations = state.conversations
    .filter(({ id }) => id === state.open)
    .map((one) => ({ ...one, chunks: [one.chunks.flat().slice(-MESSAGES_KEPT)], complete: false }));
  const isSmall =
    contacts.length === state.contacts.length && conversations.length === state.conversations.length;
  if (isSmall && state.conversations.every(({ chunks }) => chunks.flat().length <= MESSAGES_KEPT))
    return null;
  const sized = conversations.map((one) => ({ ...one, size: one.chunks.flat().length }));
  return stateToJson(stateFromJson({ ...state, contacts, conversations: sized, profiles: [] }));
}
