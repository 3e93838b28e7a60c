import { lazy, Suspense, useState } from 'react';
import { lazyAside } from '../../../kit/lazy-aside.ts';
import { previewsChosen } from '../../../../client/state/previews-chosen.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { type AppSetting, setAppSetting, useAppSetting } from '../../../kit/app-setting.ts';
import { Page } from '../../../kit/page.tsx';
import { Row, RowList } from '../../../kit/row.tsx';
import { Switch } from '../../../kit/switch.tsx';
import { useTouch } from '../../../kit/use-media.ts';
import { useQuery } from '../../../kit/use-query.ts';
import { SoundRow } from '../../../shared/sounds/sound-row.tsx';
import { TopBar } from '../../../shared/top-bar.tsx';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { usePermission } from '../../../shared/use-permission.ts';
import { canVibrate } from '../../../platform/device.ts';
import { notificationPermission } from '../../../platform/notifications.ts';
import { keepKnown, QUIET_PUSHES } from '../../../platform/keep-known.ts';
import { needsInstalling } from '../../../platform/pushing.ts';
import { readSetting, writeSetting } from '../../../platform/settings.ts';
import { LanguageChoice } from '../login/language-choice.tsx';
import { AlertWordsRow } from './alert-words-row.tsx';
import { BackgroundSheet } from './background-sheet.tsx';
import { QuietHoursRow } from './quiet-hours-row.tsx';
import { LooksRows } from './looks-rows.tsx';
import { PATHS, pathTo, viewPath } from '../../../paths/paths.ts';

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

function Settings() {
  const { t } = useTranslation();
  const [ground, setGround] = useState(false);
  const touch = useTouch();
  const plain = useStore((state) => state.sync.plain);
  const offered = useStore((state) => state.config.chatInfo.linkPreview);
  return (
    <Page cards bar={<TopBar title={t('title.setting')} />}>
      <RowList>
        <SwitchRow name="voiceStatus" />
        {!plain && <SoundRow />}
        {canVibrate() && <SwitchRow name="vibrateStatus" />}
        <NotificationRow />
        {!plain && <QuietHoursRow />}
        {!plain && <AlertWordsRow />}
        <DeviceRow />
      </RowList>
      <LooksRows />
      <RowList>
        <Row title={t('me.language')} end={<LanguageChoice />} />
        <SwitchRow name="circleAvatar" />
        {!touch && <SwitchRow name="enterSends" detail={t('setting.enterHint')} />}
        <SwitchRow name="marks" detail={t('setting.marksHint')} />
        {offered && <PreviewsRow />}
        <Row title={t('setting.background')} value="" onPress={() => setGround(true)} />
      </RowList>
      <RowList>
        {!plain && <Row title={t('title.folders')} to={PATHS.folders} />}
        {!plain && <Row title={t('block.list')} to={pathTo('newFriends', { tab: 'blocked' })} />}
        <Row title={t('setting.emoji')} to={PATHS.emoji} />
        <Row title={t('nav.files')} to={viewPath('files')} />
        <Row title={t('storage.title')} to={pathTo('setting', { view: 'storage' })} />
      </RowList>
      <BackgroundSheet open={ground} onClose={() => setGround(false)} />
    </Page>
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
  detail,
}: {
  readonly name: keyof typeof WORDS & keyof AppSetting;
  readonly detail?: string;
}) {
  const { t } = useTranslation();
  const setting = useAppSetting();
  return (
    <Row
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
      <Row title={t('call.checkDevices')} value="" onPress={() => setOpen(true)} />
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
        title={t('setting.notifications')}
        detail={hint}
        value={t(`setting.notify.${state}`)}
        onPress={state === 'default' || state === 'denied' ? () => void ask() : undefined}
      />
      {state === 'granted' && (
        <Row
          title={t('setting.pushWords')}
          end={<Switch label={t('setting.pushWords')} checked={!quiet} onChange={show} />}
        />
      )}
    </>
  );
}
