import type { TokenRight } from '../../../domain/bots.ts';
import { contactId, contactOfStream, messageId, userStream } from '../../../domain/ids.ts';
import type { ContactId, UserId } from '../../../domain/ids.ts';
import type { TokenAccess } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';

/**
 * `chat`, `message`: the field that names the chat, or a message of it. Without either the call concerns all
 * chats, or none (`isAboutNone`).
 */
interface TokenCall {
  readonly right: TokenRight;
  readonly chat?: string;
  readonly message?: string;
  readonly isAboutNone?: true;
}

const reads = (more: Omit<TokenCall, 'right'> = {}): TokenCall => ({ right: 'read', ...more });
const writes = (more: Omit<TokenCall, 'right'> = {}): TokenCall => ({ right: 'write', ...more });
const inChat = { chat: 'toContactId' } as const;
const ofMessage = { message: 'id' } as const;

/** The calls that a personal access token may make; every other call is refused (BOT-5). */
const CALLS: Readonly<Record<string, TokenCall>> = {
  '/common/pub/getSystemInfo': reads({ isAboutNone: true }),
  '/common/pub/bindUid': reads(),
  '/enterprise/im/getContacts': reads(),
  '/enterprise/im/sync': reads(),
  '/enterprise/im/getContactInfo': reads({ chat: 'id' }),
  '/enterprise/im/getUserInfo': reads({ isAboutNone: true }),
  '/enterprise/im/getMessageList': reads(inChat),
  '/enterprise/im/getMessagePins': reads(inChat),
  '/enterprise/im/getThread': reads(inChat),
  '/enterprise/im/readBy': reads(ofMessage),
  '/enterprise/im/reactions': reads(ofMessage),
  '/enterprise/im/voters': reads(ofMessage),
  '/enterprise/im/search': reads(inChat),
  '/enterprise/files/quota': reads({ isAboutNone: true }),
  '/enterprise/group/groupInfo': reads({ chat: 'group_id' }),
  '/enterprise/group/groupUserList': reads({ chat: 'group_id' }),
  '/enterprise/group/groupLines': reads({ chat: 'id' }),
  '/common/upload/renew': reads(),
  '/enterprise/im/sendMessage': writes(inChat),
  '/enterprise/im/setMsgIsRead': writes(inChat),
  '/enterprise/im/readAtMsg': writes(inChat),
  '/enterprise/im/editMessage': writes(ofMessage),
  '/enterprise/im/undoMessage': writes(ofMessage),
  '/enterprise/im/pinMessage': writes(ofMessage),
  '/enterprise/im/react': writes(ofMessage),
  '/enterprise/im/vote': writes(ofMessage),
  '/enterprise/im/closePoll': writes(ofMessage),
  '/enterprise/im/removePreview': writes(ofMessage),
  '/enterprise/im/followThread': writes(inChat),
  '/enterprise/im/forwardMessage': writes(),
  '/common/upload/uploadFile': writes(),
};

export const TOKEN_CALL_PATHS: readonly string[] = Object.keys(CALLS);

interface TokenRequest {
  readonly paths: readonly string[];
  readonly user: UserId;
  readonly access: TokenAccess;
  readonly body: unknown;
}

/**
 * The one place that compares a call with the rights of a token. What the token permits, its user must be
 * permitted as well: services check that for every session.
 */
export async function tokenRefusal(
  core: Pick<Core, 'store'>,
  { paths, user, access, body }: TokenRequest,
): Promise<Refusal | null> {
  const call = paths.map((path) => CALLS[path]).find((one) => one !== undefined);
  if (!call) return new Refusal('tokenCall');
  if (call.right === 'write' && access.right !== 'write') return new Refusal('tokenReads');
  if (access.chats === null || call.isAboutNone) return null;
  const named = await namedChats(core, call, user, body);
  const { chats } = access;
  return named !== null && named.every((chat) => chats.includes(chat)) ? null : new Refusal('tokenChats');
}

/** Null: the call names no chat, or one that its user cannot name. */
async function namedChats(
  core: Pick<Core, 'store'>,
  { chat, message }: TokenCall,
  user: UserId,
  body: unknown,
): Promise<readonly ContactId[] | null> {
  const bodies = Array.isArray(body) ? (body as readonly unknown[]) : [body];
  const field = chat ?? message;
  if (field === undefined) return null;
  const values = bodies.map((one) => (one as Readonly<Record<string, unknown>> | null)?.[field]);
  if (!values.every((value) => typeof value === 'string' || typeof value === 'number')) return null;
  if (chat !== undefined) return values.map((value) => contactId(value));
  const chats = await Promise.all(values.map((value) => chatOf(core, user, String(value))));
  return chats.every((one) => one !== null) ? chats : null;
}

async function chatOf(core: Pick<Core, 'store'>, user: UserId, id: string): Promise<ContactId | null> {
  const row = await core.store.read((tx) => tx.messages.byId(messageId(id)));
  if (!row || row.stream === userStream(user)) return null;
  return contactOfStream(user, row.stream);
}
