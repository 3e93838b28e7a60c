import { useNavigate } from '../../kit/navigation.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../kit/button.tsx';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { PATHS } from '../../paths/paths.ts';
import { isTemporary } from '../../../client/interface/answer.ts';
import { type ContactId, parseTarget } from '../../../domain/ids.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { useLoad } from '../../shared/use-load.ts';

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

/**
 * Fetches a chat that is not in the list. `none`: it does not exist, or not for this user; unknown while
 * requests fail (STORE-15).
 */
export function useFetchedChat(id: ContactId, isListed: boolean): 'loading' | 'none' {
  const { actions } = useClient();
  const ready = useStore((state) => state.sync.ready);
  const isName = parseTarget(id) !== null;
  const isAsked = ready && isName && !isListed;
  const chat = useLoad(`${id} ${isAsked}`, isAsked ? () => actions.ensureContact(id) : null);
  const isRefused = chat.state === 'failed' && !isTemporary(chat.failure);
  return isRefused || !isName ? 'none' : 'loading';
}
