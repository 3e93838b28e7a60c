import type { State } from '../../src/client/state/state.ts';
import { EMPTY } from '../../src/client/state/empty.ts';
import { totalsOf } from '../../src/client/state/totals.ts';
import { stateFromJson } from '../../src/client/state/state-json.ts';
import { createStore } from '../../src/client/state/create-store.ts';
import { streamsAtOnce } from '../../src/client/state/stream-code.ts';
import type { LocalEvent } from '../../src/client/state/local-event.ts';
import type { FramedEvent } from '../../src/domain/events.ts';
import { toPlain } from '../../src/domain/markup.ts';
import type { RawScriptLine } from './script-file.ts';
import { scriptedCalls } from './scripted-calls.ts';
import { createVirtualClock } from '../time/virtual-clock.ts';

/** The result of a script of server frames. */
export interface ScriptResult {
  readonly frames: number;
  readonly checks: number;
  /** Facts that were not as the script expects. */
  readonly problems: readonly string[];
  readonly story: readonly string[];
  readonly state: State;
}

/**
 * Replays a script into one client core at its times. Lines: `frame` (as on the wire), `local` (an event
 * of the client itself), `user`, `media` and `answers` (see `scripted-calls.ts`), `expect` (facts by name:
 * see `factOf`). No World, no network, no server.
 */
export async function runServerScript(lines: readonly RawScriptLine[]): Promise<ScriptResult> {
  const clock = createVirtualClock({ startMs: 0 });
  // A session recorded in the app begins with its state; the events include the machines' actions.
  const recorded = lines.find((line) => line.origin === 'state');
  const unread: unknown[] = [];
  const effects: string[] = [];
  const store = createStore(
    {
      streams: streamsAtOnce,
      clock,
      log: { write: (_level, what, facts) => void unread.push({ what, ...facts }) },
      schedule: (task) => task(),
    },
    recorded ? stateFromJson(recorded.event as never) : EMPTY,
  );
  // A recorded session already contains the actions of its machines.
  const calls = recorded ? null : scriptedCalls(store, clock);
  const subscription = store.effects$.subscribe((effect) => effects.push(effect.type));
  const problems: string[] = [];
  const story: string[] = [];
  let [frames, checks] = [0, 0];
  for (const [at, { atMs, origin, event }] of lines.entries()) {
    await clock.advance(Math.max(0, atMs - clock.elapsedMs()));
    story.push(`${String(atMs).padStart(7)} ${origin.padEnd(6)} ${JSON.stringify(event).slice(0, 160)}`);
    if (origin === 'frame') {
      frames += 1;
      store.frame(JSON.stringify(event));
    } else if (origin === 'local') store.dispatch(event as unknown as LocalEvent);
    else if (origin === 'bad') store.frame(String(event['text']));
    else if (origin === 'live' || origin === 'catchUp' || origin === 'replay') {
      frames += 1;
      store.framed(event as unknown as FramedEvent, origin);
    } else if (origin === 'user') calls?.user(event);
    else if (origin === 'media') calls?.media(event);
    else if (origin === 'answers') calls?.answers(event);
    else if (origin === 'expect') {
      await clock.settle();
      for (const [name, expected] of Object.entries(event)) {
        checks += 1;
        const actual =
          calls?.fact(name) ?? factOf(store.get(), name, { effects, unread, holes: store.holes() });
        if (JSON.stringify(actual) !== JSON.stringify(expected))
          problems.push(
            `line ${at + 1}: ${name} is ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`,
          );
      }
      effects.length = 0;
      calls?.beginQuestion();
    } else if (!['state', 'script', 'machine', 'screen', 'expected'].includes(origin))
      problems.push(`line ${at + 1}: nobody knows the origin "${origin}"`);
    const { totals, contacts } = store.get();
    checks += 1;
    if (JSON.stringify(totals) !== JSON.stringify(totalsOf(contacts, totals.system)))
      problems.push(`line ${at + 1}: the totals are not what a recount says`);
  }
  subscription.unsubscribe();
  calls?.stop();
  store.stop();
  if (clock.pending() > 0) problems.push(`${clock.pending()} timers are left`);
  return { frames, checks, problems, story, state: store.get() };
}

interface Around {
  readonly effects: readonly string[];
  readonly unread: readonly unknown[];
  readonly holes: Readonly<Record<string, number>>;
}

/**
 * `totals.unread`, `contact 9 unread`, `contact 9 last.content`, `window 9`, `order`, `holes`, `effects`,
 * `errors`, or any path of the state.
 */
function factOf(state: State, name: string, { effects, unread, holes }: Around): unknown {
  if (name === 'effects') return [...new Set(effects)].toSorted();
  if (name === 'errors') return unread.length;
  if (name === 'holes') return holes;
  if (name === 'order') return [...state.contacts].map((one) => one.id);
  const [kind = '', id = '', path = ''] = name.split(' ');
  if (kind === 'contact')
    return path === '' ? state.contacts.has(id as never) : valueAt(state.contacts.get(id as never), path);
  if (kind === 'window')
    return (state.conversations.get(id as never)?.chunks.flat() ?? []).map(
      (one) => `${one.recalled ? '(recalled) ' : ''}${toPlain(one.content)}`,
    );
  return valueAt(state, name);
}

function valueAt(from: unknown, path: string): unknown {
  let at: unknown = from;
  for (const part of path.split('.')) {
    if (at instanceof Map) at = at.get(part);
    else if (typeof at === 'object' && at !== null) at = (at as Readonly<Record<string, unknown>>)[part];
    else return null;
  }
  return at ?? null;
}
