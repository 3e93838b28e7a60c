import * as calls from '../../../wire/calls/bots.ts';
import { serverLimits } from '../../kernel/limits.ts';
import { proved } from '../auth/proof.ts';
import { type Endpoint, own } from '../endpoint.ts';
import { addBot, getBots, removeBot, renameBot } from './bots.ts';
import { addToken, removeToken } from './tokens.ts';

export const botEndpoints: readonly Endpoint[] = [
  own(calls.getBots, getBots, serverLimits.searchRate),
  own(calls.addBot, addBot, serverLimits.accountRate),
  own(calls.renameBot, renameBot, serverLimits.searchRate),
  own(calls.removeBot, proved(removeBot), serverLimits.searchRate),
  own(calls.addToken, proved(addToken), serverLimits.searchRate),
  own(calls.removeToken, removeToken, serverLimits.searchRate),
];
