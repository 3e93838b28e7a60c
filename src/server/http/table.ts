import type * as v from 'valibot';
import { searchLimits as searching, serverLimits, uploadLimits } from '../../domain/limits.ts';
import type { Call } from '../../wire/calls/call.ts';
import * as accountCalls from '../../wire/calls/accounts.ts';
import * as contactCalls from '../../wire/calls/contacts.ts';
import { forwardMessage as forwardCall } from '../../wire/calls/forward-message.ts';
import * as friendCalls from '../../wire/calls/friends.ts';
import * as groupCalls from '../../wire/calls/groups.ts';
import * as fileCalls from '../../wire/calls/files.ts';
import { login as loginCall } from '../../wire/calls/login.ts';
import * as messageCalls from '../../wire/calls/messages.ts';
import * as momentCalls from '../../wire/calls/moments.ts';
import { pushSubscribe } from '../../wire/calls/push.ts';
import { register as registerCall } from '../../wire/calls/register.ts';
import { sendMessage as sendCall } from '../../wire/calls/send-message.ts';
import * as sessionCalls from '../../wire/calls/session.ts';
import { sendToMsg as signalCall } from '../../wire/calls/signalling.ts';
import { sendToMsg } from '../features/calls/calls.ts';
import { sync as syncCall } from '../../wire/calls/sync.ts';
import { sendCode } from '../features/auth/codes.ts';
import { login } from '../features/auth/login.ts';
import { editAccount, editPassword, updateUserInfo } from '../features/auth/own-account.ts';
import { register } from '../features/auth/register.ts';
import { bindGroup, bindUid, logout } from '../features/auth/session-calls.ts';
import { checkVersion } from '../features/config/check-version.ts';
import { getSystemInfo } from '../features/config/get-system-info.ts';
import { delChat, isNotice, setChatTop } from '../features/contacts/flags.ts';
import { getContactInfo, getUserInfo } from '../features/contacts/info.ts';
import { catchUp, getContacts } from '../features/contacts/list.ts';
import type { Context, SignedIn } from '../features/context.ts';
import type { EndpointAnswer } from '../kernel/request.ts';
import { emojiAdd, emojiDel, emojiIndex, emojiMove } from '../features/emoji/emoji.ts';
import { filesIndex } from '../features/files/list.ts';
import { deleteFriend, setNickname, update } from '../features/friends/answer.ts';
import { addFriend } from '../features/friends/apply.ts';
import { getApplyMsg, index, searchUser } from '../features/friends/lists.ts';
import { editGroupName, removeGroup } from '../features/groups/change.ts';
import { clearMessage } from '../features/groups/clear.ts';
import { scanGroup, scanUser } from '../features/groups/codes.ts';
import { createGroup as addGroup } from '../features/groups/found.ts';
import { joinGroup } from '../features/groups/join.ts';
import { getAllUser, groupInfo, groupUserList } from '../features/groups/lists.ts';
import { addGroupUser, removeUser } from '../features/groups/members.ts';
import { changeOwner, groupSetting, setManager, setNoSpeak, setNotice } from '../features/groups/rule.ts';
import { updateCard } from '../features/messages/card.ts';
import { forwardMessage } from '../features/messages/forward.ts';
import { getMessageList } from '../features/messages/history.ts';
import { readAtMsg, setMsgIsRead } from '../features/messages/read.ts';
import { sendMessage } from '../features/messages/send.ts';
import { delMessage, undoMessage } from '../features/messages/take-back.ts';
import * as moments from '../features/moments/moments.ts';
import { getAdminNotice } from '../features/notices/notices.ts';
import { subscribe } from '../features/push/subscribe.ts';
import { usedToday } from '../features/quotas/used.ts';
import { search } from '../features/search/search.ts';
import { uploadAvatar, uploadEmoji } from '../features/uploads/pictures.ts';
import { renewLink } from '../features/uploads/renew.ts';
import type { Given } from '../features/uploads/take.ts';
import { uploadFile } from '../features/uploads/upload-file.ts';
import type { FormKind } from '../kernel/form-kind.ts';
import type { Rate } from '../kernel/rate.ts';
import type { Refusal } from '../kernel/refusal.ts';

/** One row: where it answers, what it reads, who may, how often, and what does it. */
export interface Endpoint {
  readonly paths: readonly string[];
  readonly body: v.GenericSchema;
  /** `anyone` still learns who asks when a live token comes along. */
  readonly who: 'anyone' | 'signedIn';
  readonly rate: Rate | null;
  /** Also answers GET, with its fields in the address. */
  readonly alsoGet?: true;
  /** Reads a form with one file instead of plain fields. */
  readonly form?: FormKind;
  run(context: Context, body: unknown): Promise<EndpointAnswer | Refusal>;
}

/** The body handed to `run` was read by this very schema, so its type is the schema's. */
function open<S extends v.GenericSchema>(
  { paths, body }: Call<S>,
  run: (context: Context, body: v.InferOutput<S>) => Promise<EndpointAnswer | Refusal>,
  rate: Rate | null = null,
): Endpoint {
  return { paths, body, who: 'anyone', rate, run: (context, read) => run(context, read) };
}

function own<S extends v.GenericSchema>(
  { paths, body }: Call<S>,
  run: (context: SignedIn, body: v.InferOutput<S>) => Promise<EndpointAnswer | Refusal>,
  rate: Rate | null = null,
): Endpoint {
  // `who` makes sure that there is a session before `run` is reached.
  return { paths, body, who: 'signedIn', rate, run: (context, read) => run(context as SignedIn, read) };
}

function form<S extends v.GenericSchema>(
  kind: FormKind,
  { paths, body }: Call<S>,
  run: (
    context: SignedIn,
    body: v.InferOutput<S> & { readonly file: Given | null },
  ) => Promise<EndpointAnswer | Refusal>,
): Endpoint {
  return {
    paths,
    body,
    who: 'signedIn',
    rate: uploadLimits.rate,
    form: kind,
    run: (context, read) =>
      run(context as SignedIn, read as v.InferOutput<S> & { readonly file: Given | null }),
  };
}

export const TABLE: readonly Endpoint[] = [
  // These two count by themselves: a known device apart from strangers at its address (LIMIT-12).
  open(loginCall, login),
  open(accountCalls.sendCode, sendCode),
  open(registerCall, register, serverLimits.accountRate),
  { ...open(accountCalls.checkVersion, checkVersion, serverLimits.searchRate), alsoGet: true },
  open(groupCalls.scanGroup, scanGroup, serverLimits.searchRate),
  open(groupCalls.scanUser, scanUser, serverLimits.searchRate),
  open(pushSubscribe, subscribe, serverLimits.searchRate),
  open(sessionCalls.logout, logout),
  open(sessionCalls.offline, async () => ({})),
  open(sessionCalls.getSystemInfo, getSystemInfo),
  own(sessionCalls.bindUid, bindUid),
  own(sessionCalls.bindGroup, bindGroup),
  own(accountCalls.updateUserInfo, updateUserInfo, serverLimits.searchRate),
  own(accountCalls.editAccount, editAccount, serverLimits.searchRate),
  own(accountCalls.editPassword, editPassword, serverLimits.searchRate),
  own(accountCalls.getAdminNotice, getAdminNotice),

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
  own(accountCalls.updateCard, updateCard),
  own(signalCall, sendToMsg, serverLimits.signalRate),

  form('file', fileCalls.uploadFile, uploadFile),
  form('avatar', fileCalls.uploadAvatar, uploadAvatar),
  form('emoji', fileCalls.uploadEmoji, uploadEmoji),
  own(fileCalls.renewLink, renewLink, uploadLimits.rate),
  own(fileCalls.filesIndex, filesIndex, searching.rate),
  own(fileCalls.quotaCall, usedToday),
  own(fileCalls.search, search, searching.rate),
  own(fileCalls.emojiIndex, emojiIndex),
  own(fileCalls.emojiAdd, emojiAdd, uploadLimits.rate),
  own(fileCalls.emojiDel, emojiDel),
  own(fileCalls.emojiMove, emojiMove),

  own(friendCalls.searchUser, searchUser, serverLimits.searchRate),
  own(friendCalls.friendAdd, addFriend, serverLimits.searchRate),
  own(friendCalls.friendIndex, index),
  own(friendCalls.friendUpdate, update),
  own(friendCalls.friendSetNickname, setNickname),
  own(friendCalls.friendDel, deleteFriend),
  own(accountCalls.getApplyMsg, getApplyMsg),

  own(groupCalls.groupAdd, addGroup, serverLimits.searchRate),
  own(groupCalls.groupInfo, groupInfo),
  own(groupCalls.groupUserList, groupUserList),
  own(groupCalls.addGroupUser, addGroupUser, serverLimits.groupRate),
  own(groupCalls.removeUser, removeUser, serverLimits.groupRate),
  own(groupCalls.removeGroup, removeGroup, serverLimits.groupRate),
  own(groupCalls.editGroupName, editGroupName, serverLimits.groupRate),
  own(groupCalls.joinGroup, joinGroup, serverLimits.searchRate),
  own(groupCalls.setNotice, setNotice, serverLimits.groupRate),
  own(groupCalls.groupSetting, groupSetting, serverLimits.groupRate),
  own(groupCalls.setManager, setManager, serverLimits.groupRate),
  own(groupCalls.setNoSpeak, setNoSpeak, serverLimits.groupRate),
  own(groupCalls.changeOwner, changeOwner, serverLimits.groupRate),
  own(groupCalls.clearMessage, clearMessage, serverLimits.groupRate),
  own(groupCalls.getAllUser, getAllUser),

  own(momentCalls.momentList, moments.list),
  own(momentCalls.momentAdd, moments.addMoment, serverLimits.searchRate),
  own(momentCalls.momentDel, moments.deleteMoment),
  own(momentCalls.momentLike, moments.like, serverLimits.searchRate),
  own(momentCalls.momentComment, moments.comment, serverLimits.searchRate),
  own(momentCalls.momentUncomment, moments.uncomment),
];
