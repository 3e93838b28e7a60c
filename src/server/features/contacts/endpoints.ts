import type * as v from 'valibot';
import * as contactCalls from '../../../wire/calls/contacts.ts';
import { sync as syncCall } from '../../../wire/calls/sync.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { SignedIn } from '../context.ts';
import { type Endpoint, own } from '../endpoint.ts';
import { contactsAnswer } from '../sync/contacts-answer.ts';
import { sync } from '../sync/sync.ts';
import { archiveChat, delChat, isNotice, markUnread, setChatTop } from './flags.ts';
import { getContactInfo, getUserInfo } from './info.ts';

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

/**
 * The whole list with its cursor; `count` and `page` of the envelope speak of applications (protocol 2.1).
 */
async function getContacts({ core, session }: SignedIn): Promise<EndpointAnswer> {
  const { rows, count, page, ...place } = await contactsAnswer(core, session.user);
  return { data: rows, count, page, beside: place };
}

/** SYNC-1. */
async function catchUp(
  { core, session }: SignedIn,
  body: v.InferOutput<typeof syncCall.body>,
): Promise<EndpointAnswer> {
  return { data: await sync(core, session.user, body) };
}
