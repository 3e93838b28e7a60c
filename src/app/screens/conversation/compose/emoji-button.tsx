import { Smile } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { IconButton } from '../../../kit/button.tsx';
import { usePreparedEmoji } from '../../../shared/emoji/prepared-panel.ts';
import styles from './composer.module.css';

export function EmojiButton({ open, onPress }: { readonly open: boolean; readonly onPress: () => void }) {
  const { t, language } = useTranslation();
  usePreparedEmoji(language);
  return (
    <IconButton className={styles.tool} label={t('emoji.panel')} aria-expanded={open} onClick={onPress}>
      <Smile size={24} strokeWidth={1.75} />
    </IconButton>
  );
}
