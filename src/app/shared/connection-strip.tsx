import { WifiOff } from 'lucide-react';
import { useState } from 'react';
import type { Connection } from '../../client/state/state.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useClient, useStore } from './client-context.ts';
import { useOffline } from '../kit/use-media.ts';
import { Spinner } from '../kit/spinner.tsx';
import styles from './connection-strip.module.css';

/**
 * Reports a lost connection. It shows nothing while the connection is up or being opened for the first time.
 * It stays between two attempts, so that it does not flicker.
 */
export function ConnectionStrip() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const connection = useStore((state) => state.connection);
  const [trouble, setTrouble] = useState(false);
  const now = troubled(connection, trouble);
  if (now !== trouble) setTrouble(now);
  // A socket may be dead long before an event reports it; the browser notices a missing network at once.
  const offline = useOffline();
  if (!now && !offline) return null;
  const isLost = offline || connection.name === 'lost';
  const blocked = !offline && 'blocked' in connection;
  return (
    <div className={styles.strip} role="status">
      {isLost ? <WifiOff size={16} strokeWidth={1.75} aria-hidden="true" /> : <Spinner size={14} />}
      <span>{t(blocked ? 'net.blocked' : isLost ? 'net.lost' : 'net.reconnecting')}</span>
      {connection.name !== 'connecting' && !offline && (
        <button type="button" onClick={() => actions.reconnect()}>
          {t('net.retryNow')}
        </button>
      )}
    </div>
  );
}

function troubled(connection: Connection, before: boolean): boolean {
  switch (connection.name) {
    case 'waiting':
    case 'lost':
      return true;
    case 'connecting':
      return before;
    case 'open':
      return before && !connection.bound;
    case 'idle':
    case 'closed':
      return false;
  }
}
