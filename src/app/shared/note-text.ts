import type { TFunction } from 'i18next';
import { clockText } from '../../domain/clock-text.ts';
import type { UserId } from '../../domain/ids.ts';
import type { EventNote } from '../../domain/message.ts';
import { nameText } from './contact-name.ts';

/**
 * An event line in the viewer's language and from the viewer's side: in chats, the list and notifications
 * alike (UI-98).
 */
export function noteText(t: TFunction, note: EventNote, self: UserId | null): string {
  switch (note.note) {
    case 'friends':
      return t('chat.friends');
    case 'groupCall':
      return t('media.callLasted', { time: clockText(note.durationSec) });
    case 'groupCreated':
      return note.by === self
        ? t('chat.youCreated')
        : t('chat.groupCreated', { name: nameText(t, note.name) });
    case 'recalled':
      if (note.by === self) return t('chat.youRecalled');
      if (note.name === '') return t('chat.recalled');
      return t(note.byManager ? 'chat.managerRecalled' : 'chat.nameRecalled', {
        name: nameText(t, note.name),
      });
    case 'timer': {
      const count = note.days;
      if (note.by === self) return t(count === 0 ? 'chat.youTimerOff' : 'chat.youTimer', { count });
      const who = t('chat.named', { name: nameText(t, note.name) });
      return t(count === 0 ? 'chat.timerOff' : 'chat.timer', { who, count }).trim();
    }
    case 'joined':
      return joinText(t, note, self);
  }
}

function joinText(
  t: TFunction,
  { users, by, ...note }: Extract<EventNote, { note: 'joined' }>,
  self: UserId | null,
): string {
  const names = note.names.map((one) => nameText(t, one));
  const name = nameText(t, note.name);
  const all = names.join(t('chat.namesJoin'));
  if (users.length === 1 && users[0] === by)
    return by === self ? t('chat.youSelfJoined') : t('chat.selfJoined', { names: all });
  if (by === self) return t('chat.youInvited', { names: all });
  if (!users.some((user) => user === self)) return t('chat.joined', { name, names: all });
  const others = names.filter((_, at) => users[at] !== self);
  return others.length === 0
    ? t('chat.youJoined', { name })
    : t('chat.youJoinedToo', { name, names: others.join(t('chat.namesJoin')) });
}
