import type { CallView } from '../../../client/interface/calls.ts';
import { pathTo } from '../../paths/paths.ts';

/** The page of a call, by the family's query. */
export const callPath = (
  call: Pick<CallView, 'id' | 'video' | 'caller' | 'peer' | 'name' | 'avatar'>,
): string =>
  pathTo('call', {
    msg_id: call.id,
    type: call.video ? 1 : 0,
    status: call.caller ? 1 : 3,
    id: call.peer,
    name: call.name,
    avatar: call.avatar,
  });

/** How the page of an ended call closes: at once if the user ended it, after a delay, or once it was read. */
export function leavesPage({ end, caller }: CallView): 'atOnce' | 'soon' | 'read' {
  if (end === 'elsewhere' || end === 'cancelled' || (end === 'refused' && !caller)) return 'atOnce';
  return end === 'hungUp' ? 'soon' : 'read';
}

/**
 * True for an outgoing or accepted call whose page the user did not leave. It then shows how the call ended,
 * even if the end came before the page.
 */
export const endsOnPage = (call: CallView): boolean =>
  !call.minimised && call.end !== 'missed' && leavesPage(call) !== 'atOnce';
