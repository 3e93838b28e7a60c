import { useTranslation } from 'react-i18next';
import type { Contact } from '../../../client/store/state.ts';
import { useClient } from '../../kit/client-context.ts';
import { Row, RowList } from '../../kit/row.tsx';
import { Switch } from '../../kit/switch.tsx';
import { HISTORY } from '../../paths.ts';

/** The way to what was said, mute and pin. What is shown is the wish laid over the facts, so a refusal turns the switch back by itself. */
export function Switches({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  return (
    <>
      <RowList>
        <Row title={t('title.chatHistory')} to={`${HISTORY}?id=${encodeURIComponent(contact.id)}`} />
      </RowList>
      <RowList>
        <Row
          title={t('ginfo.muteChat')}
          detail={t('ginfo.muteHint')}
          end={<Switch label={t('ginfo.muteChat')} checked={!contact.isNotice} onChange={(on) => void actions.setNotice(contact.id, !on)} />}
        />
        <Row
          title={t('ginfo.pinChat')}
          detail={t('ginfo.pinHint')}
          end={<Switch label={t('ginfo.pinChat')} checked={contact.isTop} onChange={(on) => void actions.setTop(contact.id, on)} />}
        />
      </RowList>
    </>
  );
}
