import { Flashlight, Image as Picture } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button, IconButton } from '../../../kit/button.tsx';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { Page } from '../../../kit/page.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { useNavigate, useQuery } from '../../../kit/navigation.ts';
import { TopBar } from '../../../shared/top-bar.tsx';
import { usePermission } from '../../../shared/use-permission.ts';
import { type Camera, openCamera, readCode } from './codes-adapter.ts';
import { pickFiles } from '../../../platform/pick-files.ts';
import { readPicture } from '../../account/settings/square-adapter.ts';
import { schedule } from '../../../platform/time.ts';
import styles from './codes.module.css';
import { meaningOf } from '../../../../domain/picture-code.ts';
import { useClient } from '../../../shared/client-context.ts';
import { copyText } from '../../../kit/copy-text.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { stillHere } from '../../../kit/still-here.ts';
import { useAsk } from '../../../kit/use-ask.tsx';
import { pathTo } from '../../../paths/paths.ts';

/** Time between two scans of the camera's picture. */
const LOOK_MS = 200;

/** `/pages/index/scan` Reads a code by the camera or from a picture; `?code=` was opened as a link. */
export default function ScanPage() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const query = useQuery();
  const video = useRef<HTMLVideoElement>(null);
  const [camera, setCamera] = useState<Camera | 'denied' | 'absent' | null>(null);
  const [attempt, setAttempt] = useState(0);
  const code = query.get('code');
  const openFound = useFoundCode();
  const take = useEffectEvent((words: string) => openFound(words));
  useEffect(() => {
    if (code !== null) void take(`${location.origin}/scan/${code}`);
  }, [code]);
  const allow = usePermission();
  const open = useEffectEvent(async (screen: HTMLVideoElement, _attempt: number) =>
    (await allow('camera')) ? openCamera(screen) : 'denied',
  );
  useEffect(
    () =>
      watch(
        video.current,
        (screen) => open(screen, attempt),
        setCamera,
        (words) => take(words),
      ),
    [attempt],
  );
  const pick = async () => {
    const [file] = await pickFiles('image/*', false);
    const picture = file === undefined ? null : await readPicture(file);
    if (file === undefined) return;
    const words = picture === null ? null : await readCode(picture);
    if (words === null) toasts.show(t('scan.noCode'));
    else await openFound(words);
  };
  const isCameraOn = camera !== null && typeof camera === 'object';
  return (
    <Page
      bar={<TopBar title={t('title.scan')} />}
      foot={<Foot torch={isCameraOn ? camera.torch : null} onPick={() => void pick()} />}
    >
      <div className={styles.scan} hidden={typeof camera === 'string'}>
        <video ref={video} muted playsInline aria-label={t('scan.camera')} />
        {isCameraOn && <div className={styles.frame} />}
        {isCameraOn && <p className={styles.hint}>{t('scan.hint')}</p>}
      </div>
      {typeof camera === 'string' && (
        <div className={styles.absent}>
          <EmptyBlock
            kind="locked"
            text={t(camera === 'denied' ? 'scan.denied' : 'scan.absent')}
            action={
              camera === 'denied' && (
                <Button onClick={() => setAttempt(attempt + 1)}>{t('common.retry')}</Button>
              )
            }
          />
        </div>
      )}
    </Page>
  );
}

/** The ways beside the camera: a picture, and light. */
function Foot({ torch, onPick }: { readonly torch: Camera['torch']; readonly onPick: () => void }) {
  const { t } = useTranslation();
  const [isLit, setLit] = useState(false);
  return (
    <div className={styles.foot}>
      <Button icon={<Picture size={20} strokeWidth={1.75} aria-hidden="true" />} onClick={onPick}>
        {t('scan.picture')}
      </Button>
      {torch !== null && (
        <IconButton
          label={t('scan.torch')}
          aria-pressed={isLit}
          onClick={() => {
            torch(!isLit);
            setLit(!isLit);
          }}
        >
          <Flashlight size={20} strokeWidth={1.75} />
        </IconButton>
      )}
    </div>
  );
}

/** Scans until a code leads to another page; the camera stops when the page closes. */
function watch(
  video: HTMLVideoElement | null,
  openIn: (video: HTMLVideoElement) => Promise<Camera | 'denied' | 'absent'>,
  tell: (camera: Camera | 'denied' | 'absent') => void,
  take: (words: string) => Promise<boolean>,
): () => void {
  if (video === null) return () => undefined;
  let [isClosed, stop, cancel] = [false, () => undefined as void, () => undefined as void];
  const look = async (): Promise<void> => {
    const words = await readCode(video);
    const left = !isClosed && words !== null && (await take(words));
    if (!isClosed && !left) cancel = schedule(LOOK_MS, () => void look());
  };
  const open = async () => {
    // An effect that is cleaned up at once must not ask for the camera.
    await Promise.resolve();
    if (isClosed) return;
    const camera = await openIn(video);
    if (typeof camera === 'object') {
      if (isClosed) return camera.stop();
      stop = () => camera.stop();
      void look();
    }
    if (!isClosed) tell(camera);
  };
  void open();
  return () => {
    isClosed = true;
    cancel();
    stop();
  };
}

/** Follows a code; true if the page was left. The page is replaced, so that "back" does not scan again. */
function useFoundCode(): (words: string) => Promise<boolean> {
  const { t } = useTranslation();
  const { actions } = useClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const ask = useAsk();
  const go = (to: string): true => {
    void navigate(to, { replace: true });
    return true;
  };
  return async (words) => {
    const meaning = meaningOf(words, location.origin);
    switch (meaning.kind) {
      case 'page':
        return go(meaning.path);
      case 'group':
      case 'person': {
        const here = stillHere();
        const answer = await actions.scanned(meaning.kind, meaning.token);
        // A user who has navigated since is not moved back.
        if (!here()) return true;
        if (!answer.ok) {
          toasts.show(failureText(t, answer.reason));
          return false;
        }
        const value = answer.value;
        return go(
          value.kind === 'group'
            ? pathTo('groupInfo', { token: value.token })
            : pathTo('userInfo', { id: value.person.id }),
        );
      }
      case 'web': {
        const title = t('scan.webTitle');
        return (
          (await ask({ title, text: meaning.address, confirm: t('common.open') })) &&
          go(pathTo('browser', { src: meaning.address }))
        );
      }
      case 'text':
        if (
          (await ask({ title: t('scan.textTitle'), text: meaning.text, confirm: t('common.copy') })) &&
          (await copyText(meaning.text))
        )
          toasts.show(t('common.copied'));
        return false;
    }
  };
}
