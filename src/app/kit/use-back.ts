import { hasStepBehind } from './history-hold.ts';
import { useLocation, useNavigate } from './router.tsx';

export const HOME = '/pages/index/index';
export const CHAT = '/pages/message/chat';

/** Chat goes to home, everything else one step back; without a step behind, home (UI-17). */
export function useBack(): () => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return () => {
    if (pathname === CHAT || !hasStepBehind()) navigate(HOME, { replace: pathname !== CHAT });
    else navigate(-1);
  };
}
