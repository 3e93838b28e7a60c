import { callRefusalOf } from '../client/call/refusal.ts';
import type { CallView } from '../client/interface/calls.ts';
import type { Actions, Client, Notice, SessionState } from '../client/interface/client.ts';
import type { UploadView } from '../client/interface/files.ts';
import { draftOf } from '../client/state/kept.ts';
import type { DraftKey } from '../domain/ids.ts';
import { type Preference, chatOfDraft } from '../domain/kept.ts';
import { type Draft, EMPTY_DRAFT } from '../domain/message.ts';
import type { ScriptEventLine } from '../inspector/model/line.ts';
import type { NumberedLine } from '../inspector/model/script-reader.ts';
import type { Recorded, ReplayPoint } from '../inspector/model/session.ts';
import { callAt } from './call-at.ts';
import { noticesOf } from './recorded-notices.ts';

interface DraftChange {
  readonly n: number;
  readonly draft: Draft;
}

/** Drafts as the server confirmed them: the state itself stores no text of them. */
class RecordedDrafts {
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

  private note(preference: Preference, n: number): void {
    const chat = chatOfDraft(preference.name);
    if (chat === null) return;
    const list = this.changes.get(chat) ?? [];
    list.push({ n, draft: draftOf(preference) });
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

/** A client that only shows a recorded script: no driver, no network, no storage (INSP-10). */
export interface ReplayClient extends Client {
  /** Shows the state after the first `n` events. */
  show(n: number): void;
  /** The event shown. */
  currentEvent(): number;
  /** Adds events of a running app; the event shown stays. */
  append(lines: readonly NumberedLine[]): void;
}

const NO_UPLOADS: readonly UploadView[] = [];
const NO_END = (): void => undefined;
/** The promise of an action that does nothing. */
const NEVER = new Promise<never>(() => undefined);

export function replayClient(script: Recorded, at = script.length): ReplayClient {
  const drafts = new RecordedDrafts(script);
  const [onChange, onNotice] = [listeners<void>(), listeners<Notice>()];
  let n = at;
  let { state } = script.at(n);
  let call = callAt(script, n);
  let session = sessionAt(script.at(n), n);
  const show = (next: number): void => {
    const isNextEvent = next === n + 1;
    const before = state;
    n = Math.max(0, Math.min(next, script.length));
    ({ state } = script.at(n));
    call = sameCall(call, callAt(script, n));
    session = sameSession(session, sessionAt(script.at(n), n));
    onChange.tell();
    const line = script.lines[n - 1];
    if (isNextEvent && line !== undefined)
      for (const notice of noticesOf(before, line)) onNotice.tell(notice);
  };
  return {
    store: { get: () => state, subscribe: onChange.add },
    session: { get: () => session, subscribe: onChange.add },
    notices: { subscribe: onNotice.add },
    uploads: { get: () => NO_UPLOADS, subscribe: () => NO_END },
    calls: {
      get: () => call,
      subscribe: onChange.add,
      mayCall: (id) =>
        callRefusalOf(state, id, { supported: true, busy: call !== null && call.end === null }),
    },
    groupCalls: { get: () => null, subscribe: () => NO_END, mayJoin: () => 'off' },
    alive: { subscribe: () => NO_END },
    actions: inertActions({ draft: (id) => drafts.at(n, id) }),
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
    show,
    currentEvent: () => n,
    append: (lines) => void script.append(lines),
  };
}

/** Every action exists and changes nothing: its answer never arrives, as for an app without a network. */
function inertActions(own: Pick<Actions, 'draft'>): Actions {
  const actions: Partial<Actions> = {
    ...own,
    unsent: () => 0,
    sendFile: () => ({ ok: false, reason: { kind: 'transport', why: 'offline' } }),
  };
  return new Proxy(actions as Actions, {
    get: (all, name: keyof Actions) => all[name] ?? (() => NEVER),
  });
}

/** As its machine reported. A script without it may begin after the sign-in, or hold no user at all. */
function sessionAt({ state, machines }: ReplayPoint, n: number): SessionState {
  if (n === 0) return { name: 'starting' };
  const step = [...machines.values()].findLast(({ machine }) => machine === 'session');
  switch (step?.value) {
    case 'starting':
    case 'signedOut':
    case 'signingIn':
    case 'signedIn':
      return { name: step.value };
    case 'expired':
    case 'kicked':
      return { name: 'ended', why: step.value };
    default:
      return { name: state.self !== null || state.contacts.size > 0 ? 'signedIn' : 'signedOut' };
  }
}

const sameSession = (was: SessionState, now: SessionState): SessionState =>
  was.name === now.name ? was : now;

/** Components compare calls by identity. */
const sameCall = (was: CallView | null, now: CallView | null): CallView | null =>
  was !== null && now !== null && JSON.stringify(was) === JSON.stringify(now) ? was : now;

function listeners<T>() {
  const all = new Set<(value: T) => void>();
  return {
    add: (listener: (value: T) => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    tell: (value: T) => {
      for (const listener of all) listener(value);
    },
  };
}
