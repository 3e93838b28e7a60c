import { Phone } from 'lucide-react';
import type { Contact } from '../../../client/state/state.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../kit/button.tsx';
import { useNavigate } from '../../kit/navigation.ts';
import { pathTo } from '../../paths/paths.ts';
import { useCallOfGroup, useGroupCall } from '../../shared/use-group-call.ts';
import styles from './group-call-line.module.css';

/** The bar of a chat while its group has a call: who is in it, and the way there (GCALLUI-1). */
export default function GroupCallLine({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const call = useCallOfGroup(contact.id);
  const mine = useGroupCall();
  if (call === null) return null;
  const isHere = mine?.group === contact.id && mine.stage !== 'ended';
  const names = call.participants.map((one) => one.name).join(', ');
  return (
    <div className={styles.line} role="status">
      <Phone size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles.words} title={names}>
        {t('gcall.people', { count: call.participants.length })}
        {names !== '' && (
          <span className={styles.names} dir="auto">
            {' · '}
            {names}
          </span>
        )}
      </span>
      <Button small kind="primary" onClick={() => void navigate(pathTo('call', { group: contact.id }))}>
        {t(isHere ? 'gcall.back' : 'gcall.join')}
      </Button>
    </div>
  );
}
