import { useLocation, useNavigate } from 'react-router-dom';
import { hasStepBehind } from './history-hold.ts';
import { PATHS } from '../paths/paths.ts';

/** Chat goes to home, everything else one step back; without a step behind, home (UI-17). */
export function useBack(): () => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return () => {
    if (pathname === PATHS.chat || !hasStepBehind())
      void navigate(PATHS.home, { replace: pathname !== PATHS.chat });
    else void navigate(-1);
  };
}
