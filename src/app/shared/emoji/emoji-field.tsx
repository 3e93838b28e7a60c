import { SmilePlus } from 'lucide-react';
import { Suspense, useCallback, useState } from 'react';
import { statusLimits } from '../../../domain/status.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../kit/button.tsx';
import { lazyAside } from '../../kit/lazy-aside.ts';
import { TextField } from '../../kit/text-field.tsx';
import styles from './emoji-field.module.css';

const EmojiPanel = lazyAside(() => import('./emoji-panel.tsx'));

/** An emoji that is typed, or chosen from the panel below. */
export function EmojiField({
  value,
  onValue,
}: {
  readonly value: string;
  readonly onValue: (emoji: string) => void;
}) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const choose = (emoji: string) => {
    onValue(emoji);
    close();
  };
  return (
    <div className={styles.emojiField}>
      <TextField
        label={t('status.emoji')}
        hint={t('status.emojiHint')}
        value={value}
        maxLength={statusLimits.emojiMax}
        onValue={onValue}
        end={
          <IconButton
            label={t('status.chooseEmoji')}
            aria-expanded={isOpen}
            // A press beside the panel closes it: this one would then open it again.
            onPointerDown={(event) => isOpen && event.stopPropagation()}
            onClick={() => setOpen(!isOpen)}
          >
            <SmilePlus size={20} strokeWidth={1.75} />
          </IconButton>
        }
      />
      {isOpen && (
        <Suspense fallback={null}>
          <EmojiPanel place="over" onSign={choose} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
