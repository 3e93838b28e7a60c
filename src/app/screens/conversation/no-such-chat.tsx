import { useNavigate } from '../../kit/navigation.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../kit/button.tsx';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { PATHS } from '../../paths/paths.ts';

/** A chat that does not exist for this user, and a link to the list. */
export function NoSuchChat({ fill = false }: { readonly fill?: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <EmptyBlock
      fill={fill}
      kind="gone"
      text={t('err.noContact')}
      action={
        <Button kind="primary" onClick={() => void navigate(PATHS.home, { replace: true })}>
          {t('page.goHome')}
        </Button>
      }
    />
  );
}
