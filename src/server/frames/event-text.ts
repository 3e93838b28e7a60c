import { CALL } from '../../domain/call.ts';
import type { UserId } from '../../domain/ids.ts';
import type { EventNote } from '../../domain/message.ts';

/**
 * Text of an event line for clients without codes. Chinese: `group` frames are the same bytes for all
 * receivers, whose languages are unknown. `viewer` null = the same for all.
 */
export function eventText(note: EventNote, viewer: UserId | null): string {
  switch (note.note) {
    case 'groupCreated':
      return `${note.name}创建了群聊`;
    case 'groupCall':
      return `群通话，时长 ${clockText(note.durationSec)}，${note.users.length}人参加`;
    case 'friends':
      return '你们已经成为好友，现在可以开始聊天了';
    case 'timer':
      return note.days === 0
        ? `${note.name}关闭了消息自动消失`
        : `${note.name}设置了消息在${note.days}天后自动消失`;
    case 'recalled':
      return recallText(note.by, note.name, note.byManager, viewer);
    case 'joined':
      return note.users.length === 1 && note.users[0] === note.by
        ? `${note.name}加入了群聊`
        : `${note.name}邀请${note.names.join('、')}加入了群聊`;
  }
}

export function recallText(by: UserId, name: string, byManager: boolean, viewer: UserId | null): string {
  if (byManager) return '管理员撤回了一条消息';
  if (viewer === null) return `${name}撤回了一条消息`;
  return viewer === by ? '你撤回了一条消息' : '对方撤回了一条消息';
}

export const applicationText = (name: string): string => `${name}请求添加你为好友`;

const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** `mm:ss`, with hours where there are some. */
function clockText(sec: number): string {
  const [hours, minutes, seconds] = [Math.floor(sec / 3_600), Math.floor(sec / 60) % 60, sec % 60];
  return `${hours > 0 ? `${hours}:` : ''}${twoDigits(minutes)}:${twoDigits(seconds)}`;
}

/** Line of a call's record for clients that know no codes; the record itself keeps code and seconds (protocol 4.6). */
export function callText(extra: Readonly<Record<string, unknown>> | null): string {
  const seconds = typeof extra?.['callTime'] === 'number' ? extra['callTime'] : 0;
  switch (extra?.['code']) {
    case CALL.cancelled:
      return '已取消';
    case CALL.refused:
      return '已拒绝';
    case CALL.noAnswer:
      return '未接通';
    case CALL.ended:
      return `通话时长 ${clockText(seconds)}`;
    case CALL.busy:
      return '忙线中';
    default:
      return extra?.['type'] === 1 ? '视频通话' : '语音通话';
  }
}
