import { DEFAULT_CONFIG } from '../../domain/config.ts';
import { DAY } from '../../domain/duration.ts';
import { type StreamId, groupId, groupOfStream, peopleOfStream } from '../../domain/ids.ts';
import { retentionDaysOf } from '../../domain/retention.ts';
import type { ReadTx, Store } from '../../ports/store.ts';
import { dropUnusedLogo } from '../features/config/logo.ts';
import { nextPurgeMs } from '../features/messages/purge.ts';
import { noteAudit } from '../kernel/audit.ts';
import { type Phrase, joined, phrase, phraseIn, row } from '../kernel/phrase.ts';
import { dateText } from '../kernel/date-text.ts';
import { serverLimits, storeLimits } from '../kernel/limits.ts';
import { type Steps, readLong } from '../kernel/long-read.ts';
import { DEFAULT_SERVICES, isFromEnvironment } from '../kernel/service-values.ts';
import {
  type Admin,
  type AdminCommand,
  AdminError,
  type SettingFault,
  SettingFaults,
  change,
  hostOf,
  need,
} from './admin.ts';
import { daysText } from './retention.ts';
import { assertService, sendsMail } from './service-checks.ts';
import { type SettingDeclaration, type StoredSettings, helpOf, labelOf } from './settings/declaration.ts';
import { SETTINGS, configField, settingBy, withConfigField } from './settings/settings.ts';
import { fieldText, kindText, settingText, settingValue } from './settings/value.ts';

/** Counting stops here: the exact number no longer matters, and reading more takes minutes. */
const oldMessagesMax = 100_000;

/** Counts the messages that the deletion at this time removes, at most `oldMessagesMax` (CONF-25). */
const countOld = (store: Store, house: number, atMs: number): Promise<number> =>
  readLong(store, async (tx, steps) => {
    const retained = await tx.groups.retained();
    let total = 0;
    for (let after = ''; ;) {
      const names = await tx.streams.names(after, serverLimits.pruneStepMax);
      for (const stream of names) {
        const group = groupOfStream(stream);
        if (group === null && !peopleOfStream(stream)) continue;
        const own = group === null ? 0 : (retained.get(group) ?? 0);
        const days = retentionDaysOf({ house, own }) ?? house;
        total += await oldIn(tx, steps, {
          stream,
          beforeMs: atMs - days * DAY,
          most: oldMessagesMax - total,
        });
        if (total >= oldMessagesMax) return oldMessagesMax;
      }
      const last = names.at(-1);
      if (last === undefined || names.length < serverLimits.pruneStepMax) return total;
      after = last;
    }
  });

interface Place {
  readonly stream: StreamId;
  readonly beforeMs: number;
  readonly most: number;
}

async function oldIn(tx: ReadTx, steps: Steps, { stream, beforeMs, most }: Place): Promise<number> {
  const limit = storeLimits.rowsOfTurn;
  let total = 0;
  for (let after = 0; total < most;) {
    const rows = await tx.messages.oldest(stream, limit, after);
    await steps.did(rows.length);
    const old = rows.filter(({ sentAtMs }) => sentAtMs < beforeMs).length;
    total += old;
    const last = rows.at(-1);
    if (last === undefined || old < limit) break;
    after = last.n;
  }
  return total;
}

export interface Change {
  readonly setting: SettingDeclaration;
  readonly value: unknown;
}

const [CLEAR, DAYS, REGAUTH] = ['chatInfo.msgClear', 'chatInfo.msgClearDay', 'sysInfo.regauth'] as const;

/**
 * The configuration as the server sees it: while it is unchanged, the registration mode comes from the
 * server's start.
 */
export async function presentConfig({ registration }: Admin, tx: ReadTx): Promise<StoredSettings> {
  const stored = await storedSettings(tx);
  return stored.sysInfo.regtypeChosen
    ? stored
    : { ...stored, sysInfo: { ...stored.sysInfo, regtype: registration === 'open' ? 1 : 2 } };
}

const storedSettings = async (tx: ReadTx): Promise<StoredSettings> => ({
  ...(await tx.config.get()).config,
  services: { ...DEFAULT_SERVICES, ...(await tx.config.services()) },
});

/** A choice that was made here no longer follows the settings of the process. */
function withChange(config: StoredSettings, { setting, value }: Change): StoredSettings {
  const next = withConfigField(config, setting, value);
  const { sysInfo, chatInfo } = next;
  if (setting.key === 'sysInfo.regtype') return { ...next, sysInfo: { ...sysInfo, regtypeChosen: true } };
  if (setting.key === DAYS) return { ...next, chatInfo: { ...chatInfo, msgClearDayChosen: true } };
  return next;
}

/** The pairs as values; every wrong one is reported, and then nothing is set. */
export function changesIn(args: readonly string[]): readonly Change[] {
  const changes: Change[] = [];
  const faults: SettingFault[] = [];
  need(args, 0, 'setting');
  for (let at = 0; at < args.length; at += 2) {
    const [path = '', typed] = [args[at], args[at + 1]];
    const setting = settingBy(path);
    if (!setting) throw new AdminError(phrase('answer.noSetting', { path }));
    if (typed === undefined) throw new AdminError(phrase('answer.missing', { name: phrase('need.value') }));
    const value = settingValue(setting, typed);
    const format = kindText(setting);
    if (value === undefined)
      faults.push({
        key: setting.key,
        text: phrase('takes.settingMust', { path: setting.key, takes: format }),
        atField: phrase('takes.must', { takes: fieldText(setting) }),
      });
    changes.push({ setting, value });
  }
  if (faults.length > 0) throw new SettingFaults(faults);
  return changes;
}

/** A group that users are added to must exist (FIRST-2). */
async function assertGroup(tx: ReadTx, { setting: { key }, value }: Change): Promise<void> {
  if (key !== 'sysInfo.welcomeGroup' || typeof value !== 'number' || value === 0) return;
  if (await tx.groups.byId(groupId(value))) return;
  const message = phrase('answer.noGroup', { group: value });
  throw new SettingFaults([{ key, text: message, atField: message }]);
}

/** Otherwise no user could register (CONF-27). */
function assertMail(admin: Admin, was: StoredSettings, is: StoredSettings, changes: readonly Change[]): void {
  const cause = changes.find(
    ({ setting: { key, service }, value }) => (key === REGAUTH && value !== 0) || service === 'mail',
  );
  if (!cause || is.sysInfo.regauth === 0) return;
  if (sendsMail(admin, { was: was.services, is: is.services })) return;
  const { key } = cause.setting;
  throw new SettingFaults([{ key, text: phrase('answer.mailFirst'), atField: phrase('answer.mailFirst') }]);
}

/** Each service that these changes concern must be able to start with them (CONSOLE-15). */
async function assertServices(admin: Admin, changes: readonly Change[]): Promise<void> {
  const was = await admin.store.read((tx) => presentConfig(admin, tx));
  const is = changes.reduce(withChange, was);
  for (const service of new Set(changes.flatMap(({ setting }) => setting.service ?? []))) {
    const keys = changes.filter((one) => one.setting.service === service).map(({ setting }) => setting.key);
    await assertService(admin, service, { was: was.services, is: is.services, keys });
  }
}

/** No text messages are sent, so a phone number cannot be proved (ACC-9). */
const phoneLines = (changes: readonly Change[]): readonly Phrase[] =>
  changes.some(({ setting: { key }, value }) => key === REGAUTH && (value === 1 || value === 3))
    ? [phrase('answer.noTextMessages')]
    : [];

/** Refuses to delete messages after a number of days that no administrator chose (CONF-25). */
function assertDays(was: StoredSettings, { chatInfo }: StoredSettings): void {
  if (!chatInfo.msgClear || was.chatInfo.msgClear || chatInfo.msgClearDayChosen) return;
  if (chatInfo.msgClearDay !== DEFAULT_CONFIG.chatInfo.msgClearDay) return;
  throw new SettingFaults([
    { key: CLEAR, text: phrase('answer.daysFirst'), atField: phrase('answer.daysToo') },
  ]);
}

/** Reports what the next deletion removes, while it can still be prevented (CONF-25). */
async function goingLines(
  { store, clock }: Admin,
  { chatInfo }: StoredSettings,
  changes: readonly Change[],
): Promise<readonly Phrase[]> {
  const isAbout = changes.some(({ setting: { key } }) => key === CLEAR || key === DAYS);
  if (!chatInfo.msgClear || !isAbout) return [];
  const atMs = nextPurgeMs(clock.nowMs());
  const total = await countOld(store, chatInfo.msgClearDay, atMs);
  const count = total < oldMessagesMax ? total : phrase('answer.moreThan', { count: oldMessagesMax });
  return [phrase('answer.goingAt', { at: dateText(atMs), count, days: daysText(chatInfo.msgClearDay) })];
}

const isSecret = ({ valueKind }: SettingDeclaration): boolean =>
  valueKind.kind === 'text' && valueKind.isSecret === true;

/** A password appears neither on screens nor in the audit. */
function valueText(config: StoredSettings, setting: SettingDeclaration): Phrase {
  const value = configField(config, setting);
  return isSecret(setting) && value !== '' ? phrase('answer.secretSet') : settingText(value);
}

/** The audit is in English. */
const textFor = (config: StoredSettings, setting: SettingDeclaration): string =>
  phraseIn(valueText(config, setting), 'en');

function lineOf({ environment }: Admin, config: StoredSettings, setting: SettingDeclaration): Phrase {
  const { key, service } = setting;
  const isFixed = service !== undefined && isFromEnvironment(service, environment);
  const value = isFixed ? phrase('answer.inEnvironment') : valueText(config, setting);
  const text = phrase('takes.line', { label: labelOf(setting), takes: kindText(setting) });
  return row(joined([key, value], ' = '), text);
}

/** Sets all values or none, with one audit entry for each. */
const setAll = (admin: Admin, changes: readonly Change[]): Promise<StoredSettings> =>
  change(admin, null, async (tx) => {
    const was = await presentConfig(admin, tx);
    for (const one of changes) await assertGroup(tx, one);
    const is = changes.reduce(withChange, was);
    assertMail(admin, was, is, changes);
    assertDays(was, is);
    // Also if only a service changes: the version of the configuration says that there is news.
    const { services, ...config } = changes.reduce(withChange, await storedSettings(tx));
    await tx.config.set(config);
    if (changes.some(({ setting }) => setting.service !== undefined)) await tx.config.setServices(services);
    await dropUnusedLogo(tx, config);
    for (const { setting } of changes) {
      const facts = { setting: setting.key, was: textFor(was, setting), is: textFor(is, setting) };
      await noteAudit(admin.passwords, tx, { by: hostOf(admin), what: 'settings set', facts });
    }
    return is;
  });

export const SETTING_COMMANDS: readonly AdminCommand[] = [
  {
    words: 'settings show',
    synopsis: '[setting]',
    isReading: true,
    execute: async (admin, [path]) => {
      const config = await admin.store.read((tx) => presentConfig(admin, tx));
      if (path === undefined) return SETTINGS.map((setting) => lineOf(admin, config, setting));
      const setting = settingBy(path);
      if (!setting) throw new AdminError(phrase('answer.noSetting', { path }));
      return [lineOf(admin, config, setting), helpOf(setting)];
    },
  },
  {
    words: 'settings set',
    synopsis: '<setting> <value> …',
    hasPairs: true,
    execute: async (admin, args) => {
      const changes = changesIn(args);
      await assertServices(admin, changes);
      const now = await setAll(admin, changes);
      return [
        ...changes.map(({ setting }) => lineOf(admin, now, setting)),
        ...phoneLines(changes),
        ...(await goingLines(admin, now, changes)),
      ];
    },
  },
];
