import * as calls from '../../../wire/calls/accounts.ts';
import { serverLimits } from '../../kernel/limits.ts';
import { own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { eraseOwn, getOwnData } from './erase-own.ts';

export const erasingEndpoints: readonly Endpoint[] = [
  own(calls.getOwnData, getOwnData, serverLimits.searchRate),
  own(calls.eraseAccount, eraseOwn, serverLimits.accountRate),
];
