import type { CallView } from '../client/interface/calls.ts';
import { PATHS, pathTo } from '../app/paths/paths.ts';
import { callPath } from '../app/screens/calls/call-path.ts';
import type { ReplayPoint } from '../inspector/model/session.ts';

/** The address of the page at an event: as recorded, or the page that the state implies. */
export function pathAt({ screen, state }: ReplayPoint, call: CallView | null): string {
  if (screen !== null && screen.path.startsWith('/')) return screen.path;
  if (call !== null && call.stage !== 'ringing') return callPath(call);
  return state.open === null ? PATHS.home : pathTo('chat', { id: state.open });
}
