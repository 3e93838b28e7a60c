import type * as v from 'valibot';
import { app } from '../../../domain/limits.ts';
import { isNewer } from '../../../domain/versions.ts';
import type { checkVersion as call } from '../../../wire/calls/accounts.ts';
import type { Context } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';

const ANDROID = 1_101;

/** UPD-5. An empty address means that no update exists. A manual check always asks, never forces. */
export async function checkVersion(
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
