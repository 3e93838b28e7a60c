import { useHere, useNavigate } from './navigation.ts';
import { hasStepBehind } from './history-hold.ts';
import { PATHS } from '../paths/paths.ts';

/** Chat goes to home, everything else one step back; without a step behind, home (UI-17). */
export function useBack(): () => void {
  const navigate = useNavigate();
  const here = useHere();
  return () => {
    const { pathname } = here();
    if (pathname === PATHS.chat || !hasStepBehind())
      void navigate(PATHS.home, { replace: pathname !== PATHS.chat });
    else void navigate(-1);
  };
}
