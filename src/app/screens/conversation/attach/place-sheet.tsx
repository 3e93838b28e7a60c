import { LocateFixed, MapPin } from 'lucide-react';
import { useState } from 'react';
import type { ContactId } from '../../../../domain/ids.ts';
import { attachLimits } from '../../../platform/limits.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { Sheet } from '../../../kit/sheet.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { usePermission } from '../../../shared/use-permission.ts';
import { askPosition, type PositionAnswer } from '../../../platform/permissions.ts';
import styles from './attach.module.css';

const DIGITS = 5;

/** The device's position with a name chosen by the user: no map service is used. */
export default function PlaceSheet({
  contact,
  onClose,
  onSent,
}: {
  readonly contact: ContactId;
  readonly onClose: () => void;
  readonly onSent: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [name, setName] = useState('');
  const [answer, setAnswer] = useState<PositionAnswer | 'asking' | null>(null);
  const position = answer !== null && answer !== 'asking' && answer.ok ? answer.value : null;
  const allow = usePermission();
  const look = async () => {
    if (!(await allow('location'))) return setAnswer({ ok: false, why: 'denied' });
    setAnswer('asking');
    setAnswer(await askPosition());
  };
  const send = () => {
    if (position === null) return;
    const title = name.trim() || t('loc.current');
    const address = `${position.latitude.toFixed(DIGITS)}, ${position.longitude.toFixed(DIGITS)}`;
    void actions.sendPlace(contact, { name: title, address, ...position }, `${t('msg.location')} ${title}`);
    onClose();
    onSent();
  };
  return (
    <Sheet open onClose={onClose} title={t('loc.pick')}>
      <form
        className={styles.preview}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <div className={styles.place}>
          <MapPin size={22} strokeWidth={1.75} aria-hidden="true" />
          <p aria-live="polite">
            {position
              ? `${position.latitude.toFixed(DIGITS)}, ${position.longitude.toFixed(DIGITS)}`
              : t(
                  answer === null
                    ? 'loc.hint'
                    : answer === 'asking'
                      ? 'loc.asking'
                      : answer.ok || answer.why === 'denied'
                        ? 'loc.denied'
                        : 'loc.absent',
                )}
          </p>
          <Button
            small
            busy={answer === 'asking'}
            icon={<LocateFixed size={16} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => void look()}
          >
            {t('loc.current')}
          </Button>
        </div>
        <TextField
          label={t('loc.name')}
          value={name}
          maxLength={attachLimits.placeNameMax}
          autoComplete="off"
          onValue={setName}
        />
        <div className={styles.foot}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" disabled={position === null}>
            {t('chat.send')}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
