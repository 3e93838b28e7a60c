import * as v from 'valibot';
import { textUpTo, withDefault } from '../scalars.ts';
import { ours } from './call.ts';
import { words } from './fields.ts';

const provider = v.pipe(textUpTo(32), v.minLength(1));

/** Where a browser goes to log in elsewhere (OIDC-3). */
export const beginOpenId = ours('/common/pub/beginOpenId', v.object({ provider }));
/** `answer`: the query that the browser came back with. */
export const finishOpenId = ours(
  '/common/pub/finishOpenId',
  v.object({ provider, answer: withDefault(textUpTo(8_192), '') }),
);
/** Logins elsewhere that open one's own account (OIDC-6). */
export const getOpenIds = ours('/enterprise/im/getOpenIds', v.object({}));
export const removeOpenId = ours(
  '/enterprise/im/removeOpenId',
  v.object({ id: v.pipe(textUpTo(128), v.minLength(1)), password: withDefault(words, '') }),
);
