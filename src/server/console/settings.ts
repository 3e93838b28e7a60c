import { presentConfig } from '../admin/settings-commands.ts';
import { SETTING_GROUPS } from '../admin/settings/declaration.ts';
import type { SettingDeclaration, SettingKind } from '../admin/settings/declaration.ts';
import { SETTINGS, configField } from '../admin/settings/settings.ts';
import { settingText } from '../admin/settings/value.ts';
import type { TextLanguage } from '../kernel/texts.ts';
import type { Part } from './parts.ts';
import { servicesIn } from './services.ts';

/** The declaration of each setting in one language, with its value; of a password only whether it is set. */
export const settingsPart: Part = async ({ admin, on, language }) => {
  const config = await admin.store.read((tx) => presentConfig(admin, tx));
  return {
    groups: Object.entries(SETTING_GROUPS).map(([id, title]) => ({ id, title: title[language] })),
    services: servicesIn(on.core, config.services, language),
    rows: SETTINGS.map((setting) => settingRow(setting, settingText(configField(config, setting)), language)),
  };
};

function settingRow(
  { key, group, rule, label, help, takes, onlyIf, service }: SettingDeclaration,
  value: string,
  language: TextLanguage,
) {
  const isSecret = takes.kind === 'text' && takes.isSecret === true;
  return {
    key,
    group,
    rule,
    label: label[language],
    help: help[language],
    takes: kindIn(takes, language),
    onlyIf: onlyIf ?? null,
    service: service ?? null,
    isSet: value !== '',
    value: isSecret ? '' : value,
  };
}

function kindIn(takes: SettingKind, language: TextLanguage) {
  switch (takes.kind) {
    case 'choice':
      return {
        kind: takes.kind,
        of: takes.of.map(({ value, label }) => ({ value: String(value), label: label[language] })),
      };
    case 'number': {
      const { kind, min, max, unit, zero } = takes;
      return { kind, min, max, unit, zero: zero?.[language] ?? null };
    }
    case 'text': {
      const { form: _, ...kind } = takes;
      return kind;
    }
    case 'switch':
    case 'path':
    case 'list':
      return takes;
  }
}
