import { useEffect, useEffectEvent } from 'react';
import type { Client, Notice } from '../../client/interface/client.ts';
import { TextsHost, useTranslation } from '../i18n/use-translation.ts';
import { ClientContext, useClient } from '../shared/client-context.ts';
import { Toaster, useToasts } from '../kit/toaster.tsx';
import { LoginScreen } from '../screens/account/login/login-page.tsx';
import { isLogin, searchOf } from './first-page.ts';

/**
 * The login page alone, for an unknown user: the content of the first answer, without the app around it
 * (UI-111).
 */
export const LoginHost = ({
  client,
  search,
  onLeave,
}: {
  readonly client: Client;
  readonly search: string;
  readonly onLeave: () => void;
}) => (
  <TextsHost>
    <ClientContext value={client}>
      <Toaster>
        <LoginScreen search={search} />
        <Beside search={search} onLeave={onLeave} />
      </Toaster>
    </ClientContext>
  </TextsHost>
);

/** The window's title, the client's notices, and navigation to other pages. */
function Beside({ search, onLeave }: { readonly search: string; readonly onLeave: () => void }): null {
  const { t } = useTranslation();
  const { notices } = useClient();
  const toasts = useToasts();
  const leave = useEffectEvent(onLeave);
  const title = t('title.login');
  useEffect(() => {
    document.title = title;
  }, [title]);
  const say = useEffectEvent((text: string) => toasts.show(text));
  const inWords = useEffectEvent((notice: Extract<Notice, { kind: 'text' }>) => t(notice.key));
  useEffect(
    () =>
      notices.subscribe((notice) => {
        if (notice.kind === 'message') say(notice.text);
        else if (notice.kind === 'text') say(inWords(notice));
      }),
    [notices],
  );
  // Another page was requested, by the link below the form or by hand; or this one with another query.
  useEffect(() => {
    const look = () => {
      if (!isLogin(location.hash) || searchOf(location.hash) !== search) leave();
    };
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, [search]);
  return null;
}
