import { Megaphone, ScrollText, X } from 'lucide-react';
import { useState } from 'react';
import type { Contact } from '../../../client/state/state.ts';
import { parseRich, wordsOf } from '../../../domain/rich-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../kit/button.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { useOwnSetting } from '../../kit/app-setting.ts';
import { useMay } from '../../shared/use-may.ts';
import styles from './chat.module.css';
import { richNodes } from './message/rich-nodes.tsx';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/**
 * The group announcement (UI-67) and, for members without management rights, the rules (GROUP-21): one strip
 * until the user closes it, also where both are new. A changed text appears again.
 */
export function NoticeLine({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const leads = useMay(contact, 'editSetting');
  const notice = useUnseen(contact.group?.notice ?? '', `notice-seen-${contact.id}`);
  const rules = useUnseen(leads ? '' : (contact.group?.setting.rules ?? ''), `rules-seen-${contact.id}`);
  const [open, setOpen] = useState(false);
  const lines = [
    { key: 'ginfo.notice', ...notice },
    { key: 'ginfo.rules', ...rules },
  ] as const;
  const unseen = lines.filter(({ text, isSeen }) => text !== '' && (!isSeen || open));
  const [first, second] = unseen;
  if (first === undefined) return null;
  const title = t(first.key);
  return (
    <div className={styles.notice}>
      <button type="button" className={styles.noticeOpen} onClick={() => setOpen(true)}>
        {first.key === 'ginfo.notice' ? <Megaphone {...icon} /> : <ScrollText {...icon} />}
        <span className={styles.noticeText} dir="auto">
          {wordsOf(first.text).replace(/\s+/g, ' ')}
        </span>
        {second && <span className={styles.noticeMore}>+ {t(second.key)}</span>}
      </button>
      <IconButton
        small
        label={t(first.key === 'ginfo.notice' ? 'chat.closeNotice' : 'chat.closeRules')}
        onClick={() => {
          setOpen(false);
          unseen.forEach(({ keep }) => keep());
        }}
      >
        <X size={18} strokeWidth={1.75} />
      </IconButton>
      <Sheet open={open} onClose={() => setOpen(false)} title={title}>
        {unseen.map(({ key, text }) => (
          <section key={key} className={styles.noticeWhole} dir="auto">
            {key !== first.key && <h3>{t(key)}</h3>}
            {richNodes(parseRich(text))}
          </section>
        ))}
      </Sheet>
    </div>
  );
}

function useUnseen(text: string, name: string) {
  const [isDismissed, keep] = useOwnSetting(name);
  return { text, isSeen: isDismissed === text, keep: () => keep(text) };
}
