import type * as v from 'valibot';
import type { sync as syncCall } from '../../../wire/calls/sync.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { contactsAnswer } from '../sync/contacts-answer.ts';
import { sync } from '../sync/sync.ts';

/**
 * The whole list with its cursor; `count` and `page` of the envelope speak of applications (protocol 2.1).
 */
export async function getContacts({ core, session }: SignedIn): Promise<EndpointAnswer> {
  const { rows, count, page, ...place } = await contactsAnswer(core, session.user);
  return { data: rows, count, page, beside: place };
}

/** SYNC-1. */
export async function catchUp(
  { core, session }: SignedIn,
  body: v.InferOutput<typeof syncCall.body>,
): Promise<EndpointAnswer> {
  return { data: await sync(core, session.user, body) };
}
