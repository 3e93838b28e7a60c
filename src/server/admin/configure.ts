import type { GlobalConfig } from '../../domain/config.ts';
import { isOwnPath } from '../../domain/links.ts';
import type { AuditFacts, Release } from '../../ports/store.ts';
import { row, withFacts } from '../kernel/bilingual.ts';
import { AdminError, change, need } from './admin.ts';
import type { Admin, AdminCommand } from './admin.ts';
import { ANSWERS } from './answers.ts';

type Entry = GlobalConfig['compass']['list'][number];

const addressed = (url: string): boolean =>
  /^https?:\/\/\S+$/.test(url) || (isOwnPath(url) && !/\s/.test(url));

const setList = (
  admin: Admin,
  words: string,
  facts: AuditFacts,
  patch: (list: readonly Entry[]) => readonly Entry[],
): Promise<void> =>
  change(admin, words, async (tx, _, tell) => {
    const { config } = await tx.config.get();
    await tx.config.set({ ...config, compass: { ...config.compass, list: patch(config.compass.list) } });
    tell({ facts });
  });

/** The entries of the discover page, and builds of the apps. */
export const CONFIG: readonly AdminCommand[] = [
  {
    words: 'discover list',
    takes: '',
    help: 'lists the entries of the discover page',
    isReading: true,
    run: async (admin) =>
      (await admin.store.read((tx) => tx.config.get())).config.compass.list.map(({ id, name, url, badge }) =>
        row(id, name, url, badge),
      ),
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
