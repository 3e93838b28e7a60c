import { useEffect } from 'react';
import type { UserId } from '../../domain/ids.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { copyText } from '../kit/copy-text.ts';
import { openSheet } from '../kit/open-sheet.ts';
import { useToasts } from '../kit/toaster.tsx';
import { hasUnsavedText } from '../kit/unsaved-page.ts';
import { useClient, useStore } from '../shared/client-context.ts';
import { removeAllRefused } from '../shared/refused-preferences.ts';

/** Long enough for a user who looks at their chats first. */
const SHOWN_MS = 60_000;
/** No search fields, passwords or codes. */
const WORDS = 'textarea, input[type="text"]:not([inputmode="numeric"])';

/** It is held by this page only, so that another user of the device never sees it. */
let typed: { readonly user: UserId; readonly text: string } | null = null;

/** The text of the open form: what a sheet or a page with unsaved text would lose. */
function typedText(): string {
  const form = openSheet() ?? (hasUnsavedText() ? document.querySelector('main') : null);
  const fields = [...(form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(WORDS) ?? [])];
  return fields
    .map(({ value }) => value.trim())
    .filter((value) => value !== '')
    .join('\n\n');
}

/** After the server ended a session, the same user can copy the text of the form that was open (SESS-12). */
export function useTypedAtEnd(): void {
  const { t } = useTranslation();
  const { session } = useClient();
  const toasts = useToasts();
  const user = useStore((state) => state.self?.id ?? null);
  useEffect(() => {
    if (user === null) return undefined;
    const { text } = typed?.user === user ? typed : { text: '' };
    typed = null;
    const copy = async () => {
      if (await copyText(text)) toasts.show(t('common.copied'));
    };
    const action = { label: t('common.copy'), onSelect: () => void copy() };
    if (text !== '') toasts.show(t('login.typed'), { ms: SHOWN_MS, action });
    return session.subscribe(() => {
      const { name } = session.get();
      if (name !== 'signedIn') removeAllRefused();
      const last = name === 'ended' ? typedText() : '';
      if (last !== '') typed = { user, text: last };
    });
  }, [user, session, toasts, t]);
}
