import type { TFunction } from 'i18next';
import { callLineText } from '../../kit/call-line-text.ts';
import type { Preview } from '../../../client/store/selectors.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { EventNote, MessageType } from '../../../domain/message.ts';

const LABEL: Readonly<Record<MessageType, 'msg.image' | 'msg.emoji' | 'msg.voice' | 'msg.video' | 'msg.file' | 'msg.location' | 'msg.contact' | 'msg.call' | 'msg.unsupported'>> = {
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
      return t(LABEL[preview.type]);
    case 'call':
      return callLineText(t, preview.call, preview.by === self);
    case 'note':
      return noteText(t, preview.note, self);
  }
}

function noteText(t: TFunction, note: EventNote, self: UserId | null): string {
  switch (note.note) {
    case 'groupCreated':
      return note.by === self ? t('chat.youCreated') : t('chat.groupCreated', { name: note.name });
    case 'friends':
      return t('chat.friends');
    case 'recalled':
      if (note.by === self) return t('chat.youRecalled');
      return t(note.byManager ? 'chat.managerRecalled' : 'chat.nameRecalled', { name: note.name });
    case 'joined': {
      const names = note.names.join(t('chat.namesJoin'));
      if (note.users.some((user) => user === self)) return t('chat.youJoined', { name: note.name });
      return note.by === self ? t('chat.youInvited', { names }) : t('chat.joined', { name: note.name, names });
    }
  }
}
