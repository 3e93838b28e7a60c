import { useState } from 'react';
import type { OpenId } from '../../../../client/interface/logins.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { Row, RowList } from '../../../kit/row.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { atPassword } from '../../../shared/at-password.ts';
import type { FormProblem } from '../../../kit/form-problem.ts';
import { useLoad } from '../../../shared/use-load.ts';
import { LoadedPage, useMomentText } from './loaded-page.tsx';
import { PasswordSheet } from './password-sheet.tsx';
import styles from './second-step.module.css';

/** `?view=openids` The logins elsewhere that open the account, each to be unlinked (OIDC-6). */
export default function OpenIdsPage() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const loaded = useLoad('openids', () => actions.openIds());
  const [open, setOpen] = useState<OpenId | null>(null);
  const at = useMomentText();
  return (
    <LoadedPage
      title={t('openid.title')}
      loaded={loaded}
      render={(value) => (
        <>
          <RowList heading={t('openid.own')}>
            {value.list.length === 0 && <Row title={t('openid.none')} />}
            {value.list.map((one) => (
              <Row
                key={one.id}
                title={one.name}
                detail={[one.email, t('openid.used', { time: at(one.usedMs) })].filter(Boolean).join(' · ')}
                end={
                  <Button
                    small
                    kind="quietDanger"
                    aria-label={t('openid.unlinkOf', { name: one.name })}
                    onClick={() => setOpen(one)}
                  >
                    {t('openid.unlink')}
                  </Button>
                }
              />
            ))}
          </RowList>
          <p className={styles.note}>{t('openid.what')}</p>
          {open !== null && (
            <Unlink
              openId={open}
              onClose={() => {
                setOpen(null);
                loaded.reload();
              }}
            />
          )}
        </>
      )}
    />
  );
}

/** Requires the password, because that remains as the way to log in (OIDC-6). */
function Unlink({ openId, onClose }: { readonly openId: OpenId; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const { name } = openId;
  const unlink = async (password: string): Promise<FormProblem | null> => {
    const answer = await actions.removeOpenId(openId.id, password);
    if (!answer.ok) return atPassword(t, answer.reason, password);
    toasts.show(t('openid.unlinked', { name }));
    return null;
  };
  return (
    <PasswordSheet
      title={t('openid.unlinkOf', { name })}
      confirm={t('openid.unlink')}
      label={t('openid.yourPassword')}
      onPassword={unlink}
      onClose={onClose}
    >
      <p className={styles.words}>{t('openid.unlinkText', { name })}</p>
    </PasswordSheet>
  );
}
