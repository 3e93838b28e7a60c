import * as v from 'valibot';
import { maybe, text, textUpTo, withDefault } from '../scalars.ts';
import { call } from './call.ts';
import { clientRef, words } from './fields.ts';

export const login = call(
  '/common/pub/login',
  v.object({
    account: withDefault(v.pipe(words, v.trim()), ''),
    password: withDefault(words, ''),
    client_id: maybe(clientRef),
    terminal: withDefault(v.pipe(text, v.transform((name) => name.slice(0, 32))), 'web'),
    cid: maybe(textUpTo(200)),
  }),
);
