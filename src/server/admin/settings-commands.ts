import { DEFAULT_CONFIG } from '../../domain/config.ts';
import type { GlobalConfig } from '../../domain/config.ts';
import { groupId } from '../../domain/ids.ts';
import type { ReadTx } from '../../ports/store.ts';
import { dropUnusedLogo } from '../features/config/logo.ts';
import { nextPurgeMs } from '../features/messages/purge.ts';
import { noteAudit } from '../kernel/audit.ts';
import { row, withFacts } from '../kernel/bilingual.ts';
import type { Bilingual } from '../kernel/bilingual.ts';
import { dateText } from '../kernel/date-text.ts';
import { AdminError, SettingFaults, change, hostOf, need } from './admin.ts';
import type { Admin, AdminCommand, SettingFault } from './admin.ts';
import { ANSWERS, NEEDED } from './answers.ts';
import { countOld, oldMessagesMax } from './old-messages.ts';
import { daysText } from './retention.ts';
import type { SettingDeclaration } from './settings/declaration.ts';
import { SETTINGS, configField, settingBy, withConfigField } from './settings/settings.ts';
import { fieldText, takesText, settingText, settingValue } from './settings/value.ts';

interface Change {
  readonly setting: SettingDeclaration;
  readonly value: unknown;
}

const [CLEAR, DAYS, REGAUTH] = ['chatInfo.msgClear', 'chatInfo.msgClearDay', 'sysInfo.regauth'] as const;

/**
 * The configuration as the server sees it: while it is unchanged, the registration mode comes from the
 * server's start.
 */
export async function presentConfig({ registration }: Admin, tx: ReadTx): Promise<GlobalConfig> {
  const { config } = await tx.config.get();
  return config.sysInfo.regtypeChosen
    ? config
    : { ...config, sysInfo: { ...config.sysInfo, regtype: registration === 'open' ? 1 : 2 } };
}

/** A choice that was made here no longer follows the settings of the process. */
function withChange(config: GlobalConfig, { setting, value }: Change): GlobalConfig {
  const next = withConfigField(config, setting, value);
  const { sysInfo, chatInfo } = next;
  if (setting.key === 'sysInfo.regtype') return { ...next, sysInfo: { ...sysInfo, regtypeChosen: true } };
  if (setting.key === DAYS) return { ...next, chatInfo: { ...chatInfo, msgClearDayChosen: true } };
  return next;
}

/** The pairs as values; every wrong one is reported, and then nothing is set. */
function changesIn(given: readonly string[]): readonly Change[] {
  const changes: Change[] = [];
  const faults: SettingFault[] = [];
  need(given, 0, 'setting');
  for (let at = 0; at < given.length; at += 2) {
    const [path = '', typed] = [given[at], given[at + 1]];
    const setting = settingBy(path);
    if (!setting) throw new AdminError(withFacts(ANSWERS.noSetting, { path }));
    if (typed === undefined) throw new AdminError(withFacts(ANSWERS.missing, { name: NEEDED.value }));
    const value = settingValue(setting, typed);
    const takes = takesText(setting);
    if (value === undefined)
      faults.push({
        key: setting.key,
        said: withFacts(ANSWERS.settingTakes, { path: setting.key, takes }),
        atField: withFacts(ANSWERS.fieldTakes, { takes: fieldText(setting) }),
      });
    changes.push({ setting, value });
  }
  if (faults.length > 0) throw new SettingFaults(faults);
  return changes;
}

/** A group that users are added to must exist (FIRST-2). */
async function demandGroup(tx: ReadTx, { setting: { key }, value }: Change): Promise<void> {
  if (key !== 'sysInfo.welcomeGroup' || typeof value !== 'number' || value === 0) return;
  if (await tx.groups.byId(groupId(value))) return;
  const said = withFacts(ANSWERS.noGroup, { group: value });
  throw new SettingFaults([{ key, said, atField: said }]);
}

/** Otherwise no user could register (CONF-27). */
function demandMail({ hasMail }: Admin, { setting: { key }, value }: Change): void {
  if (key !== REGAUTH || value === 0 || hasMail) return;
  throw new SettingFaults([{ key, said: ANSWERS.mailFirst, atField: ANSWERS.mailFirst }]);
}

/** No text messages are sent, so a phone number cannot be proved (ACC-9). */
const phoneLines = (changes: readonly Change[]): readonly Bilingual[] =>
  changes.some(({ setting: { key }, value }) => key === REGAUTH && (value === 1 || value === 3))
    ? [ANSWERS.noTextMessages]
    : [];

/** Refuses to delete messages after a number of days that no administrator chose (CONF-25). */
function demandDays(was: GlobalConfig, { chatInfo }: GlobalConfig): void {
  if (!chatInfo.msgClear || was.chatInfo.msgClear || chatInfo.msgClearDayChosen) return;
  if (chatInfo.msgClearDay !== DEFAULT_CONFIG.chatInfo.msgClearDay) return;
  throw new SettingFaults([{ key: CLEAR, said: ANSWERS.daysFirst, atField: ANSWERS.daysToo }]);
}

/** Reports what the next deletion removes, while it can still be prevented (CONF-25). */
async function goingLines(
  { store, clock }: Admin,
  { chatInfo }: GlobalConfig,
  changes: readonly Change[],
): Promise<readonly Bilingual[]> {
  const isAbout = changes.some(({ setting: { key } }) => key === CLEAR || key === DAYS);
  if (!chatInfo.msgClear || !isAbout) return [];
  const atMs = nextPurgeMs(clock.nowMs());
  const total = await countOld(store, chatInfo.msgClearDay, atMs);
  const count = total < oldMessagesMax ? total : withFacts(ANSWERS.moreThan, { count: oldMessagesMax });
  return [withFacts(ANSWERS.goingAt, { at: dateText(atMs), count, days: daysText(chatInfo.msgClearDay) })];
}

const isSecret = ({ takes }: SettingDeclaration): boolean => takes.kind === 'text' && takes.isSecret === true;

/** A password appears neither on screens nor in the audit. */
function valueText(config: GlobalConfig, setting: SettingDeclaration): string | Bilingual {
  const value = configField(config, setting);
  return isSecret(setting) && value !== '' ? ANSWERS.secretSet : settingText(value);
}

/** The audit is in English. */
const noted = (config: GlobalConfig, setting: SettingDeclaration): string =>
  row(valueText(config, setting)).en;

function lineOf(config: GlobalConfig, setting: SettingDeclaration): Bilingual {
  const { key, label } = setting;
  return withFacts(ANSWERS.setting, {
    path: key,
    value: valueText(config, setting),
    label,
    takes: takesText(setting),
  });
}

/** Sets all values or none, with one audit entry for each. */
const setAll = (admin: Admin, changes: readonly Change[]): Promise<GlobalConfig> =>
  change(admin, null, async (tx) => {
    const { config } = await tx.config.get();
    const was = await presentConfig(admin, tx);
    for (const one of changes) {
      demandMail(admin, one);
      await demandGroup(tx, one);
    }
    const is = changes.reduce(withChange, was);
    demandDays(was, is);
    const next = changes.reduce(withChange, config);
    await tx.config.set(next);
    await dropUnusedLogo(tx, next);
    for (const { setting } of changes) {
      const facts = { setting: setting.key, was: noted(was, setting), is: noted(is, setting) };
      await noteAudit(admin.passwords, tx, { by: hostOf(admin), what: 'settings set', facts });
    }
    return is;
  });

export const SETTING_COMMANDS: readonly AdminCommand[] = [
  {
    words: 'settings show',
    takes: '[setting]',
    help: 'shows all settings, or one',
    isReading: true,
    run: async (admin, [path]) => {
      const config = await admin.store.read((tx) => presentConfig(admin, tx));
      if (path === undefined) return SETTINGS.map((setting) => lineOf(config, setting));
      const setting = settingBy(path);
      if (!setting) throw new AdminError(withFacts(ANSWERS.noSetting, { path }));
      return [lineOf(config, setting), setting.help];
    },
  },
  {
    words: 'settings set',
    takes: '<setting> <value> …',
    help: 'changes one or more settings; a running server applies them within a second',
    takesPairs: true,
    run: async (admin, given) => {
      const changes = changesIn(given);
      const now = await setAll(admin, changes);
      return [
        ...changes.map(({ setting }) => lineOf(now, setting)),
        ...phoneLines(changes),
        ...(await goingLines(admin, now, changes)),
      ];
    },
  },
];
