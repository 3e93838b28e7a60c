import type { TFunction } from 'i18next';
import { callLineText } from '../../shared/call-line-text.ts';
import type { Preview } from '../../../client/state/selectors.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { MessageType } from '../../../domain/message.ts';
import { noteText } from '../../shared/note-text.ts';

const LABEL: Readonly<
  Record<
    MessageType,
    | 'msg.image'
    | 'msg.emoji'
    | 'msg.voice'
    | 'msg.video'
    | 'msg.file'
    | 'msg.location'
    | 'msg.contact'
    | 'msg.call'
    | 'msg.unsupported'
  >
> = {
  text: 'msg.unsupported',
  event: 'msg.unsupported',
  image: 'msg.image',
  emoji: 'msg.emoji',
  voice: 'msg.voice',
  video: 'msg.video',
  file: 'msg.file',
  location: 'msg.location',
  contact: 'msg.contact',
  webrtc: 'msg.call',
};

/** What the row says under the name (LIST-6), in the chosen language. */
export function previewText(t: TFunction, preview: Preview, self: UserId | null): string {
  switch (preview.kind) {
    case 'none':
      return '';
    case 'text':
      return preview.text;
    case 'label':
      return [
        preview.count === undefined ? t(LABEL[preview.type]) : t('msg.images', { count: preview.count }),
        preview.text,
      ]
        .filter(Boolean)
        .join(' ');
    case 'call':
      return callLineText(t, preview.call, preview.by === self);
    case 'note':
      return noteText(t, preview.note, self);
  }
}
