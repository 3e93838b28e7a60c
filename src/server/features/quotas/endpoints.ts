import * as fileCalls from '../../../wire/calls/files.ts';
import { own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { usageToday } from './used.ts';

export const quotaEndpoints: readonly Endpoint[] = [own(fileCalls.quotaCall, usageToday)];
