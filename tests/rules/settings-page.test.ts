import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SETTING_GROUPS, helpOf, labelOf } from '../../src/server/admin/settings/declaration.ts';
import { phraseIn } from '../../src/server/kernel/phrase.ts';
import { SETTINGS, defaultSetting } from '../../src/server/admin/settings/settings.ts';
import { settingText, settingValue } from '../../src/server/admin/settings/value.ts';
import { root } from '../support/house/repository.ts';
import { settingsReference } from '../support/settings-reference.ts';

const page = 'docs/operations/settings.txt';

it('CONF-30: the page of settings lists every declared setting with its default; when it differs, type `npm run docs`', () => {
  expect(readFileSync(join(root, page), 'utf8'), `${page} is stale: npm run docs`).toBe(settingsReference());
});

it('CONF-30: each setting accepts its default', () => {
  for (const setting of SETTINGS) {
    const { key, group } = setting;
    expect(settingValue(setting, settingText(defaultSetting(setting))), key).toEqual(defaultSetting(setting));
    expect(SETTING_GROUPS, key).toContain(group);
    const texts = [labelOf(setting), helpOf(setting)].map((text) => phraseIn(text, 'en'));
    expect(texts.join(' '), key).not.toMatch(/\p{Script=Han}|sysInfo\.|chatInfo\./u);
  }
  expect(new Set(SETTINGS.map(({ key }) => key)).size).toBe(SETTINGS.length);
});

it('CONSOLE-11: a setting that depends on another names one of its group and a value that it takes', () => {
  for (const { key, group, onlyIf } of SETTINGS) {
    if (!onlyIf) continue;
    const other = SETTINGS.find((one) => one.key === onlyIf.key);
    expect(other?.group, key).toBe(group);
    expect(other && settingValue(other, onlyIf.value), key).toBeDefined();
  }
});
