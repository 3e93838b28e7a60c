import type { MessageType } from '../../domain/message.ts';

type Labelled = MessageType | 'poll';

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
  poll: 'msg.poll',
} as const satisfies Record<Labelled, string>;

/** The bracketed label of a kind in previews (LIST-6). */
export const labelKey = <T extends Labelled>(type: T) => KEYS[type];
