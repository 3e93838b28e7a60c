import { BadSetting } from './setting-names.ts';
import { connectionLimits, serverLimits } from './limits.ts';
import type { Rate } from './rate.ts';

/** How much one person, one address and all together may ask of a node (LIMIT-21). */
export interface MostSettings {
  readonly sendRate: Rate;
  readonly callRate: Rate;
  readonly socketsPerPerson: number;
  readonly connections: { readonly perAddressMax: number; readonly max: number };
}

export const USUAL: MostSettings = {
  sendRate: serverLimits.sendRate,
  callRate: serverLimits.callRate,
  socketsPerPerson: serverLimits.socketsPerPersonMax,
  connections: { perAddressMax: connectionLimits.perAddressMax, max: connectionLimits.max },
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Below `least` a person alone would be held up. */
function most(env: Environment, name: string, usual: number, least: number): number {
  const value = env[name] || String(usual);
  if (!/^\d{1,9}$/.test(value) || Number(value) < least)
    throw new BadSetting(`${name} must be a whole number, ${least} or more, not "${value}"`);
  return Number(value);
}

/** @throws BadSetting */
export function mostSettings(env: Environment): MostSettings {
  const { sendRate, callRate, socketsPerPerson, connections } = USUAL;
  return {
    sendRate: { ...sendRate, times: most(env, 'LIMIT_SENDS', sendRate.times, 50) },
    callRate: { ...callRate, times: most(env, 'LIMIT_CALLS', callRate.times, 600) },
    socketsPerPerson: most(env, 'LIMIT_SOCKETS', socketsPerPerson, 2),
    connections: {
      perAddressMax: most(env, 'LIMIT_CONNECTIONS', connections.perAddressMax, 10),
      max: most(env, 'LIMIT_ALL_CONNECTIONS', connections.max, 100),
    },
  };
}
