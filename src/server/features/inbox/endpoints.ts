import { inboxLimits as limits } from '../../../domain/message-limits.ts';
import * as calls from '../../../wire/calls/inbox.ts';
import { own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { markDone } from './done.ts';
import { getInbox } from './list.ts';

export const inboxEndpoints: readonly Endpoint[] = [
  own(calls.getInbox, getInbox, limits.rate),
  own(calls.inboxDone, markDone, limits.rate),
];
