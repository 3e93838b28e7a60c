import * as accountCalls from '../../../wire/calls/accounts.ts';
import { own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { getAdminNotice } from './notices.ts';

export const noticeEndpoints: readonly Endpoint[] = [own(accountCalls.getAdminNotice, getAdminNotice)];
