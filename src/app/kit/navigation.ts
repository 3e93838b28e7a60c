import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  createContext,
  createElement,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  type Location,
  type NavigateFunction,
  useLocation,
  useNavigate as useRouterNavigate,
} from 'react-router-dom';
import { assert } from '../../domain/assert.ts';
import { PATHS } from '../paths/paths.ts';
import { hasStepBehind } from './history-hold.ts';
import { leavePage } from './unsaved-page.ts';

interface Navigation {
  readonly navigate: NavigateFunction;
  readonly here: () => Location;
}

const NavigationContext = createContext<Navigation | null>(null);

/**
 * Provides stable functions. The router's own change with every address, so each component that can navigate
 * would render again with every page.
 */
export function NavigationHost({ children }: { readonly children: ReactNode }): ReactNode {
  const now = { navigate: useRouterNavigate(), location: useLocation() };
  const newest = useRef(now);
  useLayoutEffect(() => {
    newest.current = now;
  });
  const [steady] = useState<Navigation>(() => ({
    navigate: (...step: unknown[]) => {
      const go = () => void Reflect.apply(newest.current.navigate, null, step);
      // The history asks before steps by number; the app itself replaces a page, such as after a log-out.
      const isChosen = typeof step[0] !== 'number' && !isReplacement(step[1]);
      return isChosen ? leavePage(go) : go();
    },
    here: () => newest.current.location,
  }));
  return createElement(NavigationContext, { value: steady }, children);
}

const isReplacement = (options: unknown): boolean =>
  typeof options === 'object' && options !== null && 'replace' in options && options.replace === true;

function useNavigation(): Navigation {
  const context = useContext(NavigationContext);
  assert(context !== null, 'a NavigationHost above');
  return context;
}

export const useNavigate = (): NavigateFunction => useNavigation().navigate;

/** Returns the current address for handlers. Components that render by it use the router. */
export const useHere = (): (() => Location) => useNavigation().here;

/** False with a modifier key or another button: the browser opens the link elsewhere. */
export const opensHere = (event: MouseEvent): boolean =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.shiftKey &&
  !event.altKey;

/** To another page of the app. The page that is shown already makes no second step in the history. */
export function Link({
  to,
  replace = false,
  ...rest
}: ComponentProps<'a'> & { readonly to: string; readonly replace?: boolean }): ReactNode {
  const navigate = useNavigate();
  const href = `#${to}`;
  return createElement('a', {
    ...rest,
    href,
    onClick: (event: MouseEvent<HTMLAnchorElement>) => {
      rest.onClick?.(event);
      if (!opensHere(event)) return;
      event.preventDefault();
      void navigate(to, { replace: replace || location.hash === href });
    },
  });
}

/** Chat goes to home, everything else one step back; without a step behind, home (UI-17). */
export function useBack(): () => void {
  const navigate = useNavigate();
  const here = useHere();
  return () => {
    const { pathname } = here();
    const isHome = pathname === PATHS.chat || !hasStepBehind();
    const home = () => navigate(PATHS.home, { replace: pathname !== PATHS.chat });
    leavePage(() => void (isHome ? home() : navigate(-1)));
  };
}

/** The query of the address; the same object while the query is the same. */
export function useQuery(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}
