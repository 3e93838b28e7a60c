import { NOT_LOADED } from '../connection/answers.ts';
import type { Answer } from '../interface/answer.ts';
import type { GroupCallActions } from '../interface/group-calls.ts';
import type { ActionParts } from './parts.ts';

/** Actions of group calls; their code loads with the first (GCALL-15). */
export function groupCallActions({ calls }: ActionParts): GroupCallActions {
  const ask = async (what: (actions: GroupCallActions) => Answer): Answer => {
    const actions = await calls.groupActions();
    return actions === null ? NOT_LOADED : what(actions);
  };
  const tell = async (what: (actions: GroupCallActions) => void): Promise<void> => {
    const actions = await calls.groupActions();
    if (actions !== null) what(actions);
  };
  return {
    joinGroupCall: (group, how) => ask((actions) => actions.joinGroupCall(group, how)),
    returnToGroupCall: () => void tell((actions) => actions.returnToGroupCall()),
    leaveGroupCall: () => void tell((actions) => actions.leaveGroupCall()),
    closeGroupCall: () => void tell((actions) => actions.closeGroupCall()),
    minimiseGroupCall: (on) => void tell((actions) => actions.minimiseGroupCall(on)),
    raiseHand: (on) => void tell((actions) => actions.raiseHand(on)),
    setVolume: (device, volume) => void tell((actions) => actions.setVolume(device, volume)),
    requestMute: (device) => ask((actions) => actions.requestMute(device)),
    removeFromGroupCall: (user) => ask((actions) => actions.removeFromGroupCall(user)),
  };
}
