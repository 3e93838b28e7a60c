import type { TFunction } from 'i18next';
import { callLineText } from './call-line-text.ts';
import type { Preview } from '../../client/state/selectors.ts';
import { clockText } from '../../domain/clock-text.ts';
import { isPictureEmoji } from '../../domain/links.ts';
import type { UserId } from '../../domain/ids.ts';
import { labelKey } from './label-key.ts';
import { noteText } from './note-text.ts';

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
