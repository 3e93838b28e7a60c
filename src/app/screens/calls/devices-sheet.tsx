import type { LocalView, MediaChoice } from '../../../client/interface/calls.ts';
import { mediaStreamOf } from '../../../client/browser/media/media-views.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useClient } from '../../shared/client-context.ts';
import { Sheet } from '../../kit/sheet.tsx';
import styles from './devices.module.css';
import { DevicesFields } from './devices-fields.tsx';
import { useChoices, useDeviceChoice } from './use-choices.ts';

/** The devices of a running call: each choice works at once. */
export default function DevicesSheet({
  local,
  onClose,
}: {
  readonly local: LocalView;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const choice = useDeviceChoice();
  const choices = useChoices(true);
  const choose = async (kind: MediaChoice['kind'], id: string) => {
    // The system's microphone is named `default`; a default camera applies from the next call.
    if (kind === 'microphone') await actions.switchMicrophone(id === '' ? 'default' : id);
    if (kind === 'camera' && local.camera && id !== '') await actions.switchCamera(id);
  };
  return (
    <Sheet open onClose={onClose} title={t('call.devices')}>
      <div className={styles.sheet}>
        <DevicesFields
          choices={choices}
          choice={choice}
          stream={mediaStreamOf(local.view)}
          onChoose={choose}
          onQuiet={(on) => actions.quietNoise(on)}
        />
      </div>
    </Sheet>
  );
}
