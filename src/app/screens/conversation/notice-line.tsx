import { Megaphone, ScrollText, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Contact } from '../../../client/state/state.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../kit/button.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { useOwnSetting } from '../../kit/use-setting.ts';
import { useMay } from '../../shared/use-may.ts';
import styles from './chat.module.css';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The group's notice in one line under the bar (UI-67). */
export function NoticeLine({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  return (
    <TextLine
      text={contact.group?.notice ?? ''}
      seenAs={`notice-seen-${contact.id}`}
      icon={<Megaphone {...icon} />}
      title={t('ginfo.notice')}
      close={t('chat.closeNotice')}
    />
  );
}

/** The rules of the group, for members without management rights (GROUP-21). */
export function RulesLine({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const leads = useMay(contact, 'editSetting');
  return (
    <TextLine
      text={leads ? '' : (contact.group?.setting.rules ?? '')}
      seenAs={`rules-seen-${contact.id}`}
      icon={<ScrollText {...icon} />}
      title={t('ginfo.rules')}
      close={t('chat.closeRules')}
    />
  );
}

/** A text of the group until this person closes it; a new one shows again. */
function TextLine({
  text,
  seenAs,
  icon: sign,
  title,
  close,
}: {
  readonly text: string;
  readonly seenAs: string;
  readonly icon: ReactNode;
  readonly title: string;
  readonly close: string;
}) {
  const [seen, keep] = useOwnSetting(seenAs);
  const [open, setOpen] = useState(false);
  if (text === '' || (seen === text && !open)) return null;
  return (
    <div className={styles.notice}>
      <button type="button" className={styles.noticeOpen} onClick={() => setOpen(true)}>
        {sign}
        <span className={styles.noticeText} dir="auto">
          {text.replace(/\s+/g, ' ')}
        </span>
      </button>
      <IconButton small label={close} onClick={() => keep(text)}>
        <X size={18} strokeWidth={1.75} />
      </IconButton>
      <Sheet open={open} onClose={() => setOpen(false)} title={title}>
        <p className={styles.noticeWhole}>{text}</p>
      </Sheet>
    </div>
  );
}
