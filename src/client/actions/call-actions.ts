import { NOT_LOADED } from '../connection/answers.ts';
import type { Answer } from '../interface/answer.ts';
import type { CallActions } from '../interface/calls.ts';
import type { GroupCallActions } from '../interface/group-calls.ts';
import { tellNotLoaded } from '../kernel/lazy.ts';
import type { ActionParts } from './parts.ts';

type Buttons = CallActions & GroupCallActions;

/** Buttons of calls while their code is not loaded: the first call loads it (CALL-34, GCALL-15). */
export function callButtons({ calls, notices }: ActionParts): Buttons {
  const now = () => calls.buttons.now()?.actions;
  const ask = <T>(what: (actions: Buttons) => Answer<T>): Answer<T> =>
    calls.buttons.ask(
      ({ actions }) => what(actions),
      () => (tellNotLoaded((notice) => notices.raise(notice)), NOT_LOADED),
      () => NOT_LOADED,
    );
  return {
    startCall: (to, how) => ask((actions) => actions.startCall(to, how)),
    joinGroupCall: (group, how) => ask((actions) => actions.joinGroupCall(group, how)),
    moveCall: async (group) => (await now()?.moveCall(group)) ?? NOT_LOADED,
    mediaChoices: async () => (await calls.buttons.get()).actions.mediaChoices(),
    // The remaining ones need a call, which cannot exist before its code is loaded.
    answerCall: (how) => now()?.answerCall(how),
    hangUp: () => now()?.hangUp(),
    setMicrophone: (on) => now()?.setMicrophone(on),
    setCamera: async (on) => (await now()?.setCamera(on)) ?? NOT_LOADED,
    switchCamera: async (id) => (await now()?.switchCamera(id)) ?? NOT_LOADED,
    switchMicrophone: async (id) => (await now()?.switchMicrophone(id)) ?? NOT_LOADED,
    quietNoise: async (on) => (await now()?.quietNoise(on)) ?? NOT_LOADED,
    shareScreen: async (on) => (await now()?.shareScreen(on)) ?? NOT_LOADED,
    minimiseCall: (on) => now()?.minimiseCall(on),
    closeCall: () => now()?.closeCall(),
    returnToGroupCall: () => now()?.returnToGroupCall(),
    leaveGroupCall: () => now()?.leaveGroupCall(),
    closeGroupCall: () => now()?.closeGroupCall(),
    minimiseGroupCall: (on) => now()?.minimiseGroupCall(on),
    reactInCall: async (emoji) => (await now()?.reactInCall(emoji)) ?? NOT_LOADED,
    raiseHand: (on) => now()?.raiseHand(on),
    setVolume: (device, volume) => now()?.setVolume(device, volume),
    requestMute: async (device) => (await now()?.requestMute(device)) ?? NOT_LOADED,
    removeFromGroupCall: async (user) => (await now()?.removeFromGroupCall(user)) ?? NOT_LOADED,
  };
}
