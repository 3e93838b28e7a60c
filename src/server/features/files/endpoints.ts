import { searchLimits as searching } from '../../../domain/limits.ts';
import * as fileCalls from '../../../wire/calls/files.ts';
import { own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { filesIndex } from './list.ts';

export const fileEndpoints: readonly Endpoint[] = [own(fileCalls.filesIndex, filesIndex, searching.rate)];
