import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AppSetting, setAppSetting, useAppSetting } from '../../kit/app-setting.ts';
import { Page } from '../../kit/page.tsx';
import { Row, RowList } from '../../kit/row.tsx';
import { Switch } from '../../kit/switch.tsx';
import { TopBar } from '../../kit/top-bar.tsx';
import { askNotifications, canVibrate, notificationPermission } from '../../platform/device.ts';
import { LanguageChoice } from '../login/language-choice.tsx';
import { BackgroundSheet } from './background-sheet.tsx';
import { StorageRow } from './storage-row.tsx';

/** `/pages/mine/setting` What this device does, for whoever is signed in here. */
export default function SettingPage() {
  const { t } = useTranslation();
  const [ground, setGround] = useState(false);
  return (
    <Page cards bar={<TopBar title={t('title.setting')} />}>
      <RowList>
        <SwitchRow name="voiceStatus" />
        {canVibrate() && <SwitchRow name="vibrateStatus" />}
        <NotificationRow />
      </RowList>
      <RowList>
        <Row title={t('me.language')} end={<LanguageChoice />} />
        <SwitchRow name="circleAvatar" />
        <Row title={t('setting.background')} value="" onPress={() => setGround(true)} />
      </RowList>
      <RowList>
        <Row title={t('setting.emoji')} to="/pages/message/emoji" />
        <StorageRow />
      </RowList>
      <BackgroundSheet open={ground} onClose={() => setGround(false)} />
    </Page>
  );
}

const WORDS = { voiceStatus: 'me.sound', vibrateStatus: 'setting.vibrate', circleAvatar: 'setting.circle' } as const;

function SwitchRow({ name }: { readonly name: keyof typeof WORDS & keyof AppSetting }) {
  const { t } = useTranslation();
  const setting = useAppSetting();
  return <Row title={t(WORDS[name])} end={<Switch label={t(WORDS[name])} checked={setting[name]} onChange={(on) => setAppSetting({ [name]: on })} />} />;
}

/** The browser decides; a refusal can only be taken back in its own settings. */
function NotificationRow() {
  const { t } = useTranslation();
  const [state, setState] = useState(notificationPermission);
  const ask = async () => setState(await askNotifications());
  return (
    <Row
      title={t('setting.notifications')}
      detail={state === 'denied' ? t('setting.deniedHint') : undefined}
      value={t(`setting.notify.${state}`)}
      onPress={state === 'default' ? () => void ask() : undefined}
    />
  );
}
