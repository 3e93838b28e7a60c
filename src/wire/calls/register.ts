import * as v from 'valibot';
import { withDefault } from '../scalars.ts';
import { defineCall } from './call.ts';
import { words } from './fields.ts';

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
