import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Row, RowList } from '../../../kit/row.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { useLoad } from '../../../shared/use-load.ts';
import { LoadedPage } from './loaded-page.tsx';
import { EndSecondStep } from './second-step-end.tsx';
import { SetUpSecondStep } from './second-step-set-up.tsx';
import styles from './second-step.module.css';

/** `?view=second` The second login step: on, off, and the remaining recovery codes (SECOND-5). */
export default function SecondStepPage() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const loaded = useLoad('second', () => actions.secondStep());
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    loaded.reload();
  };
  return (
    <LoadedPage
      title={t('second.title')}
      found={loaded}
      render={(value) => (
        <>
          <RowList>
            <Row
              title={t('second.title')}
              detail={value.on ? t('second.left', { count: value.recovery }) : undefined}
              value={t(value.on ? 'second.on' : 'second.off')}
            />
          </RowList>
          <p className={styles.note}>{t('second.what')}</p>
          <RowList>
            <Row
              centre
              danger={value.on}
              title={t(value.on ? 'second.turnOff' : 'second.turnOn')}
              onPress={() => setOpen(true)}
            />
          </RowList>
          {open && (value.on ? <EndSecondStep onClose={close} /> : <SetUpSecondStep onClose={close} />)}
        </>
      )}
    />
  );
}
