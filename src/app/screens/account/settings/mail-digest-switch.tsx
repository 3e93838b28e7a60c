import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Row } from '../../../kit/row.tsx';
import { Switch } from '../../../kit/switch.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { useLoad } from '../../../shared/use-load.ts';

/** The state of mails about unread messages; null where the server sends none (DIGEST-7). */
export function useMailDigest() {
  const { t, language } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const hasMail = useStore(({ sync, config }) => !sync.plain && config.sysInfo.mail === true);
  // The request also tells the server the language of the mails.
  const { value, reload } = useLoad(language, hasMail ? () => actions.mailDigest() : null);
  if (!value?.isOffered) return null;
  const choose = async (on: boolean) => {
    const answer = await actions.mailDigest(on);
    if (!answer.ok) toasts.show(failureText(t, answer.reason));
    reload();
  };
  return { ...value, choose };
}

export type MailDigest = NonNullable<ReturnType<typeof useMailDigest>>;

/** A mail about unread messages after a day away (DIGEST-7). */
export function MailDigestSwitch({
  digest: { isOn, address, choose },
  sign,
}: {
  readonly digest: MailDigest;
  readonly sign: ReactNode;
}) {
  const { t } = useTranslation();
  const title = t('digest.title');
  return (
    <Row
      sign={sign}
      title={title}
      detail={address === '' ? t('digest.noAddress') : t('digest.hint', { address })}
      end={
        <Switch
          label={title}
          checked={isOn}
          disabled={address === '' && !isOn}
          onChange={(on) => void choose(on)}
        />
      }
    />
  );
}
