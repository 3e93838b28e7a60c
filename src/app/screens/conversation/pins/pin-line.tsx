import type { MessagePin } from '../../../../domain/message.ts';
import type { MsgId } from '../../../../domain/ids.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useStore } from '../../../shared/client-context.ts';
import { useAuthorName } from '../message/author.tsx';
import styles from '../message/lines.module.css';

/** Announces new pins at the place where they happened; several in a row are one line (PINS-4). */
export function PinLine({
  pins,
  onGo,
}: {
  readonly pins: readonly MessagePin[];
  readonly onGo: (message: MsgId) => void;
}) {
  const { t } = useTranslation();
  const self = useStore((state) => state.self?.id ?? null);
  const [newest] = pins;
  const by = pins.every((pin) => pin.by === newest?.by) ? newest : undefined;
  const name = useAuthorName(
    by ? { id: by.by, displayName: by.byName, realname: by.byName, avatar: '' } : null,
  );
  if (newest === undefined) return null;
  const count = pins.length;
  const words =
    by === undefined
      ? t('pins.lineAll', { count })
      : by.by === self
        ? t('pins.lineYou', { count })
        : t('pins.line', { count, name });
  return (
    <p className={styles.event}>
      <span>
        {words}
        <button type="button" className={styles.again} onClick={() => onGo(newest.msgId)}>
          {t('pins.view')}
        </button>
      </span>
    </p>
  );
}
