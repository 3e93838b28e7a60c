import { ExternalLink, X } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Badge } from '../../../kit/badge.tsx';
import { Button, IconButton } from '../../../kit/button.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { serverListLimits } from '../../../platform/limits.ts';
import {
  addServer,
  onServers,
  removeServer,
  type ServerProblem,
  servers,
} from '../../../platform/servers.ts';
import { useStore } from '../../../shared/client-context.ts';
import styles from './servers-sheet.module.css';

const addresses = (): string => servers().join(' ');

/** This server with its unread count, and others, which open in windows of their own (PHONE-11). */
export default function ServersSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const list = useSyncExternalStore(onServers, addresses).split(' ').filter(Boolean);
  const unread = useStore((state) => state.totals.unread);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<ServerProblem | null>(null);
  const add = () => {
    const why = addServer(typed);
    setProblem(why);
    if (why === null) setTyped('');
  };
  return (
    <Sheet open onClose={onClose} title={t('servers.title')}>
      <div className={styles.sheet}>
        <p className={styles.what}>{t('servers.what')}</p>
        <ul>
          <li className={styles.server}>
            <span className={styles.address}>{location.host}</span>
            <span className={styles.what}>{t('servers.here')}</span>
            <Badge count={unread} />
          </li>
          {list.map((address) => (
            <li key={address} className={styles.server}>
              <a className={styles.address} href={address} target="_blank" rel="noopener noreferrer">
                {address.replace(/^https:\/\//, '')}
                <ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" />
              </a>
              <IconButton
                label={t('servers.remove', { name: address })}
                onClick={() => removeServer(address)}
              >
                <X size={20} strokeWidth={1.75} />
              </IconButton>
            </li>
          ))}
        </ul>
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            add();
          }}
        >
          <TextField
            label={t('servers.address')}
            value={typed}
            error={problem && t(`servers.wrong.${problem}`, { max: serverListLimits.max })}
            inputMode="url"
            // An address begins with its own hint, also in a language from right to left.
            style={{ direction: 'ltr' }}
            autoComplete="off"
            autoCapitalize="none"
            placeholder="https://"
            onValue={(next) => {
              setTyped(next);
              setProblem(null);
            }}
          />
          <Button kind="primary" type="submit" block>
            {t('servers.add')}
          </Button>
        </form>
      </div>
    </Sheet>
  );
}
