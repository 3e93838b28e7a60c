import type { Data, PlainFrame } from './client.ts';

/** Frames of the contract, and those of ours that an unaware client ignores. No others may arrive. */
const KNOWN_TYPES: ReadonlySet<string> = new Set([
  'init',
  'ping',
  'pong',
  'isOnline',
  'offline',
  'updateConfig',
  'simple',
  'group',
  'setChatTop',
  'setIsNotice',
  'addGroup',
  'setManager',
  'addGroupUser',
  'removeUser',
  'undoMessage',
  'editGroupName',
  'removeGroup',
  'groupSetting',
  'appendContact',
  'webrtc',
  'isRead',
  'readAll',
  'atMsgList',
  'delMessage',
  'updateMessage',
  'setNoSpeak',
  'clearMessage',
  'changeOwner',
  'hideChat',
  'readMark',
  'mentionMark',
  'applications',
  'remark',
  'profile',
  'session',
]);
const MESSAGES: ReadonlySet<string> = new Set(['simple', 'group', 'webrtc']);
const CONTROL: ReadonlySet<string> = new Set(['init', 'ping', 'pong']);

const isObject = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Faults of a frame for a client that reads the contract's fields without checking their presence. */
export function frameFaults(frame: PlainFrame & Data, me: number): readonly string[] {
  const { type, data } = frame;
  if (!KNOWN_TYPES.has(type)) return [`a plain client is sent ${type}`];
  if (type === 'pong')
    return typeof frame['multiport'] === 'boolean' && !('cursor' in frame)
      ? []
      : ['pong without multiport, or with a cursor'];
  if (CONTROL.has(type)) return [];
  if (typeof frame['time'] !== 'number' || data === undefined) return [`${type} without time or data`];
  if (!isObject(data))
    return type === 'isRead' && Array.isArray(data) ? [] : [`${type} with data that is no object`];
  if (MESSAGES.has(type)) return messageFaults(type, data, me);
  if (type === 'atMsgList' && (!Array.isArray(data['list']) || typeof data['count'] !== 'number'))
    return ['atMsgList without list or count'];
  if (type === 'addGroup' || type === 'appendContact') return rowFaults(data);
  return [];
}

/** A message, in a frame or in a page. */
export function messageFaults(type: string, data: Data, me: number): readonly string[] {
  const faults: string[] = [];
  const author = data['fromUser'];
  if (!isObject(author) || author['id'] === undefined) faults.push(`${type} without fromUser.id`);
  if (typeof data['content'] !== 'string' || data['toContactId'] === undefined)
    faults.push(`${type} without content or toContactId`);
  if (data['toContactId'] === 'system') return faults;
  if (!Array.isArray(data['at'])) faults.push(`${type} without at`);
  else if (data['at'].some((one) => Number(one) === 0))
    faults.push(`${type} mentions 0, which no plain client knows`);
  if (data['is_undo'] === 1 && data['from_user'] !== me)
    faults.push(`${type} offers to edit again what ${String(data['from_user'])} has taken back`);
  if (type === 'webrtc' && !isObject(data['extends'])) faults.push('webrtc without extends');
  return faults;
}

/** A row of the list. */
export function rowFaults(row: Data): readonly string[] {
  const faults: string[] = [];
  for (const field of ['id', 'displayName', 'is_notice', 'is_group'])
    if (row[field] === undefined) faults.push(`a contact without ${field}`);
  if (row['is_group'] === 1 && (!isObject(row['setting']) || row['role'] === undefined))
    faults.push('a group without setting or role');
  return faults;
}
