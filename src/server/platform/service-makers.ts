import type { Log } from '../../ports/log.ts';
import type { ServiceMakers } from '../kernel/live-services.ts';

/** Loads the libraries of a service only where it is set up: they would make every start slower. */
export const serviceMakers = (log: Log): ServiceMakers => ({
  mail: async ({ url, from }) => (await import('./smtp-adapter.ts')).createMail(url, from),
  ldap: async (setting) => (await import('./ldap-adapter.ts')).createLdap(setting, log),
  openIds: async (settings) => (await import('./openid-adapter.ts')).createOpenIds(settings, log),
});
