import * as v from 'valibot';
import { flag } from '../scalars.ts';
import { defineCall } from './call.ts';
import { contactRef, userRef } from './fields.ts';

export { getContactInfo, getContacts } from './first.ts';
export const getUserInfo = defineCall('/enterprise/im/getUserInfo', v.object({ user_id: userRef }));
/** `is_group` is dropped: the id itself says what it names. */
export const setChatTop = defineCall('/enterprise/im/setChatTop', v.object({ id: contactRef, is_top: flag }));
export const isNotice = defineCall('/enterprise/im/isNotice', v.object({ id: contactRef, is_notice: flag }));
export const delChat = defineCall('/enterprise/im/delChat', v.object({ id: contactRef }));
