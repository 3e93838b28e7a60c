import { exportData as call } from '../../../wire/calls/accounts.ts';
import { exportLimits as limits } from '../../kernel/limits.ts';
import { own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { exportOwn } from './export-own.ts';

export const exportingEndpoints: readonly Endpoint[] = [own(call, exportOwn, limits.rate)];
