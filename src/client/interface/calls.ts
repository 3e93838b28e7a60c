import type { CallEnd } from '../../domain/call.ts';
import type { ContactId, MessageId, UserId } from '../../domain/ids.ts';
import type { ReachRefusal } from '../../domain/reach.ts';
import type { CallQuality, DeviceKind, MediaChoice, MediaProblem, MediaView } from '../../ports/media.ts';
import type { Answer } from './answer.ts';

export type { CallQuality, MediaChoice, MediaProblem, MediaView };

/** The one call of this device, for the call page, the floating window and the incoming strip. */
export interface Calls {
  /** Null without a call; an ended call stays here, with its end, until `closeCall`. */
  get(): CallView | null;
  subscribe(listener: () => void): () => void;
  /**
   * Returns why a call cannot be made now: setting, secure context, write permission, another call (CALL-1).
   */
  mayCall(id: ContactId): CallRefusal | null;
}

/** Why no call can be begun: shown as the family's words. */
export type CallRefusal = ReachRefusal | 'off' | 'unsupported' | 'busyElsewhere' | 'notFriends' | 'group';

/** `returning`: this page replaced one that was talking, and offers to resume the talk (CALL-46). */
export type CallStage =
  | 'ringing'
  | 'returning'
  | 'preparing'
  | 'calling'
  | 'connecting'
  | 'talking'
  | 'reconnecting'
  | 'ended';

export interface CallView {
  readonly id: MessageId;
  readonly peer: UserId;
  readonly name: string;
  readonly avatar: string;
  /** How it was begun; `local` and `remote` tell what is shown now. */
  readonly video: boolean;
  readonly caller: boolean;
  readonly stage: CallStage;
  readonly end: CallEnd | null;
  /** Why devices could not be had, when that ended the call or a switch. */
  readonly problem: MediaProblem | null;
  /** Elapsed time of the page when talking began; null before. The page shows how much has elapsed since. */
  readonly talkingSinceMs: number | null;
  /** Length of the talk when it ended, in seconds. */
  readonly talkSec: number;
  readonly local: LocalView;
  readonly remote: RemoteView;
  readonly quality: CallQuality | null;
  /** Places in the list of words to compare; null: not connected, or not computed yet. */
  readonly words: readonly number[] | null;
  /** The newest change of a device that the user did not ask for; a new object for each. */
  readonly deviceNews: DeviceNews | null;
  /** The page is folded into the floating window. */
  readonly minimised: boolean;
}

export interface DeviceNews {
  readonly kind: DeviceKind;
  /**
   * `replaced`: another device replaced a missing one; `off`: it is missing without a replacement. A problem:
   * an unmuted microphone is unavailable.
   */
  readonly what: 'replaced' | 'off' | MediaProblem;
}

export interface LocalView {
  readonly view: MediaView | null;
  readonly microphone: boolean;
  readonly camera: boolean;
  readonly sharing: boolean;
}

export interface RemoteView {
  readonly view: MediaView | null;
  readonly camera: boolean;
  /** True unless the other side reported otherwise. */
  readonly microphone: boolean;
  /** The picture is a screen. */
  readonly sharing: boolean;
}

export interface CallActions {
  /**
   * Begins a call; if that is impossible `mayCall` tells why. Refusals of the server are shown as a notice.
   */
  startCall(
    to: UserId,
    how: { readonly video: boolean; readonly name: string; readonly avatar: string },
  ): Answer<MessageId>;
  /**
   * Accepts a call, or resumes the talk of an earlier page. `soundOnly`: accepts a video call without the
   * camera; the other side's picture is still shown (CALL-38).
   */
  answerCall(how?: { readonly soundOnly: boolean }): void;
  /** Cancels, refuses or ends, by how far the call is (CALL-6). */
  hangUp(): void;
  setMicrophone(on: boolean): void;
  setCamera(on: boolean): Answer;
  switchCamera(id?: string): Answer;
  switchMicrophone(id: string): Answer;
  /** The browser suppresses noise, or no longer (CALL-52). */
  quietNoise(on: boolean): Answer;
  shareScreen(on: boolean): Answer;
  mediaChoices(): Promise<readonly MediaChoice[]>;
  minimiseCall(on: boolean): void;
  /** Takes an ended call off the screen. */
  closeCall(): void;
}
