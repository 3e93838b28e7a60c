import { useState } from 'react';
import type { MessageId } from '../../../../domain/ids.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { Photo } from '../../../kit/photo.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { Spinner } from '../../../kit/spinner.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { useLoad } from '../../../shared/use-load.ts';
import styles from './emoji-page.module.css';

/** The pack of a pressed sticker, with one button that adds it (EMOJI-11). */
export default function PackSheet({
  message,
  onEnlarge,
  onClose,
}: {
  readonly message: MessageId;
  readonly onEnlarge: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const [isBusy, setBusy] = useState(false);
  const loaded = useLoad(`pack ${message}`, () => actions.packOf(message));
  const pack = loaded.value;
  const add = async () => {
    setBusy(true);
    const answer = await actions.addPack(message);
    setBusy(false);
    toasts.show(answer.ok ? t('pack.added') : failureText(t, answer.reason));
    if (answer.ok) onClose();
  };
  return (
    <Sheet open onClose={onClose} title={pack?.title ?? t('pack.list')}>
      <div className={styles.sheet}>
        {loaded.state === 'failed' && pack === null && (
          <EmptyBlock kind="network" text={failureText(t, loaded.failure)} />
        )}
        {loaded.state === 'loading' && pack === null && <Spinner size={24} />}
        {pack && (
          <ul className={styles.grid}>
            {pack.stickers.map((one) => (
              <li key={one.id} className={styles.tile}>
                <Photo still src={one.src} alt={one.name || t('msg.emoji')} loading="lazy" />
              </li>
            ))}
          </ul>
        )}
        <div className={styles.foot}>
          <Button kind="quiet" onClick={onEnlarge}>
            {t('pack.enlarge')}
          </Button>
          {pack && !pack.isAdded && (
            <Button kind="primary" busy={isBusy} onClick={() => void add()}>
              {t('pack.add')}
            </Button>
          )}
        </div>
      </div>
    </Sheet>
  );
}
