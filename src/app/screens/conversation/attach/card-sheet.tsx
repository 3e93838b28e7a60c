import { useState } from 'react';
import type { Entry } from '../../../../client/state/address-book.ts';
import { type ContactId, userId } from '../../../../domain/ids.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Avatar } from '../../../kit/avatar.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { matchesContact } from '../../../shared/match.ts';
import { SearchField } from '../../../kit/search-field.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { useAsk } from '../../../kit/use-ask.tsx';
import { useReachableBook } from '../../../shared/use-book.ts';
import styles from './attach.module.css';

const SHOWN_MAX = 100;

/** Selects the contact to share with this chat: exactly one. */
export default function CardSheet({
  contact,
  onClose,
  onSent,
}: {
  readonly contact: ContactId;
  readonly onClose: () => void;
  readonly onSent: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const ask = useAsk();
  const [typed, setTyped] = useState('');
  const book = useReachableBook();
  const matches = book
    .flatMap((letter) => letter.contacts)
    .filter((one) => one.id !== contact && matchesContact(one, typed));
  const pick = async (one: Entry) => {
    onClose();
    if (!(await ask({ title: t('card.ask', { name: one.displayName }), confirm: t('card.send') }))) return;
    onSent();
    await actions.sendCard(
      contact,
      { id: userId(Number(one.id)), displayName: one.displayName, avatar: one.avatar },
      `${t('msg.contact')} ${one.realname || one.displayName}`,
    );
  };
  return (
    <Sheet open onClose={onClose} title={t('card.pick')} large>
      <div className={styles.search}>
        <SearchField label={t('sel.search')} value={typed} onValue={setTyped} />
      </div>
      {matches.length === 0 ? (
        <EmptyBlock
          kind={typed === '' ? 'contacts' : 'found'}
          text={typed === '' ? t('sel.noPeople') : t('empty.found', { keywords: typed })}
        />
      ) : (
        <ul>
          {matches.slice(0, SHOWN_MAX).map((one) => (
            <li key={one.id}>
              <button type="button" className={styles.person} onClick={() => void pick(one)}>
                <Avatar id={one.id} name={one.displayName} src={one.avatar} size={40} />
                <span className={styles.fileName} dir="auto">
                  {one.displayName}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
