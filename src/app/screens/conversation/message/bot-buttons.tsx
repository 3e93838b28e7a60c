import { useState } from 'react';
import type { MessageButton } from '../../../../domain/bots.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import type { TimelineRow } from '../timeline.ts';
import styles from './message-body.module.css';

/** Buttons under a bot's message, one press at a time (BOT-14). */
export default function BotButtons({
  row,
  buttons,
  onPress,
}: {
  readonly row: TimelineRow;
  readonly buttons: readonly MessageButton[];
  readonly onPress: (row: TimelineRow, button: string) => Promise<void>;
}) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const press = async (id: string) => {
    if (isBusy) return;
    setBusy(true);
    await onPress(row, id);
    setBusy(false);
  };
  return (
    <div className={styles.buttons} role="group" aria-label={t('bots.buttons')} aria-busy={isBusy}>
      {buttons.map(({ id, text, style }) => (
        <Button key={id} small kind={style ?? 'plain'} onClick={() => void press(id)}>
          {text}
        </Button>
      ))}
    </div>
  );
}
