import type { ReactNode } from 'react';
import { quickReactionOf } from '../../../../client/state/preferences.ts';
import { QUICK_REACTIONS } from '../../../../domain/reactions.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useMenu } from '../../../kit/menu.tsx';
import { Row } from '../../../kit/row.tsx';
import { useClient, useStore } from '../../../shared/client-context.ts';

/** The emoji of a double press on a message, on all devices (REACT-12). */
export function QuickReactionRow({ sign }: { readonly sign: ReactNode }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const chosen = useStore(quickReactionOf);
  const choose = (emoji: string) => void actions.keepPreference('quickReaction', { emoji });
  const openMenu = useMenu(() => ({
    title: t('setting.quickReaction'),
    quick: {
      label: t('react.choose'),
      items: QUICK_REACTIONS.map((emoji) => ({
        key: emoji,
        label: emoji,
        sign: emoji,
        isChecked: emoji === chosen,
        onSelect: () => choose(emoji),
      })),
    },
    items: [{ key: 'none', label: t('setting.quickReactionNone'), onSelect: () => choose('') }],
  }));
  return (
    <Row
      sign={sign}
      title={t('setting.quickReaction')}
      detail={t('setting.quickReactionHint')}
      value={chosen === '' ? t('setting.quickReactionNone') : chosen}
      onPress={({ currentTarget }) => openMenu(currentTarget)}
    />
  );
}
