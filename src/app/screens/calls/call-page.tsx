import { useEffect, useEffectEvent, useRef } from 'react';
import { Navigate } from 'react-router-dom';
import { useBack, useNavigate, useQuery } from '../../kit/navigation.ts';
import { userId } from '../../../domain/ids.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useClient } from '../../shared/client-context.ts';
import { useToasts } from '../../kit/toaster.tsx';
import { useCall } from '../../shared/use-call.ts';
import { CallScreen } from './call-screen.tsx';
import { callPath } from './call-path.ts';
import { NoCall } from './no-call.tsx';
import { PATHS } from '../../paths/paths.ts';

/**
 * `/pages/message/call?msg_id=&type=&status=&id=&name=&avatar=` The call of this device, regardless of the
 * query.
 */
export default function CallPage() {
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
