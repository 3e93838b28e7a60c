import {
  type ComponentProps,
  createContext,
  createElement,
  type MouseEvent,
  type ReactNode,
  useContext,
  useLayoutEffect,
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

interface Navigation {
  readonly navigate: NavigateFunction;
  readonly here: () => Location;
}

const NavigationContext = createContext<Navigation | null>(null);

/**
 * The same functions for ever: the router's own are others at every address, and whoever may lead somewhere
 * would be drawn anew with every page that is opened.
 */
export function NavigationHost({ children }: { readonly children: ReactNode }): ReactNode {
  const now = { navigate: useRouterNavigate(), location: useLocation() };
  const newest = useRef(now);
  useLayoutEffect(() => {
    newest.current = now;
  });
  const [steady] = useState<Navigation>(() => ({
    navigate: (...to: unknown[]) => Reflect.apply(newest.current.navigate, null, to),
    here: () => newest.current.location,
  }));
  return createElement(NavigationContext, { value: steady }, children);
}

function useNavigation(): Navigation {
  const held = useContext(NavigationContext);
  assert(held !== null, 'a NavigationHost above');
  return held;
}

export const useNavigate = (): NavigateFunction => useNavigation().navigate;

/** For handlers: the address as it is when they run. Whoever draws by it asks the router. */
export const useHere = (): (() => Location) => useNavigation().here;

/** With a key held down, or by another button, the browser opens it elsewhere. */
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
