import { useState } from 'react';
import type { Contact } from '../../../../client/state/state.ts';
import type { GroupSetting } from '../../../../domain/group-fields.ts';
import { SLOW_SEC } from '../../../../domain/group-limits.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ChoiceList } from '../../../kit/choice-list.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { slowText } from '../../../shared/slow-text.ts';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { Row } from '../../../kit/row.tsx';
import { Switch } from '../../../kit/switch.tsx';
import { useRound } from '../../../kit/use-round.ts';
import styles from './chat-info.module.css';
import { useEdits } from '../../../shared/use-edits.ts';
import { useMay } from '../../../shared/use-may.ts';
import type { ChatForm } from './switches.tsx';

const SWITCHES = ['manage', 'invite', 'history', 'media', 'pin', 'profile', 'openRoom'] as const;
const SPEAKING = [0, 1, 2] as const;

/**
 * Permissions of members in this group; applied only on save (GROUP-11). Only values changed here are sent:
 * changes by another admin while the form is open are kept (UI-150).
 */
export function ManagementRow({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const round = useRound(open);
  const may = useMay(contact, 'editSetting');
  if (!may || contact.group === null) return null;
  return (
    <>
      <Row title={t('gman.title')} value="" onPress={() => setOpen(true)} />
      <ManagementForm
        key={round}
        contact={contact}
        setting={contact.group.setting}
        open={open}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

function ManagementForm({ contact, setting, open, onClose }: ChatForm & { readonly setting: GroupSetting }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const { values: current, changes, set: choose, save } = useEdits(setting);
  return (
    <FormSheet
      open={open}
      title={t('gman.title')}
      confirm={t('common.save')}
      onClose={onClose}
      onSubmit={async () => {
        if (Object.keys(changes).length === 0) return null;
        return save((base) => actions.setGroupSetting(contact.id, changes, base));
      }}
    >
      <div className={styles.rules}>
        {SWITCHES.map((key) => (
          <div key={key} className={styles.rule}>
            <p>
              <span>{t(`gman.${key}`)}</span>
              <span className={styles.ruleHint}>{t(`gman.${key}Hint`)}</span>
            </p>
            <Switch
              label={t(`gman.${key}`)}
              checked={current[key]}
              onChange={(on) => choose({ [key]: on })}
            />
          </div>
        ))}
      </div>
      <ChoiceList
        label={t('gman.speaking')}
        value={current.nospeak}
        choices={SPEAKING.map((value) => ({ value, label: t(`gman.speak${value}`) }))}
        onChoose={(nospeak) => choose({ nospeak })}
      />
      <ChoiceList
        label={t('gman.slow')}
        value={current.slowSec}
        choices={SLOW_SEC.map((value) => ({
          value,
          label: value === 0 ? t('gman.slowOff') : slowText(t, value),
        }))}
        onChoose={(slowSec) => choose({ slowSec })}
      />
    </FormSheet>
  );
}
