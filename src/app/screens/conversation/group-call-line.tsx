import { Phone } from 'lucide-react';
import type { Contact } from '../../../client/state/state.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../kit/button.tsx';
import { useNavigate } from '../../kit/navigation.ts';
import { pathTo } from '../../paths/paths.ts';
import { useCallOfGroup, useGroupCall } from '../../shared/use-group-call.ts';
import { useJoinGroupCall } from '../../shared/use-join-group-call.tsx';
import styles from './group-call-line.module.css';

/**
 * The bar of a chat while its group has a call, or always if the call is always open: who is in it, and the
 * way there (GCALLUI-1, GCALLUI-9).
 */
export default function GroupCallLine({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const call = useCallOfGroup(contact.id);
  const mine = useGroupCall();
  const ways = useJoinGroupCall(contact);
  const isRoom = contact.group?.setting.openRoom === true;
  if (call === null && (!isRoom || ways.absent)) return null;
  const isHere = mine?.group === contact.id && mine.stage !== 'ended';
  const people = call?.participants ?? [];
  const names = people.map((one) => one.name).join(', ');
  const open = () => void navigate(pathTo('call', { group: contact.id }));
  return (
    <div className={styles.line} role="status">
      <Phone size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles.words} title={names}>
        {people.length === 0 ? t('gcall.room') : t('gcall.people', { count: people.length })}
        {names !== '' && (
          <span className={styles.names}>
            {' · '}
            <bdi>{names}</bdi>
          </span>
        )}
      </span>
      <Button small kind="primary" onClick={isRoom && !isHere ? () => ways.begin(false) : open}>
        {t(isHere ? 'gcall.back' : 'gcall.join')}
      </Button>
    </div>
  );
}
