import { Megaphone, X } from 'lucide-react';
import { useState } from 'react';
import type { Contact } from '../../../client/state/state.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../kit/button.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { useOwnSetting } from '../../kit/use-setting.ts';
import styles from './chat.module.css';

/**
 * The group's notice in one line under the bar, until this person closes it; a new one shows again (UI-67).
 */
export function NoticeLine({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const [seen, keep] = useOwnSetting(`notice-seen-${contact.id}`);
  const [open, setOpen] = useState(false);
  const notice = contact.group?.notice ?? '';
  if (notice === '' || (seen === notice && !open)) return null;
  return (
    <div className={styles.notice}>
      <button type="button" className={styles.noticeOpen} onClick={() => setOpen(true)}>
        <Megaphone size={18} strokeWidth={1.75} aria-hidden="true" />
        <span className={styles.noticeText}>{notice.replace(/\s+/g, ' ')}</span>
      </button>
      <IconButton small label={t('chat.closeNotice')} onClick={() => keep(notice)}>
        <X size={18} strokeWidth={1.75} />
      </IconButton>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('ginfo.notice')}>
        <p className={styles.noticeWhole}>{notice}</p>
      </Sheet>
    </div>
  );
}
