import { contactView } from '../../../../client/state/contact-view.ts';
import { showsPresence } from '../../../../client/state/selectors.ts';
import { type ContactId, contactId } from '../../../../domain/ids.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useStore } from '../../../shared/client-context.ts';
import { NoSuchChat, useFetchedChat } from '../no-such-chat.tsx';
import { Page } from '../../../kit/page.tsx';
import { SkeletonRows } from '../../../kit/skeleton.tsx';
import { useNavigate, useQuery } from '../../../kit/navigation.ts';
import { usePaneEscape } from '../use-pane-escape.ts';
import { TopBar } from '../../../shared/top-bar.tsx';
import { GroupInfo } from './group-info.tsx';
import { Search, UserRound, Users } from 'lucide-react';
import type { Contact } from '../../../../client/state/state.ts';
import { useLastSeen } from '../../../shared/use-last-seen.ts';
import { Row, RowList } from '../../../kit/row.tsx';
import { CallAction, MuteAction, Portrait, RoundAction } from '../../../shared/portrait.tsx';
import { contactName } from '../../../shared/contact-name.ts';
import { MediaStrip } from './media-strip.tsx';
import { Switches } from './switches.tsx';
import { pathTo, selectionPath } from '../../../paths/paths.ts';

/** `/pages/message/detail?id=` Alone, or as the third pane beside the chat. */
export default function ChatInfoPage() {
  const { t } = useTranslation();
  const query = useQuery();
  const id = contactId(query.get('id') ?? '');
  usePaneEscape();
  return (
    <Page cards bar={<TopBar title={t('title.chatInfo')} />}>
      <InfoOf key={id} id={id} />
    </Page>
  );
}

function InfoOf({ id }: { readonly id: ContactId }) {
  const contact = useStore((state) => contactView(state, id));
  const loadedChat = useFetchedChat(id, contact !== undefined);
  if (contact?.kind === 'group') return <GroupInfo contact={contact} />;
  if (contact?.kind === 'person') return <PersonInfo contact={contact} />;
  return loadedChat === 'none' || contact ? <NoSuchChat /> : <SkeletonRows count={3} />;
}

const icon = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const;

function PersonInfo({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const groups = useStore((state) => state.config.chatInfo.groupChat);
  const online = useStore(showsPresence) && contact.isOnline;
  const lastSeen = useLastSeen(contact);
  const presence = online ? t('chat.online') : lastSeen;
  const name = contactName(t, contact);
  return (
    <>
      <Portrait
        id={contact.id}
        name={name}
        avatar={contact.avatar}
        online={online}
        facts={presence !== '' && <p>{presence}</p>}
      >
        <CallAction id={contact.id} name={name} avatar={contact.avatar} />
        <MuteAction id={contact.id} />
        <RoundAction
          label={t('person.search')}
          name={`${t('person.search')}: ${t('title.chatHistory')}`}
          sign={<Search {...icon} />}
          onPress={() => void navigate(pathTo('chatHistory', { id: contact.id }))}
        />
      </Portrait>
      <RowList>
        <Row
          sign={<UserRound {...icon} size={20} />}
          title={t('ginfo.showPerson')}
          to={pathTo('userInfo', { id: contact.id })}
          value={contact.account}
        />
        {groups && (
          <Row
            sign={<Users {...icon} size={20} />}
            title={t('ginfo.startGroup')}
            to={selectionPath('create', { contact_id: contact.id })}
          />
        )}
      </RowList>
      <MediaStrip contact={contact} />
      <Switches contact={contact} />
    </>
  );
}
