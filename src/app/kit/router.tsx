import { type ComponentProps, createContext, type MouseEvent, type ReactNode, startTransition, useCallback, useContext, useEffect, useLayoutEffect, useMemo, useState } from 'react';

/** Where the page is: what stands behind the `#` of the address, its query apart. A new one for each step. */
export interface Location {
  readonly pathname: string;
  readonly search: string;
}

interface Way {
  /** Instead of the step that is shown, not after it. */
  readonly replace?: boolean | undefined;
}

/** To a path of the app, or so many steps forwards or backwards. */
export type GoTo = (to: string | number, way?: Way) => void;

const LocationContext = createContext<Location>({ pathname: '/', search: '' });
const NavigateContext = createContext<GoTo>(() => undefined);

function readLocation(): Location {
  const address = window.location.hash.slice(1);
  const at = address.indexOf('?');
  const path = at < 0 ? address : address.slice(0, at);
  return { pathname: path.startsWith('/') ? path : `/${path}`, search: at < 0 ? '' : address.slice(at) };
}

/** Steps of the history carry their number, so that going back knows whether there is anything (`history-hold.ts`). */
function stepNow(): number | null {
  const state: unknown = window.history.state;
  const idx: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'idx') : null;
  return typeof idx === 'number' ? idx : null;
}

function enter(to: string, replace: boolean): void {
  const step = stepNow() ?? 0;
  if (replace) window.history.replaceState({ idx: step }, '', `#${to}`);
  else window.history.pushState({ idx: step + 1 }, '', `#${to}`);
}

/** Follows the address for all that is below. Drawing a page may be interrupted by something more urgent. */
export function HashRouter({ children }: { readonly children: ReactNode }) {
  const [location, setLocation] = useState(readLocation);
  useState(() => stepNow() === null && window.history.replaceState({ ...window.history.state, idx: 0 }, ''));
  const follow = useCallback(() => startTransition(() => setLocation(readLocation())), []);
  useLayoutEffect(() => {
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [follow]);
  const navigate = useCallback<GoTo>(
    (to, { replace = false } = {}) => {
      if (typeof to === 'number') return window.history.go(to);
      enter(to, replace);
      follow();
    },
    [follow],
  );
  return (
    <NavigateContext value={navigate}>
      <LocationContext value={location}>{children}</LocationContext>
    </NavigateContext>
  );
}

export const useLocation = (): Location => useContext(LocationContext);
export const useNavigate = (): GoTo => useContext(NavigateContext);

/** What the query says, and a way to say something else on the same page. */
export function useSearchParams(): readonly [query: URLSearchParams, set: (next: Readonly<Record<string, string>>, way?: Way) => void] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const set = (next: Readonly<Record<string, string>>, way?: Way) => {
    const words = new URLSearchParams(next).toString();
    navigate(words === '' ? pathname : `${pathname}?${words}`, way);
  };
  return [query, set];
}

/** Goes there as soon as it is shown. */
export function Navigate({ to, replace = false }: { readonly to: string; readonly replace?: boolean }): null {
  const navigate = useNavigate();
  useEffect(() => navigate(to, { replace }), [navigate, to, replace]);
  return null;
}

/** A press with a key held, or with another button, is the browser's. */
const isPlain = (event: MouseEvent): boolean => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.altKey && !event.shiftKey;

/** A link to a page of the app; to the page that is shown it makes no step. It asks for no address, so no step draws it anew. */
export function Link({ to, replace, onClick, ...rest }: Omit<ComponentProps<'a'>, 'href' | 'target'> & { readonly to: string; readonly replace?: boolean }) {
  const navigate = useNavigate();
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    const { pathname, search } = readLocation();
    navigate(to, { replace: replace ?? to === pathname + search });
  };
  return <a {...rest} href={`#${to}`} onClick={press} />;
}
