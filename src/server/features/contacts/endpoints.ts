import * as contactCalls from '../../../wire/calls/contacts.ts';
import { sync as syncCall } from '../../../wire/calls/sync.ts';
import { own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { archiveChat, delChat, isNotice, markUnread, setChatTop } from './flags.ts';
import { getContactInfo, getUserInfo } from './info.ts';
import { catchUp, getContacts } from './list.ts';

export const contactEndpoints: readonly Endpoint[] = [
  own(contactCalls.getContacts, getContacts),
  own(syncCall, catchUp),
  own(contactCalls.getContactInfo, getContactInfo),
  own(contactCalls.getUserInfo, getUserInfo),
  own(contactCalls.setChatTop, setChatTop),
  own(contactCalls.isNotice, isNotice),
  own(contactCalls.archiveChat, archiveChat),
  own(contactCalls.markUnread, markUnread),
  own(contactCalls.delChat, delChat),
];
