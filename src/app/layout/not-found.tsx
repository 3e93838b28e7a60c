import { useNavigate } from '../kit/navigation.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../kit/button.tsx';
import { EmptyBlock } from '../kit/empty-block.tsx';
import { Page } from '../kit/page.tsx';
import { TopBar } from '../shared/top-bar.tsx';
import { PATHS } from '../paths/paths.ts';

/** A path that leads nowhere (UI-1). */
export default function NotFound() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Page bar={<TopBar title={t('page.notFound')} />}>
      <EmptyBlock
        fill
        kind="gone"
        text={t('page.notFound')}
        action={
          <Button kind="primary" onClick={() => void navigate(PATHS.home, { replace: true })}>
            {t('page.goHome')}
          </Button>
        }
      />
    </Page>
  );
}
