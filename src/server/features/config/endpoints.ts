import { serverLimits } from '../../kernel/limits.ts';
import * as accountCalls from '../../../wire/calls/accounts.ts';
import * as sessionCalls from '../../../wire/calls/session.ts';
import { open } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { checkVersion } from './check-version.ts';
import { getSystemInfo } from './get-system-info.ts';

export const configEndpoints: readonly Endpoint[] = [
  { ...open(accountCalls.checkVersion, checkVersion, serverLimits.searchRate), alsoGet: true },
  open(sessionCalls.getSystemInfo, getSystemInfo),
];
