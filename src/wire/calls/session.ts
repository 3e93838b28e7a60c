import * as v from 'valibot';
import { maybe, textUpTo } from '../scalars.ts';
import { clientRef, defineCall, groupRef, userRef } from './call.ts';

export const logout = defineCall(
  '/common/pub/logout',
  v.object({
    client_id: maybe(clientRef),
    /**
     * The key of the login to end, as the login's answer contained it; absent: the login of the token
     * (SESS-6).
     */
    key: maybe(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
  }),
);

export const bindUid = defineCall(
  '/common/pub/bindUid',
  v.object({ client_id: clientRef, user_id: userRef, cid: maybe(textUpTo(200)) }),
);

/** The second path exists for clients that use it; both do the same (GROUP-7). */
export const bindGroup = defineCall(
  ['/common/pub/bindGroup', '/common/index/bindGroup'],
  v.object({ client_id: clientRef, group_id: groupRef }),
);

/** Some clients report that they go offline; presence depends on sockets only (PRES-1). */
export const offline = defineCall('/common/pub/offline', v.object({}));

export const getSystemInfo = defineCall('/common/pub/getSystemInfo', v.object({}));
