import { ChevronLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useTranslation } from '../i18n/use-translation.ts';
import { IconButton } from '../kit/button.tsx';
import { ConnectionStrip } from './connection-strip.tsx';
import { cx } from '../kit/class-names.ts';
import { useClosePane, usePane } from '../kit/pane-context.ts';
import styles from './top-bar.module.css';
import { useBack } from '../kit/navigation.ts';
import { useVeryWide } from '../kit/use-media.ts';
import { PersonName } from './person-name.tsx';
import { VisuallyHidden } from '../kit/visually-hidden.tsx';
import { PATHS } from '../paths/paths.ts';

/**
 * The bar above a page. The back button follows the rule of `useBack`; tab pages have no back button, nor
 * does the chat beside its list. Beside a list, titles are on the left, otherwise centred.
 */
export function TopBar({
  title,
  of,
  subtitle,
  start,
  end,
  back = true,
  backCount = 0,
  plain = false,
}: {
  readonly title: string;
  /** The user or group that the title names. */
  readonly of?: number | string;
  readonly subtitle?: ReactNode;
  readonly start?: ReactNode;
  readonly end?: ReactNode;
  readonly back?: boolean;
  /** Unread count of other chats, shown beside the back button. */
  readonly backCount?: number;
  readonly plain?: boolean;
}) {
  const { t } = useTranslation();
  const pane = usePane();
  const { pathname } = useLocation();
  const goBack = useBack();
  const veryWide = useVeryWide();
  const close = useClosePane();
  // A chat beside the list, or between the list and its info, has no page to return to.
  const chatBesideList =
    pane === 'main' &&
    (pathname === PATHS.chat || (veryWide && (pathname === PATHS.chatInfo || pathname === PATHS.thread)));
  const showBack = back && pane !== 'list' && !chatBesideList;
  const Heading = pane === 'list' || pane === 'info' ? 'h2' : 'h1';
  return (
    <>
      <header
        className={cx(
          styles.bar,
          (pane !== 'single' || of !== undefined) && styles.left,
          pane === 'list' && styles.list,
          plain && styles.plain,
        )}
      >
        <div className={styles.start}>
          {showBack && (
            <IconButton
              label={t(pane === 'info' ? 'common.close' : 'common.back')}
              onClick={pane === 'info' ? close : goBack}
            >
              {pane === 'info' ? (
                <X size={20} strokeWidth={1.75} />
              ) : (
                <ChevronLeft size={24} strokeWidth={1.75} />
              )}
            </IconButton>
          )}
          {showBack && backCount > 0 && (
            <span className={styles.count}>
              <span aria-hidden="true">{backCount > 99 ? t('badge.max') : backCount}</span>
              <VisuallyHidden>{t('a11y.unread', { count: backCount })}</VisuallyHidden>
            </span>
          )}
          {start}
        </div>
        <div className={styles.middle}>
          <Heading className={styles.title}>
            {of === undefined ? <PlainTitle title={title} /> : <PersonName id={of} name={title} />}
          </Heading>
          {subtitle !== undefined && (
            <p className={styles.sub} dir="auto">
              {subtitle}
            </p>
          )}
        </div>
        <div className={styles.end}>{end}</div>
      </header>
      {(pane === 'single' || pane === 'list') && <ConnectionStrip />}
    </>
  );
}

const PlainTitle = ({ title }: { readonly title: string }) => (
  <span dir="auto" title={title}>
    {title}
  </span>
);
