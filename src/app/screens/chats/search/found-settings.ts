import { useMemo } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useStore } from '../../../shared/client-context.ts';
import { useTouch } from '../../../kit/use-media.ts';
import { canVibrate } from '../../../platform/device.ts';
import { isGuest } from '../../../../domain/guests.ts';
import { discovered, PATHS, pathTo, viewPath } from '../../../paths/paths.ts';
import { USER_PAGES } from '../../../paths/user-pages.ts';
import { folded, includesWords } from '../../../../domain/search-words.ts';

/** A setting or help text, and the page that contains it. */
export interface FoundSetting {
  readonly key: string;
  readonly title: string;
  /** The page's name; empty when it is the page itself. */
  readonly where: string;
  readonly to: string;
}

/** Sorted in the order of the pages. */
const PLACES = [
  {
    to: PATHS.setting,
    page: 'title.setting',
    titles: [
      'me.sound',
      'sound.title',
      'setting.vibrate',
      'setting.notifications',
      'quietHours.title',
      'call.checkDevices',
      'me.language',
      'setting.circle',
      'setting.enterSends',
      'setting.marks',
      'setting.background',
    ],
  },
  { to: pathTo('setting', { view: 'storage' }), page: 'storage.title', titles: ['setting.clear'] },
  {
    to: PATHS.secure,
    page: 'title.secure',
    titles: ['secure.account', 'secure.password', 'privacy.title', 'logout.action'],
  },
  { to: pathTo('newFriends', { tab: 'blocked' }), page: 'block.list', titles: [] },
  { to: pathTo('secure', { view: 'second' }), page: 'second.title', titles: [] },
  { to: pathTo('secure', { view: 'passkeys' }), page: 'passkey.title', titles: ['passkey.add'] },
  { to: pathTo('secure', { view: 'openids' }), page: 'openid.title', titles: [] },
  { to: pathTo('secure', { view: 'logins' }), page: 'logins.title', titles: ['logins.endOthers'] },
  { to: pathTo('secure', { view: 'bots' }), page: 'bots.title', titles: ['bots.add', 'tokens.add'] },
  { to: pathTo('secure', { view: 'data' }), page: 'data.title', titles: ['data.export', 'data.erase'] },
  { to: PATHS.profile, page: 'title.profile', titles: ['profile.changePicture', 'profile.motto'] },
  { to: PATHS.emoji, page: 'setting.emoji', titles: [] },
  { to: PATHS.inbox, page: 'title.inbox', titles: [] },
  { to: viewPath('files'), page: 'nav.files', titles: [] },
  { to: viewPath('discover'), page: 'nav.discover', titles: [] },
  { to: PATHS.moments, page: 'title.moments', titles: [] },
  { to: PATHS.groupQr, page: 'qr.mine', titles: [] },
  { to: PATHS.scan, page: 'title.scan', titles: [] },
  { to: PATHS.about, page: 'title.about', titles: ['about.check'] },
  { to: PATHS.doc, page: 'title.doc', titles: [] },
] as const;

const USER_PATHS: readonly string[] = USER_PAGES.map((page) => PATHS[page]);

/** Finds settings and account pages by their texts in the current language (SEARCH-7). */
export function useFoundSettings(typed: string): readonly FoundSetting[] {
  const { t } = useTranslation();
  const touch = useTouch();
  const way = useStore((state) => discovered(state.config.compass));
  const plain = useStore((state) => state.sync.plain);
  const guest = useStore((state) => isGuest(state.self));
  const query = folded(typed);
  return useMemo(() => {
    if (query === '') return [];
    // Settings that the device or server lacks are on no page, so they are not found.
    const there: Readonly<Record<string, boolean>> = {
      'setting.vibrate': canVibrate(),
      'setting.enterSends': !touch,
      'nav.discover': way === 'discover',
      'title.moments': way === 'moments',
      'title.inbox': !plain,
      'privacy.title': !plain,
      'block.list': !plain,
    };
    const places = PLACES.filter(({ to }) => !guest || !USER_PATHS.includes(to.replace(/\?.*/, '')));
    const all = places.flatMap(({ to, page, titles: keys }) => [
      { key: page, title: t(page), where: '', to },
      ...keys.map((key) => ({ key, title: t(key), where: t(page), to })),
    ]);
    return all.filter(({ key, title }) => there[key] !== false && includesWords(title, query));
  }, [way, plain, guest, t, touch, query]);
}
