import type { TFunction } from 'i18next';
import { type CallLine, callRecord } from '../../domain/call.ts';
import { clockText } from '../../domain/clock-text.ts';

const TEXTS = {
  cancelled: 'media.callCancelled',
  refused: 'media.callRefused',
  noAnswer: 'media.callMissed',
  ended: 'media.callLasted',
  busy: 'media.callBusy',
  missed: 'call.missed',
} as const;

/** Text about the end of a call; its length if there was a talk. The same in chat and list. */
export function callLineText(t: TFunction, { code, video, talkSec }: CallLine, own: boolean): string {
  const record = callRecord(code, own);
  if (record === null) return t(video ? 'media.videoCall' : 'media.voiceCall');
  if (record === 'refused' && !own) return t('media.callYouRefused');
  return t(TEXTS[record], { time: clockText(talkSec) });
}
