import type { MessageType } from '../../domain/message.ts';

const KEYS = {
  text: 'msg.unsupported',
  event: 'msg.unsupported',
  location: 'msg.location',
  contact: 'msg.contact',
  image: 'msg.image',
  emoji: 'msg.emoji',
  voice: 'msg.voice',
  video: 'msg.video',
  file: 'msg.file',
  webrtc: 'msg.call',
} as const satisfies Record<MessageType, string>;

/** The bracketed label of a kind that is told, not shown (LIST-6). */
export const labelKey = <T extends MessageType>(type: T) => KEYS[type];
