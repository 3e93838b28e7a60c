import * as v from 'valibot';
import { passkeyLimits } from '../../domain/account-limits.ts';
import { textUpTo, withDefault } from '../scalars.ts';
import { defineCall, ours, words } from './call.ts';
import { passkeyAnswer } from './login.ts';

const id = v.pipe(textUpTo(2_048), v.minLength(1));

const name = withDefault(v.pipe(textUpTo(passkeyLimits.nameMax), v.trim()), '');

/** Passkey options for a browser at a login (PASSKEY-2). */
export const askPasskey = ours('/common/pub/askPasskey', v.object({}));

export const getPasskeys = ours('/enterprise/im/getPasskeys', v.object({}));

/** Options for a browser to create a passkey (PASSKEY-1). */
export const beginPasskey = ours(
  '/enterprise/im/beginPasskey',
  v.object({ password: withDefault(words, '') }),
);

export const addPasskey = ours('/enterprise/im/addPasskey', v.object({ passkey: passkeyAnswer, name }));

export const renamePasskey = ours('/enterprise/im/renamePasskey', v.object({ id, name }));

export const removePasskey = ours('/enterprise/im/removePasskey', v.object({ id }));

const provider = v.pipe(textUpTo(32), v.minLength(1));

/** Address to which a browser goes for a login at a provider (OIDC-3). */
export const beginOpenId = ours('/common/pub/beginOpenId', v.object({ provider }));

/** `answer`: the query of the browser's return. */
export const finishOpenId = ours(
  '/common/pub/finishOpenId',
  v.object({ provider, answer: withDefault(textUpTo(8_192), '') }),
);

/** Provider logins that open the user's account (OIDC-6). */
export const getOpenIds = ours('/enterprise/im/getOpenIds', v.object({}));

export const removeOpenId = ours(
  '/enterprise/im/removeOpenId',
  v.object({ id: v.pipe(textUpTo(128), v.minLength(1)), password: withDefault(words, '') }),
);

export const register = defineCall(
  '/common/pub/register',
  v.object({
    account: withDefault(v.pipe(words, v.trim()), ''),
    realname: withDefault(v.pipe(words, v.trim()), ''),
    password: withDefault(words, ''),
    repass: v.optional(words),
    code: withDefault(v.pipe(words, v.trim()), ''),
    inviteCode: withDefault(v.pipe(words, v.trim()), ''),
  }),
);
