import type { MessageType } from './message.ts';

interface Pinned {
  readonly type: MessageType;
  readonly recalled: boolean;
}

/** System lines, calls and recalled messages have no text to pin (PINS-3). */
export const isPinnable = ({ type, recalled }: Pinned): boolean =>
  type !== 'event' && type !== 'webrtc' && !recalled;
