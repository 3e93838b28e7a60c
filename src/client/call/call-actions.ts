import type { MessageId, UserId } from '../../domain/ids.ts';
import { fail, type Result } from '../../domain/result.ts';
import type { MediaPort, MediaProblem } from '../../ports/media.ts';
import type { CallActions } from '../interface/calls.ts';
import type { Failure } from '../interface/client.ts';
import type { LiveCall } from './live-call.ts';

/** State and services behind the call buttons. */
export interface CallActionsParts {
  /** The call here that is not over. */
  readonly current: () => LiveCall | null;
  readonly media: MediaPort | undefined;
  readonly start: (to: UserId, how: Parameters<CallActions['startCall']>[1]) => Result<MessageId, Failure>;
  readonly minimise: (on: boolean) => void;
  readonly close: () => void;
}

/** Returned if nothing was sent; the reason is in `mayCall` or in the view's `problem`. */
export const NOTHING_DONE: Result<never, Failure> = fail({ kind: 'transport', why: 'setup' });

const answerOf = (result: Result<void, MediaProblem>): Result<void, Failure> =>
  result.ok ? result : NOTHING_DONE;

export const callActions = ({ current, media, start, minimise, close }: CallActionsParts): CallActions => ({
  startCall: (to, how) => Promise.resolve(start(to, how)),
  answerCall: (how) => current()?.answer(how?.soundOnly ?? false),
  hangUp: () => current()?.send({ type: 'user.hungUp' }),
  setMicrophone: (on) => void current()?.media.setMicrophone(on),
  setCamera: async (on) => answerOf((await current()?.media.setCamera(on)) ?? fail('missing')),
  switchCamera: async (id) => answerOf((await current()?.media.switchCamera(id)) ?? fail('missing')),
  switchMicrophone: async (id) => answerOf((await current()?.media.switchMicrophone(id)) ?? fail('missing')),
  shareScreen: async (on) => answerOf((await current()?.media.shareScreen(on)) ?? fail('missing')),
  mediaChoices: async () => (await media?.devices()) ?? [],
  minimiseCall: minimise,
  closeCall: close,
});
