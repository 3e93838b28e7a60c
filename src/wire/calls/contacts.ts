import * as v from 'valibot';
import { flag } from '../scalars.ts';
import { defineCall } from './call.ts';
import { contactRef, userRef } from './fields.ts';

export const getContacts = defineCall('/enterprise/im/getContacts', v.object({}));
export const getContactInfo = defineCall('/enterprise/im/getContactInfo', v.object({ id: contactRef }));
export const getUserInfo = defineCall('/enterprise/im/getUserInfo', v.object({ user_id: userRef }));
/** `is_group` is dropped: the id itself says what it names. */
export const setChatTop = defineCall('/enterprise/im/setChatTop', v.object({ id: contactRef, is_top: flag }));
export const isNotice = defineCall('/enterprise/im/isNotice', v.object({ id: contactRef, is_notice: flag }));
export const delChat = defineCall('/enterprise/im/delChat', v.object({ id: contactRef }));
