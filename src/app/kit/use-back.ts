import { useLocation, useNavigate } from 'react-router-dom';
import { hasStepBehind } from './history-hold.ts';

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
