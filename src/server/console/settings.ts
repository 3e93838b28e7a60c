import { serviceFault } from '../admin/services-commands.ts';
import { presentConfig } from '../admin/settings-commands.ts';
import {
  SETTING_GROUPS,
  type SettingDeclaration,
  type SettingGroup,
  helpOf,
  labelOf,
} from '../admin/settings/declaration.ts';
import { SETTINGS, configField } from '../admin/settings/settings.ts';
import { choiceText, settingText } from '../admin/settings/value.ts';
import { type Phrase, phrase, phraseIn } from '../kernel/phrase.ts';
import type { Core } from '../kernel/core.ts';
import type { ServiceName, ServiceValues } from '../kernel/service-values.ts';
import type { TextLanguage } from '../kernel/texts.ts';
import type { Part } from './parts.ts';

type ServiceCore = Pick<Core, 'settings' | 'ldap' | 'openIds'> & Partial<Pick<Core, 'mail'>>;

/** A service of the server, which the environment sets up, or for some also the console. */
interface ServiceDeclaration {
  readonly id: 'address' | 'mail' | 'relay' | 'files' | 'ldap' | 'openId';
  readonly group: SettingGroup;
  /** The console sets it up, too: with these settings, and a command that tries them (CONSOLE-15). */
  readonly own?: {
    readonly service: ServiceName;
    readonly test: string;
    /** Null: the test asks nothing. */
    readonly field: {
      readonly name: string;
      readonly label: 'service.mail.field' | 'service.ldap.field';
      readonly isNeeded: boolean;
    } | null;
    readonly on: string;
  };
  /** Its settings; the service is set up if the first one is set. */
  readonly names: RegExp;
  readonly first: string;
  /** The lines to set, as an example. */
  readonly example: string;
  /** A mail server is only asked with a mail: without a fault it is set up, not connected. */
  readonly isUntried?: boolean;
  /** Why it does not work now; null: it works, or has no connection. */
  readonly fault?: (core: ServiceCore) => Phrase | null;
}

const SERVICES: readonly ServiceDeclaration[] = [
  {
    id: 'address',
    group: 'server',
    names: /^(?:PUBLIC_URL|DOMAIN)$/,
    first: 'PUBLIC_URL',
    example: 'PUBLIC_URL=https://chat.example.org',
  },
  {
    id: 'mail',
    group: 'registration',
    names: /^SMTP_/,
    first: 'SMTP_URL',
    example: '',
    own: {
      service: 'mail',
      test: 'mail test',
      field: { name: 'address', label: 'service.mail.field', isNeeded: true },
      on: 'MAIL_ON',
    },
    isUntried: true,
    fault: ({ mail }) => mail?.fault?.() ?? null,
  },
  {
    id: 'relay',
    group: 'calls',
    names: /^TURN_SECRET$/,
    first: 'TURN_SECRET',
    example: 'TURN_SECRET=<static-auth-secret>',
  },
  {
    id: 'files',
    group: 'files',
    names: /^FILES_S3/,
    first: 'FILES_S3',
    example: 'FILES_S3=https://s3.example.org/bucket\nFILES_S3_KEY=<key>\nFILES_S3_SECRET=<secret>',
  },
  {
    id: 'ldap',
    group: 'signOn',
    names: /^LDAP_/,
    first: 'LDAP_URL',
    example: '',
    own: {
      service: 'ldap',
      test: 'ldap test',
      field: {
        name: 'name',
        label: 'service.ldap.field',
        isNeeded: false,
      },
      on: 'LDAP_ON',
    },
    fault: ({ ldap, settings }) => {
      const fault = ldap?.fault() ?? null;
      return fault && serviceFault(settings, fault);
    },
  },
  {
    id: 'openId',
    group: 'signOn',
    names: /^OPENID/,
    first: 'OPENID',
    example: '',
    own: {
      service: 'openId',
      test: 'openid test',
      field: null,
      on: 'OPENID_ON',
    },
    fault: ({ openIds }) => openIds?.faults().join('\n') || null,
  },
];

/** Each service with its state, and the settings that the environment has; of a secret only its name. */
function servicesIn(core: ServiceCore, stored: ServiceValues, language: TextLanguage) {
  const set = Object.entries(core.settings.environment ?? {});
  return SERVICES.map(({ id, group, names, first, example, fault, isUntried, own }) => {
    const values = set.filter(([name]) => names.test(name)).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const isFixed = values.some(([name]) => name === first);
    const isSet = isFixed || (own !== undefined && stored[own.on] === '1');
    const cause = isSet ? (fault?.(core) ?? null) : null;
    return {
      group,
      title: phraseIn(phrase(`service.${id}`), language),
      help: phraseIn(phrase(`service.${id}.help`), language),
      state: !isSet ? 'unset' : cause !== null ? 'fault' : fault && !isUntried ? 'connected' : 'set',
      cause: cause && phraseIn(cause, language),
      values: values.map(([name, value]) => ({ name, value })),
      example,
      own: own
        ? {
            service: own.service,
            isFixed,
            test: own.test,
            field: own.field && { ...own.field, label: phraseIn(phrase(own.field.label), language) },
          }
        : null,
    };
  });
}

/** The declaration of each setting in one language, with its value; of a password only whether it is set. */
export const settingsPart: Part = async ({ admin, on, language }) => {
  const config = await admin.store.read((tx) => presentConfig(admin, tx));
  return {
    groups: SETTING_GROUPS.map((id) => ({ id, title: phraseIn(phrase(`group.${id}`), language) })),
    services: servicesIn(on.core, config.services, language),
    rows: SETTINGS.map((setting) => settingRow(setting, settingText(configField(config, setting)), language)),
  };
};

function settingRow(setting: SettingDeclaration, value: string, language: TextLanguage) {
  const { key, group, rule, valueKind, onlyIf, service } = setting;
  const isSecret = valueKind.kind === 'text' && valueKind.isSecret === true;
  return {
    key,
    group,
    rule,
    label: phraseIn(labelOf(setting), language),
    help: phraseIn(helpOf(setting), language),
    takes: kindIn(setting, language),
    onlyIf: onlyIf ?? null,
    service: service ?? null,
    isSet: value !== '',
    value: isSecret ? '' : value,
  };
}

function kindIn({ key, valueKind }: SettingDeclaration, language: TextLanguage) {
  switch (valueKind.kind) {
    case 'choice':
      return {
        kind: valueKind.kind,
        of: valueKind.of.map(([value, name]) => ({
          value: String(value),
          label: phraseIn(choiceText({ key }, name) ?? name, language),
        })),
      };
    case 'number': {
      const { kind, min, max, unit, zero } = valueKind;
      return { kind, min, max, unit, zero: zero ? phraseIn(phrase(zero), language) : null };
    }
    case 'text': {
      const { form: _, ...kind } = valueKind;
      return kind;
    }
    case 'switch':
    case 'path':
    case 'list':
      return valueKind;
  }
}
