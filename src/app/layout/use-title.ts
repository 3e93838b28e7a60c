import { useEffect } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { useUnread } from '../shared/use-unread.ts';
import type { TitleKey } from './routes.tsx';

/** The window's title: the subject of the page, the page's name, and the unread count in brackets (UI-92). */
export function useTitle(key: TitleKey | 'page.notFound', about: string | null = null): void {
  const { t } = useTranslation();
  const unread = useUnread();
  // The texts of most pages are loaded with their code.
  const own: string = t(key);
  const title = [about, own === key ? null : own].filter((part) => part !== null).join(' · ');
  useEffect(() => {
    const count = unread > 99 ? t('badge.max') : unread;
    document.title = unread > 0 ? `${title} (${count})` : title;
  }, [title, unread, t]);
}
