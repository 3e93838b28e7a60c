import * as v from 'valibot';
import { flag } from '../scalars.ts';
import { call } from './call.ts';
import { contactRef, userRef } from './fields.ts';

export const getContacts = call('/enterprise/im/getContacts', v.object({}));
export const getContactInfo = call('/enterprise/im/getContactInfo', v.object({ id: contactRef }));
export const getUserInfo = call('/enterprise/im/getUserInfo', v.object({ user_id: userRef }));
/** `is_group` is dropped: the id itself says what it names. */
export const setChatTop = call('/enterprise/im/setChatTop', v.object({ id: contactRef, is_top: flag }));
export const isNotice = call('/enterprise/im/isNotice', v.object({ id: contactRef, is_notice: flag }));
export const delChat = call('/enterprise/im/delChat', v.object({ id: contactRef }));
