import { ExternalLink, RotateCw } from 'lucide-react';
import { useReducer } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button, IconButton } from '../../../kit/button.tsx';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { Page } from '../../../kit/page.tsx';
import { TopBar } from '../../../shared/top-bar.tsx';
import { useBack, useQuery } from '../../../kit/navigation.ts';
import { openOutside } from '../../../platform/device.ts';
import styles from './mine.module.css';

/** A web address that may be shown, or null: no scripts, no files, no page of this server. */
export function webAddress(input: string, own: string): URL | null {
  for (const text of [input, decoded(input)]) {
    if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) continue;
    const address = new URL(text);
    return sameServer(address.host, own) || address.username !== '' || address.password !== ''
      ? null
      : address;
  }
  return null;
}

/**
 * Compares two names with a port for one server: a trailing dot is ignored, and a machine has many names for
 * itself.
 */
function sameServer(one: string, other: string): boolean {
  const [a, b] = [one, other].map((host) =>
    host
      .toLowerCase()
      .replace(/\.(?=:|$)/, '')
      .replace(LOOPBACK, 'localhost'),
  );
  return a === b;
}

const LOOPBACK =
  /^(?:(?:[^:]+\.)?localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])(?=:|$)/;

/**
 * `/pages/mine/webview?src=&title=` A foreign page in a sandboxed frame that cannot reach the app or open
 * windows. The own server, under a name unknown here, refuses every frame by its headers. Many sites do, and
 * a browser does not report it, so the link to leave is always shown.
 */
export default function WebviewPage() {
  const { t } = useTranslation();
  const query = useQuery();
  const back = useBack();
  const [turn, again] = useReducer((n: number) => n + 1, 0);
  const address = webAddress(query.get('src') ?? '', location.host);
  const title = query.get('title') || t('title.browser');
  if (address === null)
    return (
      <Page bar={<TopBar title={title} />}>
        <EmptyBlock
          fill
          kind="locked"
          text={t('web.bad')}
          action={<Button onClick={back}>{t('common.back')}</Button>}
        />
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
        <iframe
          key={turn}
          src={address.href}
          title={title}
          sandbox="allow-scripts allow-forms"
          referrerPolicy="no-referrer"
        />
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
