import * as v from 'valibot';
import { preferenceLimits as limits } from '../../domain/kept-limits.ts';
import { TIMER_DAYS } from '../../domain/vanish.ts';
import { flag, looseObject, maybe, rowId, textUpTo, whole, withDefault } from '../scalars.ts';
import { contactRef, defineCall, opRef, ours, pendingFields, userRef } from './call.ts';

export { getContactInfo, getContacts } from './sync.ts';
export const getUserInfo = defineCall('/enterprise/im/getUserInfo', v.object({ user_id: userRef }));
/** `is_group` is dropped: the id contains the kind. */
export const setChatTop = defineCall(
  '/enterprise/im/setChatTop',
  v.object({ id: contactRef, is_top: flag, ...pendingFields }),
);
/** Ours refines partial mutes: `at_only` and `quiet_until`, in ms (ALERT-1, ALERT-3). */
export const isNotice = defineCall(
  '/enterprise/im/isNotice',
  v.object({
    id: contactRef,
    is_notice: flag,
    at_only: v.optional(flag, false),
    quiet_until: v.optional(whole, 0),
    ...pendingFields,
  }),
);
/** Out of the list, into the archive, and back (ARCHIVED-1). */
export const archiveChat = ours(
  '/enterprise/im/archiveChat',
  v.object({ id: contactRef, on: flag, ...pendingFields }),
);
/** A dot beside a chat that is read, or none any more (UNREAD-1); `n`: from that message on (UNREAD-3). */
export const markUnread = ours(
  '/enterprise/im/markUnread',
  v.object({ id: contactRef, on: flag, n: maybe(rowId), ...pendingFields }),
);
export const delChat = defineCall('/enterprise/im/delChat', v.object({ id: contactRef }));

/** Ours: from now on, messages there remain for this many days; 0: permanently (VANISH-1). */
export const setTimer = defineCall(
  '/enterprise/im/setTimer',
  v.object({ toContactId: contactRef, days: v.pipe(whole, v.picklist(TIMER_DAYS)) }),
);

/** Stores a preference for all the user's devices; without a value, deletes it (KEPT-1). */
export const keep = ours(
  '/enterprise/im/keep',
  v.object({
    name: v.pipe(textUpTo(limits.nameMax), v.minLength(1)),
    op: v.pipe(opRef, v.minLength(1)),
    value: looseObject,
    ...pendingFields,
  }),
);
/** All preferences of the user; `skip`: the number of earlier rows (KEPT-2). */
export const getKept = ours('/enterprise/im/getKept', v.object({ skip: withDefault(whole, 0) }));
