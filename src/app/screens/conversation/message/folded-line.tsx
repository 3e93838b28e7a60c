import { type ReactNode, useState } from 'react';
import { blockedBy } from '../../../../client/state/blocked.ts';
import { userId } from '../../../../domain/ids.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useStore } from '../../../shared/client-context.ts';
import type { MessageRowProps } from './message-row.tsx';
import styles from './lines.module.css';

/** Hides a blocked user's message in a group behind a line; a press reveals it (BLOCK-11). */
export function Folded({
  row,
  focusable,
  children,
}: Pick<MessageRowProps, 'row' | 'focusable'> & { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const from = row.message?.from.id ?? 0;
  const isBlocked = useStore((state) => from > 0 && blockedBy(state).has(userId(from)));
  if (!isBlocked || open) return children;
  return (
    <p className={styles.event}>
      <button
        type="button"
        className={styles.folded}
        tabIndex={focusable ? 0 : -1}
        onClick={() => setOpen(true)}
      >
        {t('chat.folded')}
      </button>
    </p>
  );
}
