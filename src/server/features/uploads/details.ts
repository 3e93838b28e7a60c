import { imageLimits } from '../../../domain/limits.ts';
import type { MessageType } from '../../../domain/message.ts';

interface Facts {
  readonly width: number;
  readonly height: number;
  readonly durationSec: number | null;
}

/** `extends` of pictures, videos and voices, from the file itself (protocol 5.5). */
export function detailsFor(type: MessageType, facts: Facts): Readonly<Record<string, unknown>> {
  const { width, height, durationSec } = facts;
  const seconds = Math.max(1, Math.round(durationSec ?? 0));
  switch (type) {
    case 'image':
      return { width, height, fixMode: fixMode(width, height) };
    case 'video':
      return {
        width,
        height,
        fixMode: width > height ? 1 : 2,
        duration: seconds,
        poster: '/static/video.svg',
      };
    case 'voice':
      return { duration: seconds };
    default:
      return {};
  }
}

/** 1 wide, 2 tall, 3 small enough for the box as it is. */
const fixMode = (width: number, height: number): 1 | 2 | 3 =>
  width < imageLimits.boxWidth && height < imageLimits.boxHeight ? 3 : width >= height ? 1 : 2;
