import type { TFunction } from 'i18next';
import type { UserId } from '../../domain/ids.ts';
import type { EventNote } from '../../domain/message.ts';

/** An event line in the viewer's language and from the viewer's side. */
export function noteText(t: TFunction, note: EventNote, self: UserId | null): string {
  switch (note.note) {
    case 'friends':
      return t('chat.friends');
    case 'groupCreated':
      return note.by === self ? t('chat.youCreated') : t('chat.groupCreated', { name: note.name });
    case 'recalled':
      if (note.by === self) return t('chat.youRecalled');
      if (note.name === '') return t('chat.recalled');
      return t(note.byManager ? 'chat.managerRecalled' : 'chat.nameRecalled', { name: note.name });
    case 'joined':
      return joinedText(t, note, self);
  }
}

function joinedText(t: TFunction, note: Extract<EventNote, { note: 'joined' }>, self: UserId | null): string {
  const names = note.names.join(t('chat.namesJoin'));
  if (note.by === self) return t('chat.youInvited', { names });
  if (note.users.length === 1 && note.users[0] === note.by) return t('chat.selfJoined', { names });
  if (self !== null && note.users.length === 1 && note.users[0] === self) return t('chat.youJoined', { name: note.name });
  return t('chat.joined', { name: note.name, names });
}
