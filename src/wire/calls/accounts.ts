import * as v from 'valibot';
import { SEEN_BY } from '../../domain/privacy.ts';
import { flag, int, looseObject, maybe, textUpTo, whole, withDefault } from '../scalars.ts';
import { passkeyAnswer } from './login.ts';
import { defineCall, formBase, messageRef, ours, shown, words } from './call.ts';

export { checkVersion, getAdminNotice } from './sync.ts';

const account = withDefault(v.pipe(words, v.trim()), '');
const code = withDefault(v.pipe(textUpTo(16), v.trim()), '');

/** 1 login, 2 register, 3 change password, 4 change account, 5 proof of presence (ours, ACC-27). */
export const sendCode = defineCall(
  '/common/pub/sendCode',
  v.object({ account, type: withDefault(v.pipe(int, v.picklist([1, 2, 3, 4, 5])), 1) }),
);
const sex = v.pipe(int, v.picklist([0, 1, 2]));
export const updateUserInfo = defineCall(
  '/enterprise/im/updateUserInfo',
  v.object({
    realname: withDefault(v.pipe(words, v.trim()), ''),
    email: withDefault(v.pipe(words, v.trim()), ''),
    motto: withDefault(v.pipe(words, v.trim()), ''),
    sex: withDefault(sex, 2),
    base: formBase(v.object({ realname: shown, email: shown, motto: shown, sex: maybe(sex) })),
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
    forwards: choice,
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

/** The user's logins (LOGINS-1). */
export const getLogins = ours('/enterprise/im/getLogins', v.object({}));
/** One of them, by its id in the list, or all but the current one (LOGINS-2). */
export const endLogin = ours(
  '/enterprise/im/endLogin',
  v.object({ id: v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{32}|others)$/)) }),
);

/** Facts about erasing the user's data (DATA-5). */
export const getOwnData = ours('/enterprise/im/getOwnData', v.object({}));
/** Erases the user's account permanently; requires the password again (DATA-5). */
export const eraseAccount = ours(
  '/enterprise/im/eraseAccount',
  v.object({ password: withDefault(words, '') }),
);
/** Returns the address of an archive of the user's data; requires the password again (DATA-7). */
export const exportData = ours('/enterprise/im/exportData', v.object({ password: withDefault(words, '') }));

/** Code of the app, or a recovery code; blanks and dashes are ignored. */
export const otp = withDefault(v.pipe(textUpTo(32), v.trim()), '');
const password = withDefault(words, '');

/** Proves for ten minutes that the user is present: changes of the account ask for it (ACC-27). */
export const prove = ours('/enterprise/im/prove', v.object({ password, otp, passkey: passkeyAnswer, code }));

/** Reports whether the user's logins require a second step (SECOND-1). */
export const getSecondStep = ours('/enterprise/im/getSecondStep', v.object({}));
export const beginSecondStep = ours('/enterprise/im/beginSecondStep', v.object({ password }));
export const confirmSecondStep = ours('/enterprise/im/confirmSecondStep', v.object({ otp }));
export const endSecondStep = ours('/enterprise/im/endSecondStep', v.object({ password, otp }));

const key = (length: number) => withDefault(v.pipe(textUpTo(length), v.regex(/^[\w-]*=*$/)), '');

/** Declines a call on its notification, by the secret name of the device (PUSH-25). */
export const pushDecline = ours(
  '/common/push/decline',
  v.object({
    cid: textUpTo(200),
    toContactId: textUpTo(64),
    call: textUpTo(64),
    place: withDefault(whole, 0),
  }),
);

/** Turns mails about unread messages on or off; without `on` only reports it (DIGEST-1). */
export const mailDigest = ours('/enterprise/im/mailDigest', v.object({ on: maybe(flag) }));

/** Returns only the public key for the subscription if the endpoint is absent. */
export const pushSubscribe = ours(
  '/common/push/subscribe',
  v.object({
    endpoint: withDefault(textUpTo(1_000), ''),
    p256dh: key(100),
    auth: key(40),
    platform: withDefault(v.fallback(v.picklist(['android', 'ios', 'other']), 'other'), 'other'),
    /** 0: pushes contain no content. */
    content: withDefault(flag, true),
    /** The device's own earlier name. */
    cid: maybe(textUpTo(200)),
  }),
);
