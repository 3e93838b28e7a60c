import * as accountCalls from '../../../wire/calls/accounts.ts';
import * as sessionCalls from '../../../wire/calls/session.ts';
import { configAt, configData } from '../../frames/config-data.ts';
import { relayLogin } from '../../frames/relay-login.ts';
import { serverLimits } from '../../kernel/limits.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { Context } from '../context.ts';
import { type Endpoint, open } from '../endpoint.ts';
import { checkVersion } from './check-version.ts';

export const configEndpoints: readonly Endpoint[] = [
  { ...open(accountCalls.checkVersion, checkVersion, serverLimits.searchRate), alsoGet: true },
  open(sessionCalls.getSystemInfo, getSystemInfo),
];

/** CONF-1. How people register is a setting of the start, not of the database (START-3). */
async function getSystemInfo({ core, session, origin }: Context): Promise<EndpointAnswer> {
  const config = configAt(core, origin);
  return {
    data: session
      ? configData(config, 'user', relayLogin(core, session.user))
      : configData(config, 'stranger'),
  };
}
