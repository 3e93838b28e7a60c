import type { CallView } from '../client/interface/calls.ts';
import { PATHS, pathTo } from '../app/paths/paths.ts';
import { callPath } from '../app/screens/calls/call-path.ts';
import type { ScriptEventLine } from '../inspector/model/line.ts';
import type { Recorded, ReplayPoint } from '../inspector/model/session.ts';

/** The address of the page at an event: as recorded, or the page that the state implies. */
export function pathAt({ screen, state }: ReplayPoint, call: CallView | null): string {
  if (screen !== null && screen.path.startsWith('/')) return screen.path;
  if (call !== null && call.stage !== 'ringing') return callPath(call);
  return state.open === null ? PATHS.home : pathTo('chat', { id: state.open });
}

/** The event, at or before `n`, since which the same page is shown. */
export function openedBefore(script: Recorded, n: number): number {
  const paths = pages.get(script) ?? new Map<number, string>();
  pages.set(script, paths);
  const page = (at: number): string => {
    const path = paths.get(at);
    if (path !== undefined) return path;
    const { screen, state } = script.at(at);
    const name = `${screen?.path ?? ''} ${state.open ?? ''}`;
    paths.set(at, name);
    return name;
  };
  const now = page(n);
  // Most events change no page: only those that may are compared.
  for (let at = n; at > 0; at -= 1) if (mayOpen(script.lines[at - 1]) && page(at - 1) !== now) return at;
  return 0;
}

/** Pages by event, because an earlier state is computed from the last stored one. */
const pages = new WeakMap<Recorded, Map<number, string>>();

const OPENS: ReadonlySet<string> = new Set(['chatOpened', 'chatClosed', 'signedOut', 'restored']);

const mayOpen = (line: ScriptEventLine | undefined): boolean =>
  line?.origin === 'screen' ||
  line?.origin === 'state' ||
  (line?.origin === 'local' && OPENS.has(line.event.type));
