import {
  ALargeSmall,
  AtSign,
  Bell,
  Bold,
  CalendarDays,
  CircleUser,
  Clock,
  CornerDownLeft,
  Folders,
  HardDrive,
  Headset,
  Image,
  Languages,
  Link2,
  Mail,
  MessageSquareText,
  MonitorDown,
  Moon,
  Music,
  Rows3,
  Server,
  ShieldCheck,
  Smile,
  SmilePlus,
  SunMoon,
  Vibrate,
  Volume2,
} from 'lucide-react';
import { Fragment, lazy, type ReactNode, Suspense, useState } from 'react';
import { lazyAside } from '../../../kit/lazy-aside.ts';
import { previewsChosen } from '../../../../client/state/preferences.ts';
import { folded, includesWords } from '../../../../domain/search-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { type AppSetting, setAppSetting, useAppSetting } from '../../../kit/app-setting.ts';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { Page } from '../../../kit/page.tsx';
import { Row, RowList } from '../../../kit/row.tsx';
import { SearchField } from '../../../kit/search-field.tsx';
import { Switch } from '../../../kit/switch.tsx';
import { useTouch } from '../../../kit/use-media.ts';
import { useQuery } from '../../../kit/navigation.ts';
import { SoundRow } from '../../../shared/sounds/sound-row.tsx';
import { TopBar } from '../../../shared/top-bar.tsx';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { usePermission } from '../../../shared/use-permission.ts';
import { canVibrate } from '../../../platform/device.ts';
import { notificationPermission } from '../../../platform/notifications.ts';
import { keepKnown, QUIET_PUSHES } from '../../../platform/keep-known.ts';
import { InstallRow, ServersRow, useMayInstall } from './device-rows.tsx';
import { needsInstalling } from '../../../platform/pushing.ts';
import { readSetting, writeSetting } from '../../../platform/settings.ts';
import { LanguageChoice } from '../login/language-choice.tsx';
import { AlertWordsRow } from './alert-words-row.tsx';
import { BackgroundSheet } from './background-sheet.tsx';
import { MailDigestSwitch, useMailDigest } from './mail-digest-switch.tsx';
import { QuickReactionRow } from './quick-reaction-row.tsx';
import { QuietHoursRow } from './quiet-hours-row.tsx';
import { DensityRow, HoursRow, TextSizeRow, ThemeRow, WeekStartRow } from './looks-rows.tsx';
import { PATHS, pathTo } from '../../../paths/paths.ts';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

const StoragePage = lazy(() => import('./storage-page.tsx'));
const CheckSheet = lazyAside(() => import('../../calls/check-sheet.tsx'));

/** `/pages/mine/setting` Settings of this device for the signed-in user. */
export default function SettingPage() {
  const query = useQuery();
  if (query.get('view') !== 'storage') return <Settings />;
  return (
    <Suspense fallback={null}>
      <StoragePage />
    </Suspense>
  );
}

interface Entry {
  /** What a search compares. */
  readonly words: string;
  readonly row: ReactNode;
}

const one = (words: string, row: ReactNode, isHere = true): readonly Entry[] =>
  isHere ? [{ words, row }] : [];

/** All settings by group, in the order of the page; what this device or server lacks is absent. */
function useEntries(): readonly (readonly [heading: string, entries: readonly Entry[]])[] {
  const { t } = useTranslation();
  const touch = useTouch();
  const mayInstall = useMayInstall();
  const digest = useMailDigest();
  const plain = useStore((state) => state.sync.plain);
  const isOffered = useStore((state) => state.config.chatInfo.linkPreview);
  const link = (words: string, sign: ReactNode, to: string, isHere = true) =>
    one(words, <Row sign={sign} title={words} to={to} />, isHere);
  const switchRow = (name: keyof typeof WORDS, sign: ReactNode, isHere = true, detail?: string) =>
    one(t(WORDS[name]), <SwitchRow name={name} sign={sign} detail={detail} />, isHere);
  return [
    [
      t('setting.group.alerts'),
      [
        ...switchRow('voiceStatus', <Volume2 {...icon} />),
        ...one(t('sound.title'), <SoundRow sign={<Music {...icon} />} />, !plain),
        ...switchRow('vibrateStatus', <Vibrate {...icon} />, canVibrate()),
        ...one(t('setting.notifications'), <NotificationRow />),
        ...one(t('quietHours.title'), <QuietHoursRow sign={<Moon {...icon} />} />, !plain),
        ...one(t('alert.words'), <AlertWordsRow sign={<AtSign {...icon} />} />, !plain),
        ...(digest
          ? one(t('digest.title'), <MailDigestSwitch digest={digest} sign={<Mail {...icon} />} />)
          : []),
      ],
    ],
    [
      t('looks.title'),
      [
        ...one(t('looks.theme'), <ThemeRow sign={<SunMoon {...icon} />} />),
        ...one(t('looks.density'), <DensityRow sign={<Rows3 {...icon} />} />),
        ...one(t('looks.textSize'), <TextSizeRow sign={<ALargeSmall {...icon} />} />),
        ...one(`${t('me.language')} Language 语言`, <LanguageRow />),
        ...one(t('looks.hours'), <HoursRow sign={<Clock {...icon} />} />),
        ...one(t('looks.weekStart'), <WeekStartRow sign={<CalendarDays {...icon} />} />),
        ...switchRow('circleAvatar', <CircleUser {...icon} />),
        ...one(t('setting.background'), <BackgroundRow />),
      ],
    ],
    [
      t('setting.group.chats'),
      [
        ...switchRow('enterSends', <CornerDownLeft {...icon} />, !touch, t('setting.enterHint')),
        ...switchRow('marks', <Bold {...icon} />, true, t('setting.marksHint')),
        ...one(t('setting.previews'), <PreviewsRow />, isOffered),
        ...one(t('setting.quickReaction'), <QuickReactionRow sign={<SmilePlus {...icon} />} />, !plain),
        ...link(t('title.folders'), <Folders {...icon} />, PATHS.folders, !plain),
        ...link(t('setting.emoji'), <Smile {...icon} />, PATHS.emoji),
      ],
    ],
    [
      t('privacy.title'),
      // The page also has the list of blocked users.
      one(
        `${t('title.secure')} ${t('block.list')}`,
        <Row sign={<ShieldCheck {...icon} />} title={t('title.secure')} to={PATHS.secure} />,
        !plain,
      ),
    ],
    [
      t('setting.group.device'),
      [
        ...one(t('call.checkDevices'), <DeviceRow />),
        ...one(t('appInstall.title'), <InstallRow sign={<MonitorDown {...icon} />} />, mayInstall),
        ...one(t('servers.title'), <ServersRow sign={<Server {...icon} />} />),
        ...link(t('storage.title'), <HardDrive {...icon} />, pathTo('setting', { view: 'storage' })),
      ],
    ],
  ];
}

/** Groups of settings with a search by name (UI-152). */
function Settings() {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const query = folded(typed);
  const groups = useEntries()
    .map(([heading, entries]) => ({
      heading,
      found: entries.filter(({ words }) => query === '' || includesWords(`${heading} ${words}`, query)),
    }))
    .filter(({ found }) => found.length > 0);
  return (
    <Page cards columns bar={<TopBar title={t('title.setting')} />}>
      <div data-whole>
        <SearchField label={t('setting.search')} value={typed} onValue={setTyped} />
      </div>
      {groups.map(({ heading, found }) => (
        <RowList key={heading} heading={heading}>
          {found.map(({ words, row }) => (
            <Fragment key={words}>{row}</Fragment>
          ))}
        </RowList>
      ))}
      {groups.length === 0 && <EmptyBlock text={t('setting.noneFound')} />}
    </Page>
  );
}

function LanguageRow() {
  const { t } = useTranslation();
  return <Row sign={<Languages {...icon} />} title={t('me.language')} end={<LanguageChoice />} />;
}

function BackgroundRow() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Row
        sign={<Image {...icon} />}
        title={t('setting.background')}
        value=""
        onPress={() => setOpen(true)}
      />
      <BackgroundSheet open={open} onClose={() => setOpen(false)} />
    </>
  );
}

const WORDS = {
  voiceStatus: 'me.sound',
  vibrateStatus: 'setting.vibrate',
  circleAvatar: 'setting.circle',
  enterSends: 'setting.enterSends',
  marks: 'setting.marks',
} as const;

function SwitchRow({
  name,
  sign,
  detail,
}: {
  readonly name: keyof typeof WORDS & keyof AppSetting;
  readonly sign: ReactNode;
  readonly detail?: string | undefined;
}) {
  const { t } = useTranslation();
  const setting = useAppSetting();
  return (
    <Row
      sign={sign}
      title={t(WORDS[name])}
      detail={detail}
      end={
        <Switch
          label={t(WORDS[name])}
          checked={setting[name]}
          onChange={(on) => setAppSetting({ [name]: on })}
        />
      }
    />
  );
}

/**
 * For all devices; until the user chooses, the value that an earlier version stored on this device applies
 * (PREVIEW-12).
 */
function PreviewsRow() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const { previews } = useAppSetting();
  const on = useStore(previewsChosen) ?? previews;
  const title = t('setting.previews');
  return (
    <Row
      sign={<Link2 {...icon} />}
      title={title}
      detail={t('setting.previewsHint')}
      end={<Switch label={title} checked={on} onChange={(next) => void actions.keepPreviews(next)} />}
    />
  );
}

/** Camera, microphone and speaker of calls. */
function DeviceRow() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Row
        sign={<Headset {...icon} />}
        title={t('call.checkDevices')}
        value=""
        onPress={() => setOpen(true)}
      />
      <Suspense fallback={null}>{open && <CheckSheet onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

/** The browser decides; a refusal can only be taken back in its own settings. */
function NotificationRow() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const allow = usePermission();
  const [state, setState] = useState(notificationPermission);
  const [quiet, setQuiet] = useState(() => readSetting(QUIET_PUSHES) === '1');
  const ask = async () => {
    const allowed = await allow('notifications');
    setState(notificationPermission());
    if (allowed) await keepKnown(actions);
  };
  const show = (words: boolean) => {
    writeSetting(QUIET_PUSHES, words ? null : '1');
    setQuiet(!words);
    void keepKnown(actions);
  };
  // On such devices only the installed app may notify.
  const hint = needsInstalling()
    ? t('phone.installFirst')
    : state === 'denied'
      ? t('setting.deniedHint')
      : undefined;
  return (
    <>
      <Row
        sign={<Bell {...icon} />}
        title={t('setting.notifications')}
        detail={hint}
        value={t(`setting.notify.${state}`)}
        onPress={state === 'default' || state === 'denied' ? () => void ask() : undefined}
      />
      {state === 'granted' && (
        <Row
          sign={<MessageSquareText {...icon} />}
          title={t('setting.pushWords')}
          end={<Switch label={t('setting.pushWords')} checked={!quiet} onChange={show} />}
        />
      )}
    </>
  );
}
