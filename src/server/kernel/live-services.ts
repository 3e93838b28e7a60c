import type { Ldap } from '../../ports/ldap.ts';
import type { Log } from '../../ports/log.ts';
import type { Mail } from '../../ports/mail.ts';
import type { OpenIds } from '../../ports/openid.ts';
import type { LdapSetting } from './ldap-settings.ts';
import { watchMail } from './mail-faults.ts';
import type { WatchedMail } from './mail-faults.ts';
import type { OpenIdSetting } from './openid-settings.ts';
import { ldapIn, mailIn, openIdsIn } from './service-values.ts';
import type { MailSetting, ServiceValues } from './service-values.ts';

export type ClosingMail = Mail & { close?(): void };

/** Makes services from settings; their libraries load on first use. */
export interface ServiceMakers {
  readonly mail: (setting: MailSetting) => Promise<ClosingMail>;
  readonly ldap: (setting: LdapSetting) => Promise<Ldap>;
  readonly openIds: (settings: readonly OpenIdSetting[]) => Promise<OpenIds>;
}

interface Services {
  readonly mail: ClosingMail | null;
  readonly ldap: Ldap | null;
  readonly openIds: OpenIds | null;
}

interface FixedServices {
  readonly mail?: ClosingMail | null;
  readonly ldap?: Ldap | null;
  readonly openIds?: OpenIds | null;
  readonly makeServices?: ServiceMakers;
  readonly log: Log;
}

const NONE: Services = { mail: null, ldap: null, openIds: null };

/** The services of this node: those of the environment, otherwise those of the console (CONSOLE-15). */
export class LiveServices {
  /** Null: a service that the console may set up. */
  private readonly fixed: Services;

  private readonly mailWatch: WatchedMail | null;

  private consoleServices: Services & { readonly mailWatch: WatchedMail | null } = {
    ...NONE,
    mailWatch: null,
  };

  private values = '';

  constructor(
    private readonly options: FixedServices,
    private readonly publicUrl: string | null = null,
  ) {
    const { mail = null, ldap = null, openIds = null } = options;
    // Without providers in the environment, the console may name one.
    const isOpenIdFixed = openIds !== null && openIds.providers.length > 0;
    this.fixed = { mail, ldap, openIds: isOpenIdFixed ? openIds : null };
    this.mailWatch = watchMail(mail);
  }

  get mail(): WatchedMail | null {
    return this.mailWatch ?? this.consoleServices.mailWatch;
  }

  get ldap(): Ldap | null {
    return this.fixed.ldap ?? this.consoleServices.ldap;
  }

  get openIds(): OpenIds | null {
    return this.fixed.openIds ?? this.consoleServices.openIds ?? this.options.openIds ?? null;
  }

  /** Takes the values of the console. A service that they do not fit is off, with a line in the log. */
  async set(values: ServiceValues): Promise<void> {
    const text = JSON.stringify(values);
    const { makeServices: make } = this.options;
    if (text === this.values || !make) return;
    this.values = text;
    const { fixed } = this;
    const [mail, ldap, openIds] = await Promise.all([
      this.orNone('mail', fixed.mail, () => mailIn(values), make.mail),
      this.orNone('LDAP', fixed.ldap, () => ldapIn(values), make.ldap),
      this.orNone('OpenID', fixed.openIds, () => someOf(openIdsIn(values, this.publicUrl)), make.openIds),
    ]);
    // Newer values have come in the meantime.
    if (text !== this.values) return mail?.close?.();
    const before = this.consoleServices.mail;
    this.consoleServices = { mail, ldap, openIds, mailWatch: watchMail(mail) };
    before?.close?.();
  }

  private async orNone<S, T>(
    name: string,
    fixed: unknown,
    setting: () => S | null,
    make: (setting: S) => Promise<T>,
  ): Promise<T | null> {
    if (fixed !== null) return null;
    try {
      const values = setting();
      return values === null ? null : await make(values);
    } catch (error) {
      this.options.log.write('warn', `${name} is off: its settings in the console do not fit this node`, {
        error: error instanceof Error ? error.message : String(error),
      });
      return null;
    }
  }
}

const someOf = <T>(list: readonly T[]): readonly T[] | null => (list.length > 0 ? list : null);
