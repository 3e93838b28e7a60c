import { callFrames } from './call-frames.ts';
import type { FrameKinds } from './frame-kind.ts';
import { groupFrames } from './group-frames.ts';
import { messageFrames } from './message-frames.ts';
import { ownFrames } from './own-frames.ts';
import { underFrames } from './under-frames.ts';

/** How each kind of event becomes a frame. A new kind of event needs a row here, and nothing else to be framed. */
export const FRAMES: FrameKinds = {
  ...messageFrames,
  ...groupFrames,
  ...underFrames,
  ...callFrames,
  ...ownFrames,
};
