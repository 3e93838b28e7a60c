import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { ProductMark } from '../../../kit/mark.tsx';
import styles from './update-offer.module.css';
import type { Update } from './use-update.ts';

/**
 * The automatic offer of an update: a quiet strip, or, if the server requires it, a page without a way past
 * it (UPD-1, UPD-2).
 */
export function UpdateOffer({ offer, take, later }: Pick<Update, 'offer' | 'take' | 'later'>) {
  const { t } = useTranslation();
  if (offer === null) return null;
  const { release, forced, coming, percent } = offer;
  const words = t('about.found', { version: release.name });
  const progress = coming && <Progress percent={percent} />;
  if (!forced) return <Strip words={words} take={take} later={later} coming={progress} />;
  return <Forced title={words} info={release.info} take={take} coming={progress} />;
}

interface StripProps {
  readonly words: string;
  /** Null: the strip only informs. */
  readonly take: (() => void) | null;
  readonly later: () => void;
  readonly coming?: ReactNode;
  /** Subject of the strip; an update by default. */
  readonly label?: string;
  readonly takeWords?: string;
  readonly laterWords?: string;
}

/** A strip above the whole app, which makes room for it, so it never covers controls (UI-108). */
export function Strip({ words, take, later, coming = null, label, takeWords, laterWords }: StripProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.strip} aria-label={label ?? t('phone.update')}>
      <p role="status">{words}</p>
      {coming || (
        <span className={styles.actions}>
          <Button kind="quiet" small onClick={later}>
            {laterWords ?? t('about.later')}
          </Button>
          {take !== null && (
            <Button kind="primary" small onClick={take}>
              {takeWords ?? t('about.update')}
            </Button>
          )}
        </span>
      )}
    </section>
  );
}

function Progress({ percent }: { readonly percent: number }) {
  const { t } = useTranslation();
  return (
    <span className={styles.progress}>
      <progress max={100} value={percent} aria-label={t('phone.downloading', { percent })} />
      <span>{t('phone.downloading', { percent })}</span>
    </span>
  );
}

function Forced({
  title,
  info,
  take,
  coming,
}: {
  readonly title: string;
  readonly info: string;
  readonly take: () => void;
  readonly coming: ReactNode;
}) {
  const { t } = useTranslation();
  const page = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = page.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
  }, []);
  return (
    <dialog
      ref={page}
      className={styles.forced}
      aria-labelledby="forced-title"
      onCancel={(event) => event.preventDefault()}
    >
      <ProductMark size={56} />
      <h2 id="forced-title">{title}</h2>
      <p>{t('phone.mustUpdate')}</p>
      {info !== '' && <p className={styles.info}>{info}</p>}
      {coming || (
        <Button kind="primary" onClick={take}>
          {t('about.update')}
        </Button>
      )}
    </dialog>
  );
}
