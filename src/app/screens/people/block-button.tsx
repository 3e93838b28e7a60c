import type { PersonCard } from '../../../client/interface/client.ts';
import { blockedBy } from '../../../client/state/blocked.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../kit/button.tsx';
import { useAsk } from '../../kit/use-ask.tsx';
import { useClient, useStore } from '../../shared/client-context.ts';

/** Blocks somebody, after a question, or ends it at once (BLOCK-1); a plain server knows nothing of it. */
export function BlockButton({ person, name }: { readonly person: PersonCard; readonly name: string }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const ask = useAsk();
  const plain = useStore((state) => state.sync.plain);
  const isBlocked = useStore((state) => blockedBy(state).has(person.id));
  if (plain) return null;
  const block = async () => {
    const sure = await ask({
      title: t('block.title', { name }),
      text: t('block.text'),
      confirm: t('block.begin'),
      danger: true,
    });
    if (sure) await actions.block(person.id, true);
  };
  return isBlocked ? (
    <Button block onClick={() => void actions.block(person.id, false)}>
      {t('block.end')}
    </Button>
  ) : (
    <Button kind="quietDanger" block onClick={() => void block()}>
      {t('block.begin')}
    </Button>
  );
}
