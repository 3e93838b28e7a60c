import * as v from 'valibot';
import { SEEN_BY } from '../../domain/privacy.ts';
import { flag, int, looseObject, maybe, textUpTo, withDefault } from '../scalars.ts';
import { defineCall } from './call.ts';
import { messageRef, words } from './fields.ts';

export { checkVersion, getAdminNotice } from './first.ts';

const account = withDefault(v.pipe(words, v.trim()), '');
const code = withDefault(v.pipe(textUpTo(16), v.trim()), '');

/** 1 login, 2 register, 3 change password, 4 change account. */
export const sendCode = defineCall(
  '/common/pub/sendCode',
  v.object({ account, type: withDefault(v.pipe(int, v.picklist([1, 2, 3, 4])), 1) }),
);
export const updateUserInfo = defineCall(
  '/enterprise/im/updateUserInfo',
  v.object({
    realname: withDefault(v.pipe(words, v.trim()), ''),
    email: withDefault(v.pipe(words, v.trim()), ''),
    motto: withDefault(v.pipe(words, v.trim()), ''),
    sex: withDefault(v.pipe(int, v.picklist([0, 1, 2])), 2),
  }),
);
const choice = maybe(v.picklist(SEEN_BY));
/** Privacy and reachability of the user; absent fields are unchanged (SEEN-2, REACH-1). */
export const setPrivacy = defineCall(
  '/enterprise/im/setPrivacy',
  v.object({
    typing: maybe(flag),
    seen: choice,
    read: maybe(flag),
    adds: choice,
    calls: choice,
    found: choice,
  }),
);
export const editAccount = defineCall(
  '/enterprise/im/editAccount',
  v.object({ account, code, newCode: code }),
);
export const editPassword = defineCall(
  '/enterprise/im/editPassword',
  v.object({
    password: withDefault(words, ''),
    code,
    originalPassword: withDefault(words, ''),
    /** Ours: passkeys stay; else they are removed (ACC-20). */
    keepPasskeys: withDefault(flag, false),
  }),
);
export const updateCard = defineCall(
  '/enterprise/im/updateCard',
  v.object({ id: messageRef, extends: looseObject }),
);
export const getApplyMsg = defineCall('/enterprise/friend/getApplyMsg', v.object({}));
