import type * as v from 'valibot';
import { server } from '../../domain/limits.ts';
import type { Call } from '../../wire/calls/call.ts';
import * as contactCalls from '../../wire/calls/contacts.ts';
import { forwardMessage as forwardCall } from '../../wire/calls/forward-message.ts';
import * as friendCalls from '../../wire/calls/friends.ts';
import * as groupCalls from '../../wire/calls/groups.ts';
import { login as loginCall } from '../../wire/calls/login.ts';
import * as messageCalls from '../../wire/calls/messages.ts';
import { register as registerCall } from '../../wire/calls/register.ts';
import { sendMessage as sendCall } from '../../wire/calls/send-message.ts';
import * as sessionCalls from '../../wire/calls/session.ts';
import { sync as syncCall } from '../../wire/calls/sync.ts';
import { login } from '../services/auth/login.ts';
import { register } from '../services/auth/register.ts';
import { bindGroup, bindUid, logout } from '../services/auth/session-calls.ts';
import { getSystemInfo } from '../services/config/get-system-info.ts';
import { delChat, isNotice, setChatTop } from '../services/contacts/flags.ts';
import { getContactInfo, getUserInfo } from '../services/contacts/info.ts';
import { catchUp, getContacts } from '../services/contacts/list.ts';
import type { Answer, Context, SignedIn } from '../services/context.ts';
import { del, setNickname, update } from '../services/friends/answer.ts';
import { add as addFriend } from '../services/friends/apply.ts';
import { index, searchUser } from '../services/friends/lists.ts';
import { editGroupName, removeGroup } from '../services/groups/change.ts';
import { add as addGroup } from '../services/groups/found.ts';
import { groupInfo, groupUserList } from '../services/groups/lists.ts';
import { addGroupUser, removeUser } from '../services/groups/members.ts';
import { forwardMessage } from '../services/messages/forward.ts';
import { getMessageList } from '../services/messages/history.ts';
import { readAtMsg, setMsgIsRead } from '../services/messages/read.ts';
import { sendMessage } from '../services/messages/send.ts';
import { delMessage, undoMessage } from '../services/messages/take-back.ts';
import type { Rate } from './rate.ts';

/** One row: where it answers, what it reads, who may, how often, and what does it. */
export interface Row {
  readonly paths: readonly string[];
  readonly body: v.GenericSchema;
  /** `anyone` still learns who asks when a live token comes along. */
  readonly who: 'anyone' | 'signedIn';
  readonly rate: Rate | null;
  run(context: Context, body: unknown): Promise<Answer>;
}

/** The body handed to `run` was read by this very schema, so its type is the schema's. */
function open<S extends v.GenericSchema>({ paths, body }: Call<S>, run: (context: Context, body: v.InferOutput<S>) => Promise<Answer>, rate: Rate | null = null): Row {
  return { paths, body, who: 'anyone', rate, run: (context, read) => run(context, read) };
}

function own<S extends v.GenericSchema>({ paths, body }: Call<S>, run: (context: SignedIn, body: v.InferOutput<S>) => Promise<Answer>, rate: Rate | null = null): Row {
  // `who` makes sure that there is a session before `run` is reached.
  return { paths, body, who: 'signedIn', rate, run: (context, read) => run(context as SignedIn, read) };
}

export const TABLE: readonly Row[] = [
  open(loginCall, login, server.accountRate),
  open(registerCall, register, server.accountRate),
  open(sessionCalls.logout, logout),
  open(sessionCalls.getSystemInfo, getSystemInfo),
  own(sessionCalls.bindUid, bindUid),
  own(sessionCalls.bindGroup, bindGroup),

  own(contactCalls.getContacts, getContacts),
  own(syncCall, catchUp),
  own(contactCalls.getContactInfo, getContactInfo),
  own(contactCalls.getUserInfo, getUserInfo),
  own(contactCalls.setChatTop, setChatTop),
  own(contactCalls.isNotice, isNotice),
  own(contactCalls.delChat, delChat),

  own(sendCall, sendMessage),
  own(forwardCall, forwardMessage),
  own(messageCalls.getMessageList, getMessageList),
  own(messageCalls.setMsgIsRead, setMsgIsRead),
  own(messageCalls.readAtMsg, readAtMsg),
  own(messageCalls.undoMessage, undoMessage),
  own(messageCalls.delMessage, delMessage),

  own(friendCalls.searchUser, searchUser, server.searchRate),
  own(friendCalls.friendAdd, addFriend, server.searchRate),
  own(friendCalls.friendIndex, index),
  own(friendCalls.friendUpdate, update),
  own(friendCalls.friendSetNickname, setNickname),
  own(friendCalls.friendDel, del),

  own(groupCalls.groupAdd, addGroup, server.searchRate),
  own(groupCalls.groupInfo, groupInfo),
  own(groupCalls.groupUserList, groupUserList),
  own(groupCalls.addGroupUser, addGroupUser),
  own(groupCalls.removeUser, removeUser),
  own(groupCalls.removeGroup, removeGroup),
  own(groupCalls.editGroupName, editGroupName),
];
