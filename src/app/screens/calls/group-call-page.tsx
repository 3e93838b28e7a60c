import { Phone, Video } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { Navigate } from 'react-router-dom';
import { contactView } from '../../../client/state/contact-view.ts';
import type { Contact } from '../../../client/state/state.ts';
import type { ContactId } from '../../../domain/ids.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { Button } from '../../kit/button.tsx';
import { Spinner } from '../../kit/spinner.tsx';
import { useBack } from '../../kit/navigation.ts';
import { PATHS } from '../../paths/paths.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { contactName } from '../../shared/contact-name.ts';
import { useCallOfGroup, useGroupCall } from '../../shared/use-group-call.ts';
import { useJoinGroupCall } from '../../shared/use-join-group-call.tsx';
import styles from './call.module.css';
import { CheckButton } from './check-button.tsx';
import { GroupCallScreen } from './group-call-screen.tsx';

/** `/pages/message/call?group=`: the call of a group, or the way into it. It never joins by itself. */
export default function GroupCallPage({ id }: { readonly id: ContactId }) {
  const { t } = useTranslation();
  const contact = useStore((state) => contactView(state, id));
  const call = useGroupCall();
  const ready = useStore((state) => state.sync.ready);
  useOpenOnPage();
  // A page that was opened by its address waits for the list.
  if (contact === undefined && !ready)
    return (
      <section className={styles.page} aria-busy="true">
        <Spinner size={32} />
      </section>
    );
  if (contact === undefined || contact.kind !== 'group') return <Navigate to={PATHS.home} replace />;
  if (call?.group === id) return <GroupCallScreen call={call} name={contactName(t, contact)} />;
  return <Entrance contact={contact} />;
}

/** While the page is open the call fills it; leaving folds it into the window, or closes one that is over. */
function useOpenOnPage(): void {
  const { groupCalls, actions } = useClient();
  const end = useGroupCall()?.end;
  const back = useBack();
  const leave = useEffectEvent(() => {
    const call = groupCalls.get();
    if (call === null) return;
    if (call.stage === 'ended') actions.closeGroupCall();
    else actions.minimiseGroupCall(true);
  });
  useEffect(() => {
    actions.minimiseGroupCall(false);
    return () => leave();
  }, [actions]);
  const close = useEffectEvent(back);
  useEffect(() => {
    if (end === 'left') close();
  }, [end]);
}

/** Before joining: who is there, and two ways in (GCALLUI-2). */
function Entrance({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const back = useBack();
  const running = useCallOfGroup(contact.id);
  const ways = useJoinGroupCall(contact);
  const name = contactName(t, contact);
  const isRoom = contact.group?.setting.openRoom === true;
  const begins = running === null && !isRoom;
  return (
    <section className={styles.page} aria-label={t('gcall.with', { name })}>
      <div className={styles.face}>
        <Avatar id={contact.id} name={name} src={contact.avatar} size={128} />
        <h1 className={styles.name} dir="auto">
          {name}
        </h1>
        <p className={styles.state}>
          {running === null
            ? t(isRoom ? 'gcall.room' : 'call.over')
            : t('gcall.people', { count: running.participants.length })}
        </p>
        {running !== null && (
          <p className={styles.hint} dir="auto">
            {running.participants.map((one) => one.name).join(', ')}
          </p>
        )}
        {ways.why !== null && <p className={styles.hint}>{ways.why}</p>}
        <div className={styles.ways}>
          {!ways.absent && (
            <>
              <Button
                kind="primary"
                icon={<Phone size={20} strokeWidth={1.75} />}
                onClick={() => ways.begin(false)}
              >
                {t(begins ? 'gcall.start' : 'gcall.joinCall')}
              </Button>
              <Button
                className={styles.plain}
                icon={<Video size={20} strokeWidth={1.75} />}
                onClick={() => ways.begin(true)}
              >
                {t(begins ? 'gcall.startVideo' : 'gcall.joinVideo')}
              </Button>
              <CheckButton />
            </>
          )}
          <Button className={styles.plain} onClick={back}>
            {t('call.close')}
          </Button>
        </div>
      </div>
    </section>
  );
}
