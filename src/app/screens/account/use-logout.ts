import { useTranslation } from '../../i18n/use-translation.ts';
import { useClient } from '../../shared/client-context.ts';
import { useAsk } from '../../kit/use-ask.tsx';

/** Asks first, and shows how much would be lost (UI-9). */
export function useLogout(): () => Promise<void> {
  const { t } = useTranslation();
  const { actions } = useClient();
  const ask = useAsk();
  return async () => {
    const unsent = actions.unsent();
    const text =
      unsent > 0 ? `${t('logout.unsent', { count: unsent })}\n${t('logout.text')}` : t('logout.text');
    if (await ask({ title: t('logout.confirm'), text, confirm: t('logout.action'), danger: true }))
      await actions.logout();
  };
}
