import type { Log } from '../../src/ports/log.ts';
import type { OpenIds } from '../../src/ports/openid.ts';
import type { OpenIdSetting } from '../../src/server/kernel/openid-settings.ts';
import { createOpenIds } from '../../src/server/platform/openid-adapter.ts';

/** Settings of an OpenID provider. This one accepts every user. */
export const openIdSetting = (
  id: string,
  issuer: string,
  more: Partial<OpenIdSetting> = {},
): OpenIdSetting => ({
  id,
  name: `The ${id}`,
  issuer,
  client: 'parley',
  secret: 'of parley',
  isOpen: true,
  isTrusted: false,
  ...more,
});

export const providersAt =
  (...settings: readonly OpenIdSetting[]) =>
  (log: Log): OpenIds =>
    createOpenIds(settings, log);
