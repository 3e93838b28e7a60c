import { useLocation, useNavigate } from 'react-router-dom';

export const HOME = '/pages/index/index';
export const CHAT = '/pages/message/chat';

/** Chat goes to home, everything else one step back; without a step behind, home (UI-17). */
export function useBack(): () => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return () => {
    if (pathname === CHAT || !hasStepBehind()) void navigate(HOME, { replace: pathname !== CHAT });
    else void navigate(-1);
  };
}

/** The router numbers its own history entries. */
function hasStepBehind(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && Number(Reflect.get(state, 'idx')) > 0;
}
