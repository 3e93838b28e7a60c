import type { CallActions, CallRefusal, Calls, CallView } from '../../src/client/interface/calls.ts';
import type {
  GroupCallActions,
  GroupCallRefusal,
  GroupCalls,
  GroupCallView,
} from '../../src/client/interface/group-calls.ts';
import { contactId, messageId, userId } from '../../src/domain/ids.ts';
import { ok } from '../../src/domain/result.ts';

/** Calls that a test controls. It records requests of the screens and sets the call that they see. */
export interface ScriptedCalls extends Calls {
  show(call: CallView | null): void;
  change(part: Partial<CallView>): void;
  refuse(why: CallRefusal | null): void;
  /** Folding, closing, microphone and camera as a core would do them at once. */
  readonly actions: Partial<CallActions>;
}

export const callOf = (part: Partial<CallView> = {}): CallView => ({
  id: messageId('call-1'),
  peer: userId(7),
  name: 'Maya',
  avatar: '',
  video: false,
  caller: true,
  stage: 'calling',
  end: null,
  problem: null,
  talkingSinceMs: null,
  talkSec: 0,
  local: { view: null, microphone: true, camera: false, sharing: false },
  remote: { view: null, camera: false, microphone: true, sharing: false },
  quality: null,
  words: null,
  deviceNews: null,
  minimised: false,
  ...part,
});

export function scriptedCalls(first: CallView | null = null): ScriptedCalls {
  let call = first;
  let refusal: CallRefusal | null = null;
  const listeners = new Set<() => void>();
  const become = (next: CallView | null) => {
    call = next;
    for (const run of listeners) run();
  };
  const change = (part: Partial<CallView>) => become(call === null ? null : { ...call, ...part });
  const local = (part: Partial<CallView['local']>) =>
    call !== null && change({ local: { ...call.local, ...part } });
  return {
    get: () => call,
    subscribe: (run) => {
      listeners.add(run);
      return () => void listeners.delete(run);
    },
    mayCall: () => refusal,
    show: become,
    change,
    refuse: (why) => {
      refusal = why;
      for (const run of listeners) run();
    },
    actions: {
      minimiseCall: (on) => change({ minimised: on }),
      closeCall: () => become(null),
      setMicrophone: (on) => void local({ microphone: on }),
      setCamera: (on) => {
        local({ camera: on });
        return Promise.resolve(ok(undefined));
      },
      answerCall: () => change({ stage: 'connecting' }),
      hangUp: () => change({ stage: 'ended', end: 'cancelled' }),
      mediaChoices: () => Promise.resolve([]),
    },
  };
}

/** A group call that a test controls, as `ScriptedCalls`. */
export interface ScriptedGroupCalls extends GroupCalls {
  show(call: GroupCallView | null): void;
  change(part: Partial<GroupCallView>): void;
  refuse(why: GroupCallRefusal | null): void;
  readonly actions: Partial<GroupCallActions>;
}

export const groupCallViewOf = (part: Partial<GroupCallView> = {}): GroupCallView => ({
  group: contactId('group-3'),
  id: 'call-1',
  stage: 'inCall',
  end: null,
  problem: null,
  deviceNews: null,
  startedAtMs: 0,
  local: { view: null, microphone: true, camera: false, sharing: false },
  isHandRaised: false,
  muteRequests: 0,
  isUnitFull: false,
  reactions: new Map(),
  others: [],
  speaker: null,
  device: 'own',
  minimised: false,
  encryption: { state: 'off', without: [], words: null },
  ...part,
});

export function scriptedGroupCalls(first: GroupCallView | null = null): ScriptedGroupCalls {
  let [call, refusal] = [first, null as GroupCallRefusal | null];
  const listeners = new Set<() => void>();
  const become = (next: GroupCallView | null) => {
    call = next;
    for (const run of listeners) run();
  };
  const change = (part: Partial<GroupCallView>) => become(call === null ? null : { ...call, ...part });
  return {
    get: () => call,
    subscribe: (run) => {
      listeners.add(run);
      return () => void listeners.delete(run);
    },
    mayJoin: () => refusal,
    show: become,
    change,
    refuse: (why) => {
      refusal = why;
      for (const run of listeners) run();
    },
    actions: {
      minimiseGroupCall: (on) => change({ minimised: on }),
      closeGroupCall: () => become(null),
      leaveGroupCall: () => change({ stage: 'ended', end: 'left' }),
      raiseHand: (on) => change({ isHandRaised: on }),
    },
  };
}
