import { useEffect, useEffectEvent, useRef } from 'react';
import { Navigate } from 'react-router-dom';
import { useBack, useNavigate, useQuery } from '../../kit/navigation.ts';
import { type UserId, contactId, personContact, userId } from '../../../domain/ids.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useClient } from '../../shared/client-context.ts';
import { useToasts } from '../../kit/toaster.tsx';
import { useCall } from '../../shared/use-call.ts';
import { CallScreen } from './call-screen.tsx';
import { callPath } from './call-path.ts';
import GroupCallPage from './group-call-page.tsx';
import { Phone, Video } from 'lucide-react';
import { isOwnPath } from '../../../domain/links.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { Button } from '../../kit/button.tsx';
import { useBeginCall } from '../../shared/use-begin-call.tsx';
import styles from './call.module.css';
import { CheckButton } from './check-button.tsx';
import { PATHS } from '../../paths/paths.ts';

/** `/pages/message/call?group=`, or the page of a call of two. */
export default function CallPage() {
  const group = useQuery().get('group');
  return group === null ? <CallOfTwo /> : <GroupCallPage key={group} id={contactId(group)} />;
}

/** `?msg_id=&type=&status=&id=&name=&avatar=`: the call of this device, regardless of the query. */
function CallOfTwo() {
  const call = useCall();
  const query = useQuery();
  useOpenOnPage();
  useGoneElsewhere();
  if (call !== null) return <CallScreen key={call.peer} call={call} />;
  const id = Number(query.get('id'));
  if (!Number.isSafeInteger(id) || id <= 0) return <Navigate to={PATHS.home} replace />;
  return (
    <NoCall
      callee={{ id: userId(id), name: query.get('name') ?? '', avatar: query.get('avatar') ?? '' }}
      video={query.get('type') === '1'}
      calling={query.get('status') === '1'}
    />
  );
}

/**
 * Leaves the page with an explanation after another device accepted or refused the shown call (CALLUI-18).
 */
function useGoneElsewhere(): void {
  const { t } = useTranslation();
  const toasts = useToasts();
  const back = useBack();
  const hasCall = useCall() !== null;
  const had = useRef(false);
  const leave = useEffectEvent(() => {
    toasts.show(t('call.elsewhere'));
    back();
  });
  useEffect(() => {
    if (!hasCall && had.current) leave();
    had.current = hasCall;
  }, [hasCall]);
}

/**
 * While the page is open the call fills it; leaving folds it into the window, or takes away one that is over.
 */
function useOpenOnPage(): void {
  const { calls, actions } = useClient();
  const navigate = useNavigate();
  const query = useQuery();
  const call = useCall();
  const left = useEffectEvent(() => {
    const now = calls.get();
    if (now === null) return;
    if (now.stage === 'ended') actions.closeCall();
    else actions.minimiseCall(true);
  });
  useEffect(() => {
    actions.minimiseCall(false);
    return () => left();
  }, [actions]);
  // Simultaneous calls, or a call back from here: another call continues under this address.
  const path = call !== null && call.id !== query.get('msg_id') ? callPath(call) : null;
  useEffect(() => {
    if (path !== null) void navigate(path, { replace: true });
  }, [path, navigate]);
}

/** The page without a call: after a reload, or from an old link. It never dials automatically. */
export function NoCall({
  callee,
  video,
  calling,
}: {
  readonly callee: { readonly id: UserId; readonly name: string; readonly avatar: string };
  readonly video: boolean;
  readonly calling: boolean;
}) {
  const { t } = useTranslation();
  const back = useBack();
  const ways = useBeginCall(personContact(callee.id), callee.name, ours(callee.avatar));
  return (
    <section className={styles.page} aria-label={t('call.with', { name: callee.name })}>
      <div className={styles.face}>
        <span className={styles.ring}>
          <Avatar id={callee.id} name={callee.name} src={ours(callee.avatar)} size={128} />
        </span>
        <h1 className={styles.name} dir="auto">
          {callee.name}
        </h1>
        <p className={styles.state}>{calling ? t('call.askStart', { name: callee.name }) : t('call.over')}</p>
        {(ways.why !== null || calling) && (
          <p className={styles.hint}>{ways.why ?? t('call.askStartHint')}</p>
        )}
        <div className={styles.ways}>
          {!ways.absent && (
            <Button
              kind="primary"
              icon={video ? <Video size={20} strokeWidth={1.75} /> : <Phone size={20} strokeWidth={1.75} />}
              onClick={() => ways.begin(video)}
            >
              {calling ? t(video ? 'call.video' : 'call.voice') : t('call.back')}
            </Button>
          )}
          {calling && <CheckButton />}
          <Button className={styles.plain} onClick={back}>
            {t('call.close')}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** Allows own pictures only: a link must not make the user's browser contact others. */
const ours = (src: string): string => (isOwnPath(src) ? src : '');
