import { extraOf } from '../../client/state/profile-extras.ts';
import { userId } from '../../domain/ids.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useStore } from './client-context.ts';
import styles from './person-name.module.css';

/**
 * The name of a user or group with all that is beside it (PRES-4a), in lists, bars and profiles. `whole`: on
 * a profile, texts are shown below the name.
 */
export const PersonName = ({
  id,
  name,
  as: Tag = 'span',
  className,
  whole = false,
}: {
  readonly id: number | string;
  readonly name: string;
  readonly as?: 'span' | 'h2';
  readonly className?: string | undefined;
  readonly whole?: boolean;
}) => (
  <>
    <Tag className={className} title={whole ? undefined : name} dir="auto" translate="no">
      {name}
    </Tag>
    <StatusMark id={id} whole={whole} />
  </>
);

/** Shown where a status has no emoji. */
const SPEECH = '💬';

/** The emoji, on profiles with its text. Groups have none. */
function StatusMark({ id, whole }: { readonly id: number | string; readonly whole: boolean }) {
  const { t } = useTranslation();
  const status = useStore((state) => extraOf(state, 'status', userId(Number(id))));
  if (status === null) return null;
  const { emoji, text } = status;
  const label = t('status.is', { words: text || emoji });
  if (whole && text !== '')
    return (
      <p className={styles.whole}>
        {emoji} <bdi>{text}</bdi>
      </p>
    );
  return (
    <span className={styles.mark} role="img" aria-label={label} title={text || undefined}>
      {emoji || SPEECH}
    </span>
  );
}
