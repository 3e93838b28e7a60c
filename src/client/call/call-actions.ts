import type { MessageId, UserId } from '../../domain/ids.ts';
import { fail, type Result } from '../../domain/result.ts';
import type { MediaPort, MediaProblem } from '../../ports/media.ts';
import type { CallActions } from '../interface/calls.ts';
import type { Failure } from '../interface/client.ts';
import type { LiveCall } from './live-call.ts';
import type { OwnDevices } from './own-devices.ts';

/** State and services behind the call buttons. */
export interface CallActionsParts {
  /** The call here that is not over. */
  readonly current: () => LiveCall | null;
  /** Those of the call here, of two users or of a group. */
  readonly devices: () => OwnDevices | null;
  readonly media: MediaPort | undefined;
  readonly start: (to: UserId, how: Parameters<CallActions['startCall']>[1]) => Result<MessageId, Failure>;
  readonly minimise: (on: boolean) => void;
  readonly close: () => void;
}

/** Returned if nothing was sent; the reason is in `mayCall` or in the view's `problem`. */
export const NOTHING_DONE: Result<never, Failure> = fail({ kind: 'transport', why: 'setup' });

const answerOf = (result: Result<void, MediaProblem>): Result<void, Failure> =>
  result.ok ? result : NOTHING_DONE;

export const callActions = ({ current, devices, media, ...on }: CallActionsParts): CallActions => ({
  startCall: (to, how) => Promise.resolve(on.start(to, how)),
  answerCall: (how) => current()?.answer(how?.soundOnly ?? false),
  hangUp: () => current()?.send({ type: 'user.hungUp' }),
  setMicrophone: (on) => void devices()?.setMicrophone(on),
  setCamera: async (on) => answerOf((await devices()?.setCamera(on)) ?? fail('missing')),
  switchCamera: async (id) => answerOf((await devices()?.switchCamera(id)) ?? fail('missing')),
  switchMicrophone: async (id) => answerOf((await devices()?.switchMicrophone(id)) ?? fail('missing')),
  quietNoise: async (on) => answerOf((await devices()?.quietNoise(on)) ?? fail('missing')),
  shareScreen: async (on) => answerOf((await devices()?.shareScreen(on)) ?? fail('missing')),
  mediaChoices: async () => (await media?.devices()) ?? [],
  minimiseCall: on.minimise,
  closeCall: on.close,
});
