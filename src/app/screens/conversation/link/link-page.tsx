import { useEffect } from 'react';
import { useNavigate, useQuery } from '../../../kit/navigation.ts';
import { msgId } from '../../../../domain/ids.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { Page } from '../../../kit/page.tsx';
import { SkeletonRows } from '../../../kit/skeleton.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { TopBar } from '../../../shared/top-bar.tsx';
import { useLoad } from '../../../shared/use-load.ts';
import { PATHS } from '../../../paths/paths.ts';
import { chatAt } from '../use-media.tsx';

/** `/pages/message/link?msg_id=` Opens the message, or reports that it is not available (LINK-1). */
export default function LinkPage() {
  const { t } = useTranslation();
  const query = useQuery();
  const number = Number(query.get('msg_id'));
  const isNumber = Number.isSafeInteger(number) && number > 0;
  return (
    <Page bar={<TopBar title={t('title.messageLink')} />}>
      {isNumber ? <Located key={number} number={number} /> : <Unavailable />}
    </Page>
  );
}

function Located({ number }: { readonly number: number }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const navigate = useNavigate();
  const loaded = useLoad(String(number), () => actions.locateMessage(msgId(number)));
  const to = loaded.state === 'ready' ? loaded.value : null;
  useEffect(() => {
    if (to !== null) void navigate(chatAt(to, msgId(number)), { replace: true });
  }, [navigate, number, to]);
  if (loaded.state !== 'failed') return <SkeletonRows count={3} />;
  if (loaded.failure.kind === 'server') return <Unavailable />;
  return (
    <EmptyBlock
      fill
      kind="network"
      text={t('page.loadFailed')}
      action={
        <Button kind="primary" onClick={loaded.reload}>
          {t('page.retry')}
        </Button>
      }
    />
  );
}

function Unavailable() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <EmptyBlock
      fill
      kind="gone"
      text={t('link.unavailable')}
      action={
        <Button onClick={() => void navigate(PATHS.home, { replace: true })}>{t('page.goHome')}</Button>
      }
    />
  );
}
