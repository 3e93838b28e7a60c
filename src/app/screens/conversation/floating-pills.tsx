import { ArrowDown, AtSign, CornerDownLeft } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyAside } from '../../kit/lazy-aside.ts';
import type { Contact } from '../../../client/state/state.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { cx } from '../../kit/class-names.ts';
import styles from './chat.module.css';
import type { Jump } from './use-jump.ts';
import type { ListScroll } from './use-list-scroll.ts';

const MentionSheet = lazyAside(() => import('./mention-sheet.tsx'));

/** Floating buttons above the box: mentions of the user, back after a jump, to the end. */
export function FloatingPills({
  contact,
  scroll,
  jump,
  leave,
}: {
  readonly contact: Contact;
  readonly scroll: ListScroll;
  readonly jump: Jump;
  /** Moves the focus to the box, because a pressed button disappears. */
  readonly leave: () => void;
}) {
  const { t } = useTranslation();
  /**
   * Tab has reached the button to the end, and with it perhaps the end: a focused element must not disappear.
   */
  const [isAtEnd, setAtEnd] = useState(false);
  const [mentions, setMentions] = useState<'unused' | 'open' | 'closed'>('unused');
  const icon = { size: 18, strokeWidth: 2, 'aria-hidden': true } as const;
  return (
    <div className={styles.pills}>
      {contact.mentions > 0 && (
        <button
          type="button"
          className={cx(styles.pill, styles.mentionPill)}
          onClick={() => setMentions('open')}
        >
          <AtSign {...icon} />
          {t('chat.mentionedBy', { count: contact.mentions })}
        </button>
      )}
      {jump.goBack && (
        <button
          type="button"
          className={styles.pill}
          onClick={(event) => {
            if (event.currentTarget.matches(':focus-visible')) leave();
            jump.goBack?.();
          }}
        >
          <CornerDownLeft {...icon} />
          {t('chat.backToPlace')}
        </button>
      )}
      {(!scroll.atEnd || isAtEnd) && (
        <button
          type="button"
          className={cx(styles.pill, scroll.below === 0 && styles.roundPill)}
          aria-label={scroll.below === 0 ? t('chat.toBottom') : undefined}
          title={t('chat.toBottom')}
          onFocus={(event) => setAtEnd(event.target.matches(':focus-visible'))}
          onBlur={() => setAtEnd(false)}
          onClick={() => {
            if (isAtEnd) leave();
            jump.forget();
            scroll.toEnd();
          }}
        >
          <ArrowDown {...icon} />
          {scroll.below > 0 && t('chat.newBelow', { count: scroll.below })}
        </button>
      )}
      {mentions !== 'unused' && (
        <Suspense fallback={null}>
          <MentionSheet
            contact={contact}
            open={mentions === 'open'}
            onClose={() => setMentions('closed')}
            onPick={(message) => {
              setMentions('closed');
              jump.jumpTo(message, 'here');
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
