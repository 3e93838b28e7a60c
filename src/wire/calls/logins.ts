import * as v from 'valibot';
import { ours } from './call.ts';

/** The user's logins (LOGINS-1). */
export const getLogins = ours('/enterprise/im/getLogins', v.object({}));
/** One of them, by its id in the list, or all but the current one (LOGINS-2). */
export const endLogin = ours(
  '/enterprise/im/endLogin',
  v.object({ id: v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{32}|others)$/)) }),
);
