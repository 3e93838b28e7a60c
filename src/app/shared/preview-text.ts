import type { TFunction } from 'i18next';
import type { Preview } from '../../client/state/selectors.ts';
import { type CallLine, callRecord } from '../../domain/call.ts';
import { clockText } from '../../domain/clock-text.ts';
import type { UserId } from '../../domain/ids.ts';
import { isPictureEmoji } from '../../domain/links.ts';
import type { MessageType } from '../../domain/message.ts';
import { noteText } from './note-text.ts';

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

const TEXTS = {
  cancelled: 'media.callCancelled',
  refused: 'media.callRefused',
  noAnswer: 'media.callMissed',
  ended: 'media.callLasted',
  busy: 'media.callBusy',
  missed: 'call.missed',
  merged: 'media.callMerged',
} as const;

/** Text about the end of a call; its length if there was a talk. The same in chat and list. */
export function callLineText(t: TFunction, line: CallLine, own: boolean): string {
  const record = callRecord(line, own);
  if (record === null) return t(line.video ? 'media.videoCall' : 'media.voiceCall');
  if (record === 'refused' && !own) return t('media.callYouRefused');
  return t(TEXTS[record], { time: clockText(line.talkSec) });
}

/** An emoji in a line of text, where a custom picture has no room. */
export const emojiInWords = (emoji: string): string => (isPictureEmoji(emoji) ? '🖼️' : emoji);

/** Preview of a reaction to the user's message. */
export const reactionText = (t: TFunction, emoji: string): string =>
  t('msg.reacted', { emoji: emojiInWords(emoji) });

/** Preview under the name of a row (LIST-6), in the chosen language. */
export function previewText(t: TFunction, preview: Preview, self: UserId | null): string {
  switch (preview.kind) {
    case 'none':
      return '';
    case 'text':
      return preview.text;
    case 'label':
      return labelled(
        preview.count === undefined ? t(labelKey(preview.type)) : t('msg.images', { count: preview.count }),
        [preview.name, preview.sec && clockText(preview.sec), preview.text],
      );
    case 'call':
      return callLineText(t, preview.call, preview.by === self);
    case 'reaction':
      return reactionText(t, preview.emoji);
    case 'note':
      return noteText(t, preview.note, self);
  }
}

/** A label, and what is known of the message: `[File] plan.pdf · page three`. */
const labelled = (label: string, facts: readonly (string | number | undefined)[]): string =>
  [label, facts.filter(Boolean).join(' · ')].filter(Boolean).join(' ');
