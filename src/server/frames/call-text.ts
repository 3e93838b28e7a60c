import { CALL } from '../../domain/call.ts';

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
