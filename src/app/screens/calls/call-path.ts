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

/**
 * How the page of an ended call goes: at once where the person has done it, by itself, or when it was read.
 */
export function leavesPage({ end, caller }: CallView): 'atOnce' | 'soon' | 'read' {
  if (end === 'elsewhere' || end === 'cancelled' || (end === 'refused' && !caller)) return 'atOnce';
  return end === 'hungUp' ? 'soon' : 'read';
}

/**
 * It was one's own or was answered, and nobody has left it: its page says how it ended, even when that came
 * before the page did.
 */
export const endsOnPage = (call: CallView): boolean =>
  !call.minimised && call.end !== 'missed' && leavesPage(call) !== 'atOnce';
