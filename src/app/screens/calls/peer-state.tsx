import { MicOff, MonitorUp } from 'lucide-react';
import type { CallView } from '../../../client/interface/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { cx } from '../../kit/class-names.ts';
import styles from './call.module.css';

/** The partner's switched-off devices: explains silence, and names a shared screen. */
export function PeerState({ call: { remote, name } }: { readonly call: CallView }) {
  const { t } = useTranslation();
  if (remote.view === null || (remote.microphone && !remote.sharing)) return null;
  return (
    <p className={cx(styles.note, styles.signs)} role="status">
      {!remote.microphone && (
        <span>
          <MicOff size={16} strokeWidth={1.75} aria-hidden="true" />
          {t('call.mutedThere', { name })}
        </span>
      )}
      {remote.sharing && (
        <span>
          <MonitorUp size={16} strokeWidth={1.75} aria-hidden="true" />
          {t('call.sharingThere', { name })}
        </span>
      )}
    </p>
  );
}
