import type { MessageType } from './message.ts';

interface Pinned {
  readonly type: MessageType;
  readonly recalled: boolean;
}

/** Event lines, calls and what was taken back say nothing that could stand at the top of a chat (PINS-3). */
export const isPinnable = ({ type, recalled }: Pinned): boolean =>
  type !== 'event' && type !== 'webrtc' && !recalled;
