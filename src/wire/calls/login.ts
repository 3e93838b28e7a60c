import * as v from 'valibot';
import { LOGIN_PATH } from '../first-call.ts';
import { maybe, text, textUpTo, withDefault } from '../scalars.ts';
import { clientRef, defineCall, words } from './call.ts';

/** Unparsed answer of a browser: JSON. */
export const passkeyAnswer = withDefault(textUpTo(16_384), '');

export const login = defineCall(
  LOGIN_PATH,
  v.object({
    account: withDefault(v.pipe(words, v.trim()), ''),
    password: withDefault(words, ''),
    /** A mailed code; replaces the password (ACC-10). */
    code: withDefault(v.pipe(textUpTo(16), v.trim()), ''),
    /** Second step: the code of the user's app, or a recovery code (SECOND-2). */
    otp: withDefault(v.pipe(textUpTo(32), v.trim()), ''),
    /**
     * Password of the account here, in addition to that of the organisation, which opens it from now on
     * (LDAP-4).
     */
    ownPassword: withDefault(words, ''),
    /** Answer of a passkey: alone, or beside a password instead of `otp` (PASSKEY-2). */
    passkey: passkeyAnswer,
    /** Identity at a provider, as `finishOpenId` has signed it (OIDC-4). */
    openId: withDefault(textUpTo(4_096), ''),
    /** Token of a link that admits guests (GUEST-2). */
    guest: withDefault(textUpTo(120), ''),
    /** Chosen name of a guest, or of a new user from a provider. */
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
