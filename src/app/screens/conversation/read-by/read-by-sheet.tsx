import { useState } from 'react';
import type { MessageId } from '../../../../domain/ids.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { PeoplePages } from '../../../shared/people-pages.tsx';
import styles from './read-by.module.css';

/** Users who have read the user's own message of a group, and their number (READBY-2). */
export default function ReadBySheet({
  id,
  onClose,
}: {
  readonly id: MessageId;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [of, setOf] = useState(0);
  const ask = async () => {
    const answer = await actions.readBy(id);
    if (!answer.ok) return answer;
    const { rows } = answer.value;
    setOf(answer.value.of);
    return { ok: true, value: { rows, total: rows.length } } as const;
  };
  return (
    <Sheet open onClose={onClose} title={t('menu.readBy')}>
      <div className={styles.people}>
        <PeoplePages
          question={`readBy ${id}`}
          ask={ask}
          renderHeading={(total) =>
            total === 0 ? (
              <EmptyBlock text={t('readBy.nobody')} />
            ) : (
              total !== null && <p className={styles.count}>{t('readBy.count', { n: total, of })}</p>
            )
          }
        />
      </div>
    </Sheet>
  );
}
