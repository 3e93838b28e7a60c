import { serverLimits } from '../../kernel/limits.ts';
import { pushSubscribe } from '../../../wire/calls/accounts.ts';
import { open } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { subscribe } from './subscribe.ts';

export const pushEndpoints: readonly Endpoint[] = [open(pushSubscribe, subscribe, serverLimits.searchRate)];
