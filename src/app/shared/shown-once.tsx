import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../kit/button.tsx';
import { copyText } from '../kit/copy-text.ts';
import { Sheet } from '../kit/sheet.tsx';
import { useToasts } from '../kit/toaster.tsx';
import styles from './shown-once.module.css';

/** A new secret, such as a token or an address, which is shown only once. `text` says so. */
export function ShownOnce({
  title,
  text,
  secret,
  onClose,
}: {
  readonly title: string;
  readonly text: string;
  readonly secret: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const copy = async () => {
    if (await copyText(secret)) toasts.show(t('common.copied'));
  };
  return (
    <Sheet open onClose={onClose} title={title}>
      <div className={styles.sheet}>
        <p className={styles.words}>{text}</p>
        <code className={styles.secret}>{secret}</code>
        <Button block onClick={() => void copy()}>
          {t('common.copy')}
        </Button>
        <Button block kind="primary" onClick={onClose}>
          {t('common.done')}
        </Button>
      </div>
    </Sheet>
  );
}
