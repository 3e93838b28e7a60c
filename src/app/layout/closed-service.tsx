import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../kit/button.tsx';
import { useClient, useStore } from '../shared/client-context.ts';
import { EmptyBlock } from '../kit/empty-block.tsx';
import { Page } from '../kit/page.tsx';
import { TopBar } from '../shared/top-bar.tsx';

/** The administrator has closed the service: their reason, and a button to check again (CONF-3). */
export default function ClosedService() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const words = useStore((state) => state.config.sysInfo.closeTips);
  return (
    <Page bar={<TopBar back={false} title={t('err.serviceClosed')} />}>
      <EmptyBlock
        fill
        kind="locked"
        text={words || t('err.serviceClosed')}
        action={
          <Button kind="primary" onClick={() => void actions.refreshConfig()}>
            {t('page.retry')}
          </Button>
        }
      />
    </Page>
  );
}
