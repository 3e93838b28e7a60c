import { DEFAULT_CONFIG } from '../../domain/config.ts';
import type { GlobalConfig } from '../../domain/config.ts';
import { groupId } from '../../domain/ids.ts';
import { isOwnPath } from '../../domain/own-path.ts';
import type { AuditFacts, Release } from '../../ports/store.ts';
import { row, withFacts } from '../kernel/bilingual.ts';
import type { Bilingual } from '../kernel/bilingual.ts';
import { dateText } from '../kernel/date-text.ts';
import { nextPurgeMs } from '../features/messages/purge.ts';
import { AdminError, change, need } from './admin.ts';
import type { Admin, AdminCommand } from './admin.ts';
import { ANSWERS, NEEDED } from './answers.ts';
import { CONFIG_FIELDS, fieldOf, takesText, valueOf, withField } from './config-fields.ts';
import type { ConfigField } from './config-fields.ts';
import { oldMessagesMax, countOld } from './old-messages.ts';
import { daysText } from './retention.ts';
import { SETTINGS_ZH } from './words-zh.ts';

type Entry = GlobalConfig['compass']['list'][number];

/**
 * The configuration as the server sees it: while it is unchanged, the registration mode comes from the
 * server's start.
 */
async function present({ store, registration }: Admin): Promise<GlobalConfig> {
  const { config } = await store.read((tx) => tx.config.get());
  return config.sysInfo.regtypeChosen
    ? config
    : { ...config, sysInfo: { ...config.sysInfo, regtype: registration === 'open' ? 1 : 2 } };
}

async function set(
  admin: Admin,
  words: string,
  facts: AuditFacts,
  patch: (config: GlobalConfig) => GlobalConfig,
): Promise<void> {
  await change(admin, words, async (tx, _, tell) => {
    await tx.config.set(patch((await tx.config.get()).config));
    tell({ facts });
  });
}

function fieldBy(path: string): ConfigField {
  const field = CONFIG_FIELDS.find((one) => one.path.toLowerCase() === path.toLowerCase());
  if (!field) throw new AdminError(withFacts(ANSWERS.noSetting, { path }));
  return field;
}

/**
 * How people register stays as the server was started until it is set itself: this process may have been
 * started otherwise.
 */
function chosen(config: GlobalConfig, { path }: ConfigField): GlobalConfig {
  const { sysInfo, chatInfo } = config;
  if (path === 'sysInfo.regtype') return { ...config, sysInfo: { ...sysInfo, regtypeChosen: true } };
  if (path === DAYS) return { ...config, chatInfo: { ...chatInfo, msgClearDayChosen: true } };
  return config;
}

const [CLEAR, DAYS] = ['chatInfo.msgClear', 'chatInfo.msgClearDay'];
const REGAUTH = 'sysInfo.regauth';

/** Refuses to delete messages after a number of days that no administrator chose (CONF-25). */
function demandDays({ chatInfo }: GlobalConfig, { path }: ConfigField, value: unknown): void {
  if (path !== CLEAR || value !== true || chatInfo.msgClear || chatInfo.msgClearDayChosen) return;
  if (chatInfo.msgClearDay === DEFAULT_CONFIG.chatInfo.msgClearDay) throw new AdminError(ANSWERS.daysFirst);
}

/** Reports what the next deletion removes, while it can still be prevented (CONF-25). */
async function goingLines(
  { store, clock }: Admin,
  { chatInfo }: GlobalConfig,
  { path }: ConfigField,
): Promise<readonly Bilingual[]> {
  if (!chatInfo.msgClear || (path !== CLEAR && path !== DAYS)) return [];
  const atMs = nextPurgeMs(clock.nowMs());
  const total = await countOld(store, chatInfo.msgClearDay, atMs);
  const count = total < oldMessagesMax ? total : withFacts(ANSWERS.moreThan, { count: oldMessagesMax });
  return [withFacts(ANSWERS.goingAt, { at: dateText(atMs), count, days: daysText(chatInfo.msgClearDay) })];
}

/** No text messages are sent, so a phone number cannot be proved (ACC-9). */
const phoneLines = ({ path }: ConfigField, value: unknown): readonly Bilingual[] =>
  path === REGAUTH && (value === 1 || value === 3) ? [ANSWERS.noTextMessages] : [];

/** An unset field counts as a number. */
const shown = (value: unknown = 0): string =>
  typeof value === 'boolean' ? String(Number(value)) : Array.isArray(value) ? value.join(',') : String(value);

/** A password appears neither on screens nor in the audit. */
const told = (config: GlobalConfig, field: ConfigField): string | Bilingual =>
  field.path === 'chatInfo.stunPass' && fieldOf(config, field) !== ''
    ? ANSWERS.secretSet
    : shown(fieldOf(config, field));

/** The audit is in English. */
const noted = (config: GlobalConfig, field: ConfigField): string => row(told(config, field)).en;

function lineOf(config: GlobalConfig, field: ConfigField): Bilingual {
  const { path, help } = field;
  const value = told(config, field);
  const inBoth = { zh: SETTINGS_ZH[path] ?? help, en: help };
  return withFacts(ANSWERS.setting, { path, value, help: inBoth, takes: takesText(field) });
}

/** A group that users are added to must exist (FIRST-2). */
async function demandGroup({ store }: Admin, { path }: ConfigField, value: unknown): Promise<void> {
  if (path !== 'sysInfo.welcomeGroup' || typeof value !== 'number' || value === 0) return;
  if (!(await store.read((tx) => tx.groups.byId(groupId(value)))))
    throw new AdminError(withFacts(ANSWERS.noGroup, { group: value }));
}

/** Otherwise no user could register (CONF-27). */
function demandMail({ hasMail }: Admin, { path }: ConfigField, value: unknown): void {
  if (path === REGAUTH && value !== 0 && !hasMail) throw new AdminError(ANSWERS.mailFirst);
}

const addressed = (url: string): boolean =>
  /^https?:\/\/\S+$/.test(url) || (isOwnPath(url) && !/\s/.test(url));

const setList = (
  admin: Admin,
  words: string,
  facts: AuditFacts,
  change: (list: readonly Entry[]) => readonly Entry[],
): Promise<void> =>
  set(admin, words, facts, (config) => ({
    ...config,
    compass: { ...config.compass, list: change(config.compass.list) },
  }));

export const CONFIG: readonly AdminCommand[] = [
  {
    words: 'config show',
    takes: '[setting]',
    help: 'shows all settings, or one',
    isReading: true,
    run: async (admin, given) => {
      const config = await present(admin);
      const fields = given[0] === undefined ? CONFIG_FIELDS : [fieldBy(given[0])];
      return fields.map((field) => lineOf(config, field));
    },
  },
  {
    words: 'config set',
    takes: '<setting> <value>',
    help: 'changes a setting; a running server applies it within a second',
    run: async (admin, given) => {
      const field = fieldBy(need(given, 0, 'setting'));
      const typed = given[1];
      if (typed === undefined) throw new AdminError(withFacts(ANSWERS.missing, { name: NEEDED.value }));
      const value = valueOf(field, typed);
      if (value === undefined) {
        const { path } = field;
        throw new AdminError(withFacts(ANSWERS.settingTakes, { path, takes: takesText(field) }));
      }
      await demandGroup(admin, field, value);
      demandMail(admin, field, value);
      const was = await present(admin);
      demandDays(was, field, value);
      const is = chosen(withField(was, field, value), field);
      const facts = { setting: field.path, was: noted(was, field), is: noted(is, field) };
      await set(admin, 'config set', facts, (config) => chosen(withField(config, field, value), field));
      const now = await present(admin);
      return [lineOf(now, field), ...phoneLines(field, value), ...(await goingLines(admin, now, field))];
    },
  },
  {
    words: 'discover list',
    takes: '',
    help: 'lists the entries of the discover page',
    isReading: true,
    run: async (admin) =>
      (await present(admin)).compass.list.map(({ id, name, url, badge }) => row(id, name, url, badge)),
  },
  {
    words: 'discover add',
    takes: '<name> <address> [icon] [badge]',
    help: 'adds an entry; an address that begins with / is a page of the app',
    run: async (admin, given) => {
      const [name, url, icon = '', badge = '0'] = [
        need(given, 0, 'name'),
        need(given, 1, 'address'),
        given[2],
        given[3],
      ];
      if (!addressed(url) || (icon !== '' && !addressed(icon))) throw new AdminError(ANSWERS.badAddress);
      if (!/^\d{1,4}$/.test(badge)) throw new AdminError(ANSWERS.badBadge);
      await setList(admin, 'discover add', { name, url }, (list) => {
        const id = Math.max(0, ...list.map((entry) => entry.id)) + 1;
        return [...list, { id, name, url, icon, type: url.startsWith('/') ? 1 : 2, badge: Number(badge) }];
      });
      return [withFacts(ANSWERS.entryAdded, { name })];
    },
  },
  {
    words: 'discover delete',
    takes: '<number>',
    help: 'removes an entry',
    run: async (admin, given) => {
      const id = need(given, 0, 'number');
      await setList(admin, 'discover delete', { id }, (list) => {
        if (!list.some((entry) => String(entry.id) === id))
          throw new AdminError(withFacts(ANSWERS.noEntry, { id }));
        return list.filter((entry) => String(entry.id) !== id);
      });
      return [withFacts(ANSWERS.entryRemoved, { id })];
    },
  },
  {
    words: 'release set',
    takes: '<name> <YYYYMMDD> <forcibly|solicit|silent> <android address> <ios address> [text]',
    help: 'offers a newer build of the apps; - means no address',
    run: async (admin, given) => {
      const [name, build, type] = [need(given, 0, 'name'), need(given, 1, 'build'), need(given, 2, 'kind')];
      if (!/^\d{8}$/.test(build)) throw new AdminError(ANSWERS.badBuild);
      if (type !== 'forcibly' && type !== 'solicit' && type !== 'silent')
        throw new AdminError(ANSWERS.whichKind);
      const urlAt = (at: number) =>
        given[at] === undefined || given[at] === '-' ? '' : need(given, at, 'address');
      const release: Release = {
        name,
        build: Number(build),
        type,
        info: given[5] ?? '',
        androidUrl: urlAt(3),
        iosUrl: urlAt(4),
      };
      await change(admin, 'release set', (tx, _, tell) => {
        tell({ facts: { name, build: release.build, type } });
        return tx.config.setRelease(release);
      });
      return [withFacts(ANSWERS.offered, { name, build })];
    },
  },
];
