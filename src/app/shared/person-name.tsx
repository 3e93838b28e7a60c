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

/** The mode and the emoji, on profiles with their words. Groups have none. */
function StatusMark({ id, whole }: { readonly id: number | string; readonly whole: boolean }) {
  const { t } = useTranslation();
  const status = useStore((state) => extraOf(state, 'status', userId(Number(id))));
  if (status === null) return null;
  const { mode, emoji, text } = status;
  const sign = mode && <i className={styles[mode]} />;
  const modeText = mode ? t(`status.${mode}`) : '';
  const words = [modeText, text].filter(Boolean).join(' · ');
  if (whole && words !== '')
    return (
      <p className={styles.whole}>
        {sign} {emoji} <bdi>{words}</bdi>
      </p>
    );
  return (
    <span
      className={styles.mark}
      role="img"
      aria-label={t('status.is', { words: words || emoji })}
      title={words}
    >
      {sign}
      {emoji || (text && SPEECH)}
    </span>
  );
}
