import { Lock, Users } from 'lucide-react';
import { useState } from 'react';
import type { Moment } from '../../../client/interface/moments.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { Row, RowList } from '../../kit/row.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import styles from './moments.module.css';

const icon = { size: 14, strokeWidth: 2, 'aria-hidden': true } as const;

/** On the user's own post: who sees it; nothing if all friends do (MOMENT-2). */
export function SeenBy({ people }: { readonly people: NonNullable<Moment['seenBy']> }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (people.length === 0)
    return (
      <span className={styles.seenBy}>
        <Lock {...icon} />
        {t('moments.self')}
      </span>
    );
  const count = t('moments.people', { count: people.length });
  return (
    <>
      <button
        type="button"
        className={styles.seenBy}
        title={people.map(({ name }) => name).join(t('moments.namesJoin'))}
        aria-label={t('moments.seenBy', { people: count })}
        onClick={() => setOpen(true)}
      >
        <Users {...icon} />
        {count}
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('moments.seenBy', { people: count })}>
        <div className={styles.viewers}>
          <RowList>
            {people.map(({ id, name, avatar }) => (
              <Row
                key={id}
                icon={<Avatar id={id} name={name} src={avatar} size={40} />}
                title={<bdi>{name}</bdi>}
              />
            ))}
          </RowList>
        </div>
      </Sheet>
    </>
  );
}
