import * as v from 'valibot';
import { textUpTo, withDefault } from '../scalars.ts';
import { ours } from './call.ts';
import { words } from './fields.ts';

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
