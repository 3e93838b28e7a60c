import type { ReactNode } from 'react';
import { HashRouter } from 'react-router-dom';
import type { Client } from '../client/client.ts';
import { TextsHost } from './i18n/use-translation.ts';
import { ClientContext } from './kit/client-context.ts';
import { MenuHost } from './kit/menu.tsx';
import { Toaster } from './kit/toaster.tsx';
import { AskHost } from './kit/use-ask.tsx';

/** What every page stands on: texts, the client, addresses, and the one place each for toasts, menus and questions. */
export const Hosts = ({ client, children }: { readonly client: Client; readonly children: ReactNode }) => (
  <TextsHost>
    <ClientContext value={client}>
      <HashRouter>
        <Toaster>
          <MenuHost>
            <AskHost>{children}</AskHost>
          </MenuHost>
        </Toaster>
      </HashRouter>
    </ClientContext>
  </TextsHost>
);
