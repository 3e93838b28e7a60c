import { ExternalLink, RotateCw } from 'lucide-react';
import { useReducer } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { Page } from '../../kit/page.tsx';
import { TopBar } from '../../kit/top-bar.tsx';
import { useBack } from '../../kit/use-back.ts';
import { openOutside } from '../../platform/device.ts';
import styles from './mine.module.css';

/** A web address that may be shown, or null: no scripts, no files, nothing of this very server. */
export function webAddress(given: string, own: string): URL | null {
  for (const text of [given, decoded(given)]) {
    if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) continue;
    const address = new URL(text);
    return address.host === own || address.username !== '' ? null : address;
  }
  return null;
}

/**
 * `/pages/mine/webview?src=&title=` A page of somebody else, in a frame that can touch nothing of ours.
 * Many sites refuse frames and a browser does not say so: the way out is always there.
 */
export default function WebviewPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const back = useBack();
  const [turn, again] = useReducer((n: number) => n + 1, 0);
  const address = webAddress(query.get('src') ?? '', location.host);
  const title = query.get('title') || t('title.browser');
  if (address === null)
    return (
      <Page bar={<TopBar title={title} />}>
        <EmptyBlock fill kind="locked" text={t('web.bad')} action={<Button onClick={back}>{t('common.back')}</Button>} />
      </Page>
    );
  const outside = () => void openOutside(address.href);
  const buttons = (
    <>
      <IconButton label={t('web.reload')} onClick={again}>
        <RotateCw size={20} strokeWidth={1.75} />
      </IconButton>
      <IconButton label={t('web.outside')} onClick={outside}>
        <ExternalLink size={20} strokeWidth={1.75} />
      </IconButton>
    </>
  );
  return (
    <Page bar={<TopBar title={title} subtitle={address.host} end={buttons} />}>
      <div className={styles.web}>
        <div className={styles.webHint}>
          <p>{t('web.hint')}</p>
          <Button small onClick={outside}>
            {t('web.outside')}
          </Button>
        </div>
        <iframe key={turn} src={address.href} title={title} sandbox="allow-scripts allow-forms allow-popups" referrerPolicy="no-referrer" />
      </div>
    </Page>
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
