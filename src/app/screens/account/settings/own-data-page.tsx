import { useState } from 'react';
import type { OwnData } from '../../../../client/interface/device.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Row, RowList } from '../../../kit/row.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { zoneHere } from '../../../platform/time.ts';
import { saveAs } from '../../../platform/save.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { atPassword } from '../../../shared/at-password.ts';
import type { FormProblem } from '../../../kit/form-problem.ts';
import { useLoad } from '../../../shared/use-load.ts';
import { LoadedPage } from './loaded-page.tsx';
import styles from './own-data.module.css';
import { PasswordSheet } from './password-sheet.tsx';

/** `?view=data` The user's data: a copy of it (DATA-8), and erasing the account (DATA-6). */
export default function OwnDataPage() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const loaded = useLoad('ownData', () => actions.ownData());
  const [open, setOpen] = useState<'export' | 'erase' | null>(null);
  const isDemo = useStore((state) => state.config.demonMode);
  const close = () => setOpen(null);
  return (
    <LoadedPage
      title={t('data.title')}
      loaded={loaded}
      render={(own) => (
        <>
          <RowList>
            <Row title={t('data.export')} detail={t('data.exportHint')} onPress={() => setOpen('export')} />
          </RowList>
          {own.erasable && <Consequences own={own} />}
          <RowList>
            {own.erasable ? (
              <Row centre danger title={t('data.erase')} onPress={() => setOpen('erase')} />
            ) : (
              <Row title={t('data.erase')} detail={t(isDemo ? 'data.fixed' : 'data.fixedFirst')} />
            )}
          </RowList>
          {open === 'export' && <Export onClose={close} />}
          {open === 'erase' && <Erase own={own} onClose={close} />}
        </>
      )}
    />
  );
}

/** Requires the password again; the browser saves the download. */
function Export({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const save = async (password: string): Promise<FormProblem | null> => {
    const answer = await actions.exportData(password);
    if (!answer.ok) return atPassword(t, answer.reason, password);
    // The server knows no time zone of the user: the pages show the times of this device (DATA-7).
    saveAs(`${answer.value.address}?zone=${encodeURIComponent(zoneHere() ?? '')}`, 'parley.zip');
    toasts.show(t('data.exporting'));
    return null;
  };
  return (
    <PasswordSheet
      title={t('data.export')}
      confirm={t('data.save')}
      label={t('openid.yourPassword')}
      onPassword={save}
      onClose={onClose}
    >
      <p className={styles.words}>{t('data.exportText')}</p>
    </PasswordSheet>
  );
}

/** All consequences, before the user confirms. */
function Consequences({ own }: { readonly own: OwnData }) {
  const { t } = useTranslation();
  return (
    <section className={styles.what} aria-labelledby="data-what">
      <h2 id="data-what">{t('data.what')}</h2>
      <ul>
        <li>{t('data.logins')}</li>
        <li>{t('data.own')}</li>
        <li>{t(own.words === 'stay' ? 'data.wordsStay' : 'data.wordsGo')}</li>
        <li>{t('data.groups')}</li>
      </ul>
    </section>
  );
}

/** Requires the password again; this device deletes everything, as after a log-out. */
function Erase({ own, onClose }: { readonly own: OwnData; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const erase = async (password: string): Promise<FormProblem | null> => {
    const answer = await actions.eraseAccount(password);
    if (!answer.ok) return atPassword(t, answer.reason, password);
    toasts.show(t('data.erased'));
    await actions.logout();
    return null;
  };
  return (
    <PasswordSheet
      title={t('data.eraseAsk')}
      confirm={t('data.erase')}
      danger
      label={t('openid.yourPassword')}
      onPassword={erase}
      onClose={onClose}
    >
      <p className={styles.words}>{t(own.words === 'stay' ? 'data.wordsStay' : 'data.wordsGo')}</p>
      <p className={styles.words}>{t('data.forGood')}</p>
    </PasswordSheet>
  );
}
