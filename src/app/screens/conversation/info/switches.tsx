import { useState } from 'react';
import type { Contact } from '../../../../client/state/state.ts';
import type { ContactId } from '../../../../domain/ids.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { Row, RowList } from '../../../kit/row.tsx';
import { Switch } from '../../../kit/switch.tsx';
import { BackgroundSheet } from '../../account/settings/background-sheet.tsx';
import { pathTo } from '../../../paths/paths.ts';
import { useLinesHidden } from '../../../shared/use-lines-hidden.ts';
import { SoundRow } from '../../../shared/sounds/sound-row.tsx';
import { AlertRow } from './alert-row.tsx';
import { TimerRow } from './timer-row.tsx';

function BackgroundRow({ chat }: { readonly chat: ContactId }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Row title={t('setting.background')} value="" onPress={() => setOpen(true)} />
      <BackgroundSheet chat={chat} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

/** Shows or hides system lines of the group in its chat, for this user (GROUP-30). */
function LinesRow({ group }: { readonly group: ContactId }) {
  const { t } = useTranslation();
  const [isHidden, hide] = useLinesHidden(group);
  return (
    <Row
      title={t('ginfo.lines')}
      detail={t('ginfo.linesHint')}
      end={<Switch label={t('ginfo.lines')} checked={!isHidden} onChange={(on) => hide(!on)} />}
    />
  );
}

/**
 * History, background, notifications, and pin. Switches show the pending change over the facts, so a refusal
 * turns a switch back automatically.
 */
export function Switches({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const plain = useStore((state) => state.sync.plain);
  return (
    <>
      <RowList>
        <BackgroundRow chat={contact.id} />
        <Row title={t('title.chatHistory')} to={pathTo('chatHistory', { id: contact.id })} />
        <TimerRow contact={contact} />
      </RowList>
      <RowList>
        <AlertRow contact={contact} />
        {!plain && <SoundRow chat={contact.id} />}
        {contact.kind === 'group' && <LinesRow group={contact.id} />}
        <Row
          title={t('ginfo.pinChat')}
          detail={t('ginfo.pinHint')}
          end={
            <Switch
              label={t('ginfo.pinChat')}
              checked={contact.isTop}
              onChange={(on) => void actions.setTop(contact.id, on)}
            />
          }
        />
      </RowList>
    </>
  );
}
