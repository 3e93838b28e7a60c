import { Languages, LogOut, Volume2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { app } from '../../../domain/limits.ts';
import { setAppSetting, useAppSetting } from '../../kit/app-setting.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { useClient, useStore } from '../../kit/client-context.ts';
import { Page } from '../../kit/page.tsx';
import { Row, RowList } from '../../kit/row.tsx';
import { Switch } from '../../kit/switch.tsx';
import { TopBar } from '../../kit/top-bar.tsx';
import { useAsk } from '../../kit/use-ask.tsx';
import { LanguageChoice } from '../login/language-choice.tsx';
import styles from './me-page.module.css';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Oneself: who I am here, what this device does, and the way out. */
export default function MePage() {
  const { t } = useTranslation();
  const { voiceStatus } = useAppSetting();
  const self = useStore((state) => state.self);
  const name = useStore((state) => state.config.sysInfo.name);
  const logout = useLogout();
  return (
    <Page cards bar={<TopBar title={t('nav.me')} />}>
      <section className={styles.card}>
        <Avatar id={self?.id ?? 0} name={self?.realname ?? ''} src={self?.avatar ?? ''} size={64} />
        <div className={styles.words}>
          <p className={styles.name} title={self?.realname}>
            {self?.realname}
          </p>
          <p className={styles.account}>{self?.account}</p>
        </div>
      </section>
      <RowList>
        <Row icon={<Volume2 {...icon} />} title={t('me.sound')} end={<Switch label={t('me.sound')} checked={voiceStatus} onChange={(on) => setAppSetting({ voiceStatus: on })} />} />
        <Row icon={<Languages {...icon} />} title={t('me.language')} end={<LanguageChoice />} />
      </RowList>
      <RowList>
        <Row danger icon={<LogOut {...icon} />} title={t('logout.action')} onPress={() => void logout()} />
      </RowList>
      <p className={styles.foot}>{t('login.version', { name, version: app.version })}</p>
    </Page>
  );
}

/** Asks first, and says how much would be lost (UI-9). */
function useLogout(): () => Promise<void> {
  const { t } = useTranslation();
  const { actions } = useClient();
  const ask = useAsk();
  return async () => {
    const unsent = actions.unsent();
    const text = unsent > 0 ? `${t('logout.unsent', { count: unsent })}\n${t('logout.text')}` : t('logout.text');
    if (await ask({ title: t('logout.confirm'), text, confirm: t('logout.action'), danger: true })) await actions.logout();
  };
}
