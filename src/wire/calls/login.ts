import * as v from 'valibot';
import { maybe, text, textUpTo, withDefault } from '../scalars.ts';
import { LOGIN_PATH } from '../first-call.ts';
import { defineCall } from './call.ts';
import { passkeyAnswer } from './passkeys.ts';
import { clientRef, words } from './fields.ts';

export const login = defineCall(
  LOGIN_PATH,
  v.object({
    account: withDefault(v.pipe(words, v.trim()), ''),
    password: withDefault(words, ''),
    /** Of a code by mail; takes the place of the password (ACC-10). */
    code: withDefault(v.pipe(textUpTo(16), v.trim()), ''),
    /** Of whoever wants a second step: the code of their app, or one for recovery (SECOND-2). */
    otp: withDefault(v.pipe(textUpTo(32), v.trim()), ''),
    /** Of the account here, beside that of the organisation which is to open it from now on (LDAP-4). */
    ownPassword: withDefault(words, ''),
    /** Of a browser: alone, or beside a password in the place of `otp` (PASSKEY-2). */
    passkey: passkeyAnswer,
    /** Who somebody is elsewhere, as `finishOpenId` has signed it (OIDC-4). */
    openId: withDefault(textUpTo(4_096), ''),
    /** Of somebody new who comes that way: how they want to be called. */
    realname: withDefault(words, ''),
    client_id: maybe(clientRef),
    terminal: withDefault(
      v.pipe(
        text,
        v.transform((name) => name.slice(0, 32)),
      ),
      'web',
    ),
    cid: maybe(textUpTo(200)),
  }),
);
