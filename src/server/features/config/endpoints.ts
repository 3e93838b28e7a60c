import type * as v from 'valibot';
import { app } from '../../../domain/limits.ts';
import { isNewer } from '../../../domain/versions.ts';
import * as accountCalls from '../../../wire/calls/accounts.ts';
import type { checkVersion as call } from '../../../wire/calls/accounts.ts';
import * as sessionCalls from '../../../wire/calls/session.ts';
import { configAt, configData, relayLogin } from '../../frames/config-data.ts';
import { serverLimits } from '../../kernel/limits.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { Context } from '../context.ts';
import { type Endpoint, open } from '../endpoint.ts';

export const configEndpoints: readonly Endpoint[] = [
  { ...open(accountCalls.checkVersion, checkVersion, serverLimits.searchRate), alsoGet: true },
  open(sessionCalls.getSystemInfo, getSystemInfo),
];

/** CONF-1. How people register is a setting of the start, not of the database (START-3). */
async function getSystemInfo({ core, session, origin }: Context): Promise<EndpointAnswer> {
  const config = configAt(core, origin);
  return {
    data: session
      ? configData(config, session.isGuest ? 'guest' : 'user', relayLogin(core, session.user))
      : configData(config, 'stranger'),
  };
}

const ANDROID = 1_101;

/** UPD-5. An empty address means that no update exists. A manual check always asks, never forces. */
async function checkVersion(
  { core }: Context,
  { release, version, type, setupPage }: v.InferOutput<typeof call.body>,
): Promise<EndpointAnswer> {
  const newest = await core.store.read((tx) => tx.config.release());
  if (!newest) {
    return {
      data: {
        versionName: app.version,
        versionCode: app.build,
        updateType: 'solicit',
        versionInfo: '',
        downloadUrl: '',
      },
    };
  }
  const url = type === ANDROID ? newest.androidUrl : newest.iosUrl;
  return {
    data: {
      versionName: newest.name,
      versionCode: newest.build,
      updateType: setupPage ? 'solicit' : newest.type,
      versionInfo: newest.info,
      downloadUrl: isNewer(newest, { name: version, build: release }) ? url : '',
    },
  };
}
