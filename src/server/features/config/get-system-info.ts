import { configAt, configData } from '../../frames/config-data.ts';
import { relayLogin } from '../../frames/relay-login.ts';
import type { Context } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';

/** CONF-1. How people register is a setting of the start, not of the database (START-3). */
export async function getSystemInfo({ core, session, origin }: Context): Promise<EndpointAnswer> {
  const config = configAt(core, origin);
  return {
    data: session
      ? configData(config, 'user', relayLogin(core, session.user))
      : configData(config, 'stranger'),
  };
}
