import * as v from 'valibot';
import { flag, int, textUpTo, whole, withDefault } from '../scalars.ts';
import { defineCall } from './call.ts';
import { contactRef } from './fields.ts';

/** Calls of every start, apart from the calls of single pages: the list of chats loads only these. */
export const getContacts = defineCall('/enterprise/im/getContacts', v.object({}));
export const getContactInfo = defineCall('/enterprise/im/getContactInfo', v.object({ id: contactRef }));
export const getAdminNotice = defineCall('/enterprise/im/getAdminNotice', v.object({}));
/** Also as GET; `setupPage` as text `false` is false. */
export const checkVersion = defineCall(
  '/common/pub/checkVersion',
  v.object({
    release: withDefault(whole, 0),
    version: withDefault(textUpTo(40), ''),
    type: withDefault(int, 1_101),
    setupPage: withDefault(flag, false),
  }),
);
