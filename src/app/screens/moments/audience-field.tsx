import { useMemo, useState } from 'react';
import { userId, type UserId } from '../../../domain/ids.ts';
import { momentLimits as limits } from '../../../domain/limits.ts';
import type { MomentAudience } from '../../../domain/privacy.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../kit/button.tsx';
import { ChoiceList } from '../../kit/choice-list.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { useToasts } from '../../kit/toaster.tsx';
import { useStore } from '../../shared/client-context.ts';
import { useBook } from '../../shared/use-book.ts';
import { type Candidate, candidateOf } from '../conversation/selection/modes.ts';
import { Picker } from '../conversation/selection/picker.tsx';
import styles from './moments.module.css';

export interface Audience {
  readonly kind: MomentAudience;
  readonly people: readonly Candidate[];
  readonly choose: (kind: MomentAudience) => void;
  readonly toggle: (one: Candidate) => void;
}

/** Begins with all friends for each post. People who are no longer friends leave the selection. */
export function useAudience(): Audience {
  const { t } = useTranslation();
  const toasts = useToasts();
  const book = useBook();
  const [kind, choose] = useState<MomentAudience>('friends');
  const [picked, setPicked] = useState<readonly string[]>([]);
  const people = useMemo(() => {
    const known = new Map(book.flatMap(({ contacts }) => contacts).map((one) => [String(one.id), one]));
    return picked.flatMap((id) => {
      const one = known.get(id);
      return one ? [candidateOf(one)] : [];
    });
  }, [book, picked]);
  const toggle = ({ id }: Candidate) => {
    if (picked.includes(id)) setPicked(picked.filter((one) => one !== id));
    else if (people.length >= limits.audienceMax) toasts.show(t('sel.batch', { max: limits.audienceMax }));
    else setPicked([...people.map((one) => one.id), id]);
  };
  return { kind, people, choose, toggle };
}

/** The users for the action; null: all friends. */
export const viewersOf = ({ kind, people }: Audience): readonly UserId[] | null =>
  kind === 'friends' ? null : kind === 'self' ? [] : people.map(({ id }) => userId(Number(id)));

/** Asks who sees the new post (MOMENT-2). */
export function AudienceField({
  audience: { kind, people, choose },
  onChoosing,
}: {
  readonly audience: Audience;
  readonly onChoosing: () => void;
}) {
  const { t } = useTranslation();
  const isClosed = useStore((state) => state.config.sysInfo.runMode === 1);
  return (
    <div>
      <ChoiceList<MomentAudience>
        label={t('moments.audience')}
        value={kind}
        choices={[
          { value: 'friends', label: t(isClosed ? 'moments.everyone' : 'moments.friends') },
          { value: 'chosen', label: t('moments.chosen') },
          { value: 'self', label: t('moments.self') },
        ]}
        onChoose={(next) => {
          choose(next);
          if (next === 'chosen' && people.length === 0) onChoosing();
        }}
      />
      {kind === 'chosen' && (
        <div className={styles.audience}>
          <p dir="auto">
            {people.length === 0
              ? t('sel.noneChosen')
              : people.map(({ name }) => name).join(t('moments.namesJoin'))}
          </p>
          <Button small onClick={onChoosing}>
            {t('moments.choose')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The friends to choose from, above the post that is being written. */
export function AudienceSheet({
  audience: { people, toggle },
  open,
  onClose,
}: {
  readonly audience: Audience;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const book = useBook();
  const sections = useMemo(
    () =>
      book.map(({ letter, contacts }) => ({
        key: letter,
        title: letter,
        candidates: contacts.map((one) => candidateOf(one)),
      })),
    [book],
  );
  return (
    <Sheet open={open} onClose={onClose} title={t('moments.audience')} large>
      <div className={styles.picker}>
        <Picker sections={sections} chosen={people} onToggle={toggle} empty={t('sel.noPeople')} />
        <div className={styles.pickerEnd}>
          <Button kind="primary" onClick={onClose}>
            {t('common.done')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
