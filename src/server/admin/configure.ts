import type { GlobalConfig } from '../../domain/config.ts';
import { isOwnPath } from '../../domain/links.ts';
import type { AuditFacts, Release } from '../../ports/store.ts';
import { phrase, row } from '../kernel/phrase.ts';
import { AdminError, change, need } from './admin.ts';
import type { Admin, AdminCommand } from './admin.ts';

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
    synopsis: '',
    isReading: true,
    execute: async (admin) =>
      (await admin.store.read((tx) => tx.config.get())).config.compass.list.map(({ id, name, url, badge }) =>
        row(id, name, url, badge),
      ),
  },
  {
    words: 'discover add',
    synopsis: '<name> <address> [icon] [badge]',
    execute: async (admin, args) => {
      const [name, url, icon = '', badge = '0'] = [
        need(args, 0, 'name'),
        need(args, 1, 'address'),
        args[2],
        args[3],
      ];
      if (!addressed(url) || (icon !== '' && !addressed(icon)))
        throw new AdminError(phrase('answer.badAddress'));
      if (!/^\d{1,4}$/.test(badge)) throw new AdminError(phrase('answer.badBadge'));
      await setList(admin, 'discover add', { name, url }, (list) => {
        const id = Math.max(0, ...list.map((entry) => entry.id)) + 1;
        return [...list, { id, name, url, icon, type: url.startsWith('/') ? 1 : 2, badge: Number(badge) }];
      });
      return [phrase('answer.entryAdded', { name })];
    },
  },
  {
    words: 'discover delete',
    synopsis: '<number>',
    execute: async (admin, args) => {
      const id = need(args, 0, 'number');
      await setList(admin, 'discover delete', { id }, (list) => {
        if (!list.some((entry) => String(entry.id) === id))
          throw new AdminError(phrase('answer.noEntry', { id }));
        return list.filter((entry) => String(entry.id) !== id);
      });
      return [phrase('answer.entryRemoved', { id })];
    },
  },
  {
    words: 'release set',
    synopsis: '<name> <YYYYMMDD> <forcibly|solicit|silent> <android address> <ios address> [text]',
    execute: async (admin, args) => {
      const [name, build, type] = [need(args, 0, 'name'), need(args, 1, 'build'), need(args, 2, 'kind')];
      if (!/^\d{8}$/.test(build)) throw new AdminError(phrase('answer.badBuild'));
      if (type !== 'forcibly' && type !== 'solicit' && type !== 'silent')
        throw new AdminError(phrase('answer.whichKind'));
      const urlAt = (at: number) =>
        args[at] === undefined || args[at] === '-' ? '' : need(args, at, 'address');
      const release: Release = {
        name,
        build: Number(build),
        type,
        info: args[5] ?? '',
        androidUrl: urlAt(3),
        iosUrl: urlAt(4),
      };
      await change(admin, 'release set', (tx, _, tell) => {
        tell({ facts: { name, build: release.build, type } });
        return tx.config.setRelease(release);
      });
      return [phrase('answer.buildOffer', { name, build })];
    },
  },
];
