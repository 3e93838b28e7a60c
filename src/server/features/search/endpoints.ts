import { searchLimits as searching } from '../../../domain/limits.ts';
import * as fileCalls from '../../../wire/calls/files.ts';
import { own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { search } from './search.ts';

export const searchEndpoints: readonly Endpoint[] = [own(fileCalls.search, search, searching.rate)];
