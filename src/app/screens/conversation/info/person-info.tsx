import { Plus } from 'lucide-react';
import { useNavigate } from '../../../kit/navigation.ts';
import type { Contact } from '../../../../client/state/state.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useStore } from '../../../shared/client-context.ts';
import { Row, RowList } from '../../../kit/row.tsx';
import styles from './chat-info.module.css';
import { MediaStrip } from './media-strip.tsx';
import { Switches } from './switches.tsx';
import { PersonTile, WayTile } from './tile.tsx';
import { pathTo, selectionPath } from '../../../paths/paths.ts';

export function PersonInfo({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const groups = useStore((state) => state.config.chatInfo.groupChat);
  const detail = pathTo('userInfo', { id: contact.id });
  return (
    <>
      <ul className={styles.grid}>
        <PersonTile
          id={contact.id}
          name={contact.displayName}
          avatar={contact.avatar}
          onPress={() => void navigate(detail)}
        />
        {groups && (
          <WayTile
            label={t('ginfo.startGroup')}
            icon={<Plus size={22} strokeWidth={1.75} />}
            to={selectionPath('create', { contact_id: contact.id })}
          />
        )}
      </ul>
      <RowList>
        <Row title={t('ginfo.showPerson')} to={detail} value={contact.account} />
      </RowList>
      <MediaStrip contact={contact} />
      <Switches contact={contact} />
    </>
  );
}
