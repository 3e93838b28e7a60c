import type { ContactKind } from '../../../domain/contact.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../kit/button.tsx';
import { cx } from '../../kit/class-names.ts';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Spinner } from '../../kit/spinner.tsx';
import { VisuallyHidden } from '../../kit/visually-hidden.tsx';
import styles from './chat.module.css';
import type { ChatWindowView } from './use-window.ts';

const SHAPES = [
  [168, false],
  [240, false],
  [132, true],
  [210, false],
  [264, true],
  [148, true],
] as const;

/** Bubbles in the shape of what will come, at the end of the list where it will appear. */
export function ListSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.bones} role="status" aria-busy="true">
      <VisuallyHidden>{t('common.loading')}</VisuallyHidden>
      {SHAPES.map(([width, own], i) => (
        <div key={i} className={cx(styles.bone, own && styles.ownBone)} aria-hidden="true">
          {!own && <Skeleton width={36} height={36} radius={8} />}
          <Skeleton width={width} height={38} radius={16} />
        </div>
      ))}
    </div>
  );
}

/** No greeting in notes to self, or in a chat that does not accept messages. */
const EMPTY = {
  person: 'chat.sayHello',
  group: 'chat.sayHello',
  favourites: 'chat.notesEmpty',
  system: 'chat.nothingYet',
  notice: 'chat.nothingYet',
} as const satisfies Record<ContactKind, string>;

export function ListEmpty({ kind }: { readonly kind: ContactKind }) {
  const { t } = useTranslation();
  return <EmptyBlock fill kind="chats" text={t(EMPTY[kind])} />;
}

export function ListFailed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyBlock
      fill
      kind="network"
      text={t('page.loadFailed')}
      action={
        <Button kind="primary" onClick={onRetry}>
          {t('page.retry')}
        </Button>
      }
    />
  );
}

/** State of loading older messages: it is drawn over the list, so that the list does not move. */
export function OlderLine({
  older,
  onRetry,
}: {
  readonly older: ChatWindowView['older'];
  readonly onRetry: () => void;
}) {
  const { t } = useTranslation();
  if (older === 'idle') return null;
  return (
    <div className={styles.older} role="status">
      {older === 'loading' ? (
        <span className={styles.olderPill}>
          <Spinner size={14} />
          {t('chat.loadingOlder')}
        </span>
      ) : (
        <span className={styles.olderPill}>
          {t('chat.olderFailed')}
          <Button kind="quiet" small onClick={onRetry}>
            {t('common.retry')}
          </Button>
        </span>
      )}
    </div>
  );
}
