import { Phone, Video } from 'lucide-react';
import { personContact, type UserId } from '../../../domain/ids.ts';
import { isOwnPath } from '../../../domain/links.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { Button } from '../../kit/button.tsx';
import { useBack } from '../../kit/navigation.ts';
import { useBeginCall } from '../../shared/use-begin-call.tsx';
import styles from './call.module.css';
import { CheckButton } from './check-button.tsx';

/** The page without a call: after a reload, or from an old link. It never dials automatically. */
export function NoCall({
  callee,
  video,
  calling,
}: {
  readonly callee: { readonly id: UserId; readonly name: string; readonly avatar: string };
  readonly video: boolean;
  readonly calling: boolean;
}) {
  const { t } = useTranslation();
  const back = useBack();
  const ways = useBeginCall(personContact(callee.id), callee.name, ours(callee.avatar));
  return (
    <section className={styles.page} aria-label={t('call.with', { name: callee.name })}>
      <div className={styles.face}>
        <span className={styles.ring}>
          <Avatar id={callee.id} name={callee.name} src={ours(callee.avatar)} size={128} />
        </span>
        <h1 className={styles.name} dir="auto">
          {callee.name}
        </h1>
        <p className={styles.state}>{calling ? t('call.askStart', { name: callee.name }) : t('call.over')}</p>
        {(ways.why !== null || calling) && (
          <p className={styles.hint}>{ways.why ?? t('call.askStartHint')}</p>
        )}
        <div className={styles.ways}>
          {!ways.absent && (
            <Button
              kind="primary"
              icon={video ? <Video size={20} strokeWidth={1.75} /> : <Phone size={20} strokeWidth={1.75} />}
              onClick={() => ways.begin(video)}
            >
              {calling ? t(video ? 'call.video' : 'call.voice') : t('call.back')}
            </Button>
          )}
          {calling && <CheckButton />}
          <Button className={styles.plain} onClick={back}>
            {t('call.close')}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** Allows own pictures only: a link must not make the user's browser contact others. */
const ours = (src: string): string => (isOwnPath(src) ? src : '');
