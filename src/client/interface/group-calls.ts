import type { GroupCallEnd } from '../../domain/group-call.ts';
import type { ContactId, UserId } from '../../domain/ids.ts';
import type { CallQuality, DeviceNews, LocalView, MediaProblem, RemoteView } from './calls.ts';
import type { Answer } from './answer.ts';

/** The group call that this device takes part in, for the page, the floating window and the bar of a chat. */
export interface GroupCalls {
  /** Null: this device takes part in none. A call that ended stays, with its end, until `closeGroupCall`. */
  get(): GroupCallView | null;
  subscribe(listener: () => void): () => void;
  /** Returns why this device cannot join or begin a call of the group now, or null. */
  mayJoin(id: ContactId): GroupCallRefusal | null;
}

/** `off`: calls are off; `full`: all places are taken; `busy`: this device is in another call. */
export type GroupCallRefusal = 'off' | 'unsupported' | 'busy' | 'notMember' | 'full';

/** `opening`: asks for the microphone; `returning`: the page was loaded again and offers to return. */
export type GroupCallStage = 'returning' | 'opening' | 'joining' | 'inCall' | 'reconnecting' | 'ended';

export interface GroupCallView {
  readonly group: ContactId;
  /** Empty until the server answered. */
  readonly id: string;
  readonly stage: GroupCallStage;
  readonly end: GroupCallEnd | null;
  readonly problem: MediaProblem | null;
  readonly deviceNews: DeviceNews | null;
  /** Unix milliseconds by the server's clock; 0 until it answered. */
  readonly startedAtMs: number;
  readonly local: LocalView;
  readonly isHandRaised: boolean;
  /** A manager asked this device to mute; a new number for each request. */
  readonly muteRequests: number;
  /** The unit refused this device for want of room: only some of the others are connected (GCALL-25). */
  readonly isUnitFull: boolean;
  /** The others, in the order in which they joined. */
  readonly others: readonly ParticipantView[];
  /** Reactions of the last seconds, by device, this one included. */
  readonly reactions: ReadonlyMap<string, string>;
  /** Device of the participant who speaks, perhaps this one; null: none. */
  readonly speaker: string | null;
  readonly device: string;
  readonly minimised: boolean;
  readonly encryption: CallEncryption;
}

/**
 * Whether sound and pictures of a group call are encrypted end to end (GCALL-21). `off`: this browser cannot;
 * `partial`: the named devices do not; `on`: all devices do.
 */
export interface CallEncryption {
  readonly state: 'off' | 'waiting' | 'partial' | 'on';
  readonly without: readonly string[];
  /** Places in the list of words to compare; null until they are computed. */
  readonly words: readonly number[] | null;
}

export interface ParticipantView {
  readonly device: string;
  readonly user: UserId;
  readonly name: string;
  readonly avatar: string;
  readonly isHandRaised: boolean;
  readonly stage: 'connecting' | 'connected' | 'reconnecting';
  readonly remote: RemoteView;
  readonly quality: CallQuality | null;
  /** A fraction of 1, which this user set for that participant. */
  readonly volume: number;
}

export interface GroupCallActions {
  /** Begins the call of a group, or joins it; `mayJoin` tells why it is impossible. */
  joinGroupCall(group: ContactId, how: { readonly video: boolean; readonly muted?: boolean }): Answer;
  /** Ends the present call of two, and joins that of the group with the same switches (CALL-51). */
  moveCall(group: ContactId): Answer;
  /** Returns to the call that the page was in before it was loaded again. */
  returnToGroupCall(): void;
  leaveGroupCall(): void;
  closeGroupCall(): void;
  minimiseGroupCall(on: boolean): void;
  raiseHand(on: boolean): void;
  /** Shows one of the quick reactions to all for some seconds (GCALL-29). */
  reactInCall(emoji: string): Answer;
  setVolume(device: string, volume: number): void;
  /** Asks a device to mute, as a manager. */
  requestMute(device: string): Answer;
  /** Removes a user from this call, as a manager; the user cannot join it again (GCALL-6). */
  removeFromGroupCall(user: UserId): Answer;
}
