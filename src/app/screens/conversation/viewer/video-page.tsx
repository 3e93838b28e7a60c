import { Download, PictureInPicture2, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { isOwnPath } from '../../../../domain/links.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button, IconButton } from '../../../kit/button.tsx';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { TopBar } from '../../../shared/top-bar.tsx';
import { Page } from '../../../kit/page.tsx';
import { asDownload, useAddress } from '../../../shared/use-address.ts';
import { useBack, useQuery } from '../../../kit/navigation.ts';
import { saveAs } from '../../../platform/save.ts';
import styles from './video.module.css';

const STEP_SEC = 5;

/**
 * `/pages/message/video?src=&name=` Only addresses of this server: a link must not make the user's browser
 * contact others.
 */
export default function VideoPage() {
  const { t } = useTranslation();
  const query = useQuery();
  const src = query.get('src') ?? '';
  const ours = isOwnPath(src);
  return ours ? (
    <Player src={src} name={query.get('name') ?? ''} />
  ) : (
    <Page surface bar={<TopBar title={t('title.video')} />}>
      <EmptyBlock fill kind="gone" text={t('media.videoGone')} />
    </Page>
  );
}

function Player({ src, name }: { readonly src: string; readonly name: string }) {
  const { t } = useTranslation();
  const back = useBack();
  const address = useAddress(src);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => video.current?.focus(), []);
  return (
    <div className={styles.page} onKeyDown={(event) => onKey(event, video.current, back)}>
      <div className={styles.bar}>
        <h1 className={styles.name}>
          <bdi>{name || t('title.video')}</bdi>
        </h1>
        {(!address.broken || address.unreadable) && (
          <>
            {document.pictureInPictureEnabled && !address.broken && (
              <IconButton
                className={styles.tool}
                label={t('video.small')}
                onClick={() => void video.current?.requestPictureInPicture().catch(() => undefined)}
              >
                <PictureInPicture2 size={22} strokeWidth={1.75} />
              </IconButton>
            )}
            <IconButton
              className={styles.tool}
              label={t('media.download')}
              onClick={() => saveAs(asDownload(address.src), name)}
            >
              <Download size={22} strokeWidth={1.75} />
            </IconButton>
          </>
        )}
        <IconButton className={styles.tool} label={t('common.close')} onClick={back}>
          <X size={22} strokeWidth={1.75} />
        </IconButton>
      </div>
      {address.broken ? (
        <div className={styles.gone} role="alert">
          <p>{t(address.unreadable ? 'media.videoFormat' : 'media.videoGone')}</p>
          {address.unreadable && (
            <Button onClick={() => saveAs(asDownload(address.src), name)}>{t('media.download')}</Button>
          )}
          <Button onClick={address.again}>{t('common.retry')}</Button>
        </div>
      ) : (
        <video
          ref={video}
          className={styles.video}
          src={address.src}
          controls
          autoPlay
          playsInline
          tabIndex={0}
          aria-label={name || t('title.video')}
          onError={address.failed}
          // Its sound alone can be played.
          onLoadedMetadata={({ currentTarget }) => currentTarget.videoWidth === 0 && address.failed()}
        />
      )}
    </div>
  );
}

/** Space and arrows as in every player, for any focus on the page; Escape returns. */
function onKey(event: KeyboardEvent, video: HTMLVideoElement | null, back: () => void): void {
  if (event.key === 'Escape' && document.fullscreenElement === null) return back();
  if (video === null || event.target instanceof HTMLButtonElement) return;
  const actions: Readonly<Record<string, () => void>> = {
    ' ': () => void (video.paused ? video.play().catch(() => undefined) : video.pause()),
    ArrowLeft: () => void (video.currentTime -= STEP_SEC),
    ArrowRight: () => void (video.currentTime += STEP_SEC),
  };
  const what = actions[event.key];
  if (what === undefined) return;
  event.preventDefault();
  what();
}
