import { SETTING_GROUPS } from '../../src/server/admin/settings/declaration.ts';
import type { SettingDeclaration } from '../../src/server/admin/settings/declaration.ts';
import { SETTINGS, defaultSetting } from '../../src/server/admin/settings/settings.ts';
import { shownSetting, takesText } from '../../src/server/admin/settings/value.ts';

const [BEGIN, END] = ['<!-- settings, by npm run docs -->\n', '<!-- end of settings -->'];

const defaultText = (setting: SettingDeclaration): string => {
  const value = defaultSetting(setting);
  return setting.takes.kind === 'choice'
    ? (setting.takes.of.find((one) => one.value === value)?.name ?? '')
    : shownSetting(setting, value).en;
};

const rowOf = (setting: SettingDeclaration): string => {
  const { key, label, help } = setting;
  const [takes, usual] = [takesText(setting).en, defaultText(setting)];
  return `| ${label.en}: \`${key}\` | ${help.en} | ${takes} | ${usual === '' ? 'empty' : usual} |`;
};

const tables = (): string =>
  Object.entries(SETTING_GROUPS)
    .map(([group, title]) =>
      [
        `### ${title.en}\n`,
        '| Setting | Effect | Values | Default |',
        '|---|---|---|---|',
        ...SETTINGS.filter((one) => one.group === group).map(rowOf),
      ].join('\n'),
    )
    .join('\n\n');

/** docs/operations/settings.md with the table of the declared settings between its two marks (CONF-30). */
export function withSettings(page: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`the page has no ${BEGIN.trim()}`);
  return `${before}${BEGIN}\n${tables()}\n\n${END}${after}`;
}
