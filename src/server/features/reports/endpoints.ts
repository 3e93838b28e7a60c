import { reportLimits as limits } from '../../../domain/people-limits.ts';
import * as calls from '../../../wire/calls/friends.ts';
import { own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { report } from './report.ts';

export const reportEndpoints: readonly Endpoint[] = [own(calls.report, report, limits.rate)];
