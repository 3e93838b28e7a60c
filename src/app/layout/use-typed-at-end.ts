import { useEffect, useEffectEvent } from 'react';
import type { UserId } from '../../domain/ids.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { copyText } from '../kit/copy-text.ts';
import { useHere } from '../kit/navigation.ts';
import { openSheet } from '../kit/open-sheet.ts';
import { useToasts } from '../kit/toaster.tsx';
import { hasUnsavedText } from '../kit/unsaved-page.ts';
import { useClient, useStore } from '../shared/client-context.ts';
import { showsChat } from '../shared/shows-chat.ts';
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

/**
 * The text of an open form can be copied after the server ended the session, by the same user (SESS-12), and
 * after its chat is gone (UI-170).
 */
export function useTypedAtEnd(): void {
  const { t } = useTranslation();
  const { notices, session } = useClient();
  const toasts = useToasts();
  const here = useHere();
  const user = useStore((state) => state.self?.id ?? null);
  const offer = useEffectEvent((why: 'login.typed' | 'form.chatGone', text: string) => {
    const copy = async () => {
      if (await copyText(text)) toasts.show(t('common.copied'));
    };
    const action = { label: t('common.copy'), onSelect: () => void copy() };
    if (text !== '') toasts.show(t(why), { ms: SHOWN_MS, action });
  });
  useEffect(
    () =>
      notices.subscribe((notice) => {
        // The page is still there: React removes it and its form later.
        if (notice.kind === 'chatGone' && showsChat(here(), notice.id)) offer('form.chatGone', typedText());
      }),
    [notices, here],
  );
  useEffect(() => {
    if (user === null) return undefined;
    const { text } = typed?.user === user ? typed : { text: '' };
    typed = null;
    offer('login.typed', text);
    return session.subscribe(() => {
      const { name } = session.get();
      if (name !== 'signedIn') removeAllRefused();
      const last = name === 'ended' ? typedText() : '';
      if (last !== '') typed = { user, text: last };
    });
  }, [user, session]);
}
