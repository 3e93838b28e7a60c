import { preferenceLimits as limits } from '../../../domain/kept-limits.ts';
import * as calls from '../../../wire/calls/contacts.ts';
import { own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { getKept, keep } from './keep.ts';

export const preferenceEndpoints: readonly Endpoint[] = [
  own(calls.keep, keep, limits.rate),
  own(calls.getKept, getKept, limits.rate),
];
