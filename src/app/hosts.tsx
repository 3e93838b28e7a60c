import { type ReactNode, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { HashRouter, useLocation } from 'react-router-dom';
import type { Client } from '../client/interface/client.ts';
import { TextsHost } from './i18n/use-translation.ts';
import { ClientContext } from './shared/client-context.ts';
import { noteStep, watchHistory } from './kit/history-hold.ts';
import { MenuHost } from './kit/menu.tsx';
import { NavigationHost } from './kit/navigation.ts';
import { guardPresses } from './kit/own-press.ts';
import { Toaster } from './kit/toaster.tsx';
import { AskHost } from './kit/use-ask.tsx';
import { followPerson } from './platform/follow-person.ts';
import { belongTo } from './platform/settings.ts';

/**
 * Common base of every page: texts, the client, addresses, and the one place each for toasts, menus and
 * questions.
 */
export function Hosts({ client, children }: { readonly client: Client; readonly children: ReactNode }) {
  useState(watchHistory);
  useEffect(guardPresses, []);
  // Must run before the first page reads its settings.
  useState(() => belongTo(client.store.get().self?.id ?? null));
  useEffect(() => followPerson(client), [client]);
  const follow = useCallback((listener: () => void) => client.store.subscribe(listener), [client]);
  return (
    <TextsHost>
      <ClientContext value={client}>
        <HashRouter useTransitions={false}>
          <Steps />
          <NavigationHost>
            <Toaster>
              <AskHost follow={follow}>
                <MenuHost follow={follow}>{children}</MenuHost>
              </AskHost>
            </Toaster>
          </NavigationHost>
        </HashRouter>
      </ClientContext>
    </TextsHost>
  );
}

/** Each page that the router shows is a step of the history. */
function Steps(): null {
  const location = useLocation();
  useLayoutEffect(noteStep, [location]);
  return null;
}
