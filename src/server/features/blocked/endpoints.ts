import { blockLimits as limits } from '../../../domain/people-limits.ts';
import * as calls from '../../../wire/calls/friends.ts';
import { own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { blockedPeople, blockPerson } from './block-person.ts';

export const blockedEndpoints: readonly Endpoint[] = [
  own(calls.blockPerson, blockPerson, limits.rate),
  own(calls.blockedPeople, blockedPeople),
];
