import { parseTarget } from '../../../domain/ids.ts';
import { Refusal } from '../../kernel/refusal.ts';

/** The field that names a chat; null: the call names none, or its message is checked by its service. */
type ChatField = string | null;

/** The calls of a guest; every other call that needs a login is refused (GUEST-4). */
const CALLS: Readonly<Record<string, ChatField>> = {
  '/common/pub/bindUid': null,
  '/common/pub/bindGroup': null,
  '/common/upload/uploadFile': null,
  '/common/upload/renew': null,
  '/enterprise/emoji/index': null,
  '/enterprise/emoji/server': null,
  '/enterprise/files/quota': null,
  '/enterprise/files/index': null,
  '/enterprise/im/getContacts': null,
  '/enterprise/im/sync': null,
  '/enterprise/im/getKept': null,
  '/enterprise/im/keep': null,
  '/enterprise/im/getInbox': null,
  '/enterprise/im/inboxDone': null,
  '/enterprise/im/getLater': null,
  '/enterprise/im/getLogins': null,
  '/enterprise/im/endLogin': null,
  '/enterprise/im/getUserInfo': null,
  '/enterprise/im/blockPerson': null,
  '/enterprise/im/blockedPeople': null,
  '/enterprise/im/report': null,
  '/enterprise/im/setReminder': null,
  '/enterprise/im/scheduleMessage': 'toContactId',
  '/enterprise/im/changeScheduled': null,
  '/enterprise/im/discardScheduled': null,
  '/enterprise/im/sendScheduled': null,
  '/enterprise/im/readBy': null,
  '/enterprise/im/reactions': null,
  '/enterprise/im/voters': null,
  '/enterprise/im/editMessage': null,
  '/enterprise/im/undoMessage': null,
  '/enterprise/im/pinMessage': null,
  '/enterprise/im/react': null,
  '/enterprise/im/vote': null,
  '/enterprise/im/closePoll': null,
  '/enterprise/im/removePreview': null,
  '/enterprise/im/getContactInfo': 'id',
  '/enterprise/im/isNotice': 'id',
  '/enterprise/im/setChatTop': 'id',
  '/enterprise/im/getMessageList': 'toContactId',
  '/enterprise/im/getMessagePins': 'toContactId',
  '/enterprise/im/getThread': 'toContactId',
  '/enterprise/im/locateMessage': null,
  '/enterprise/im/followThread': 'toContactId',
  '/enterprise/im/search': 'toContactId',
  '/enterprise/im/sendMessage': 'toContactId',
  '/enterprise/im/setMsgIsRead': 'toContactId',
  '/enterprise/im/readAtMsg': 'toContactId',
  '/enterprise/im/markUnread': 'id',
  '/enterprise/im/joinGroupCall': 'toContactId',
  '/enterprise/im/leaveGroupCall': 'toContactId',
  '/enterprise/im/connectGroupCall': 'toContactId',
  '/enterprise/im/signalGroupCall': 'toContactId',
  '/enterprise/im/raiseHand': 'toContactId',
  '/enterprise/group/groupInfo': 'group_id',
  '/enterprise/group/groupUserList': 'group_id',
  '/enterprise/group/groupLines': 'id',
  '/enterprise/group/removeUser': 'id',
};

export const GUEST_CALL_PATHS: readonly string[] = Object.keys(CALLS);

/** Chats of a guest: groups, where their membership decides, and their own notes. */
const isOpen = (ref: unknown): boolean => {
  if (ref === undefined || ref === '') return true;
  const target = typeof ref === 'string' || typeof ref === 'number' ? parseTarget(String(ref)) : null;
  return target?.kind === 'group' || target?.kind === 'favourites' || target?.kind === 'notice';
};

/** The one place that compares a call with the rights of a guest; services check those of a member. */
export function guestRefusal(paths: readonly string[], body: unknown): Refusal | null {
  const path = paths.find((one) => Object.hasOwn(CALLS, one));
  if (path === undefined) return new Refusal('guestCall');
  const field = CALLS[path] ?? null;
  if (field === null || body === null) return null;
  const bodies = Array.isArray(body) ? (body as readonly unknown[]) : [body];
  const areOpen = bodies.every((one) => isOpen((one as Readonly<Record<string, unknown>> | null)?.[field]));
  return areOpen ? null : new Refusal('guestCall');
}
