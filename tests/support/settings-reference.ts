import {
  SETTING_GROUPS,
  type SettingDeclaration,
  helpOf,
  labelOf,
} from '../../src/server/admin/settings/declaration.ts';
import { phrase, phraseIn } from '../../src/server/kernel/phrase.ts';
import { SETTINGS, defaultSetting } from '../../src/server/admin/settings/settings.ts';
import { settingToShow, kindText } from '../../src/server/admin/settings/value.ts';

const defaultText = (setting: SettingDeclaration): string => {
  const value = defaultSetting(setting);
  return setting.valueKind.kind === 'choice'
    ? (setting.valueKind.of.find(([number]) => number === value)?.[1] ?? '')
    : phraseIn(settingToShow(setting, value), 'en');
};

const entryOf = (setting: SettingDeclaration): string => {
  const usual = defaultText(setting);
  return [
    `${setting.key}: ${phraseIn(labelOf(setting), 'en')}`,
    `  ${phraseIn(helpOf(setting), 'en')}`,
    `  Takes ${phraseIn(kindText(setting), 'en')}. Default: ${usual === '' ? 'empty' : usual}.`,
  ].join('\n');
};

/** docs/operations/settings.txt: every declared setting with its default (CONF-30). */
export function settingsReference(): string {
  const groups = SETTING_GROUPS.map((group) =>
    [
      phraseIn(phrase(`group.${group}`), 'en'),
      ...SETTINGS.filter((one) => one.group === group).map(entryOf),
    ].join('\n\n'),
  );
  return `Settings of the product, by group. Change one with \`npm run admin -- settings set KEY VALUE\` or in the console.
Made by npm run docs.

${groups.join('\n\n\n')}
`;
}
