import { Ban } from 'lucide-react';
import type { PersonCard } from '../../../client/interface/client.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { useAsk } from '../../kit/use-ask.tsx';
import { useClient, useStore } from '../../shared/client-context.ts';

/**
 * Blocks a user, after a question that explains the effects (BLOCK-1). Resolves to whether the user
 * confirmed.
 */
export function useBlocking(person: PersonCard, name: string): () => Promise<boolean> {
  const { t } = useTranslation();
  const { actions } = useClient();
  const ask = useAsk();
  return async () => {
    const sure = await ask({
      title: t('block.title', { name }),
      text: t('block.text'),
      confirm: t('block.begin'),
      danger: true,
    });
    return sure && (await actions.block(person.id, true)).ok;
  };
}

/** Ends a block at once (BLOCK-1). */
export function UnblockButton({ person }: { readonly person: PersonCard }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  return (
    <Button block onClick={() => void actions.block(person.id, false)}>
      {t('block.end')}
    </Button>
  );
}

/** Blocks the author of a friend request, beside the other answers (BLOCK-13). */
export function BlockAsker({
  person,
  onBlocked,
}: {
  readonly person: PersonCard;
  readonly onBlocked: () => void;
}) {
  const { t } = useTranslation();
  const plain = useStore((state) => state.sync.plain);
  const name = person.displayName || person.realname;
  const block = useBlocking(person, name);
  if (plain) return null;
  return (
    <IconButton
      small
      label={t('report.block', { name })}
      onClick={() => void block().then((isDone) => isDone && onBlocked())}
    >
      <Ban size={18} strokeWidth={1.75} />
    </IconButton>
  );
}
