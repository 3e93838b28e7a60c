import { useState } from 'react';
import type { Contact } from '../../../../client/state/state.ts';
import type { ContactId } from '../../../../domain/ids.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { useMenu } from '../../../kit/menu.tsx';
import { Row, RowList } from '../../../kit/row.tsx';
import { Switch } from '../../../kit/switch.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { fullTime } from '../../../shared/use-display-time.ts';
import { askHowLong } from '../../../shared/quiet-lengths.ts';
import { BackgroundSheet } from '../../account/settings/background-sheet.tsx';
import { pathTo } from '../../../paths/paths.ts';
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

/** Until when nothing is heard of it; pressed, another length is chosen. */
function QuietRow({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const openMenu = useMenu();
  const untilMs = useStore((state) => state.quietUntil.get(contact.id) ?? null);
  return (
    <Row
      title={t('ginfo.muteUntil')}
      detail={untilMs === null ? undefined : t('ginfo.muteLifted')}
      value={untilMs === null ? t('quiet.always') : fullTime(untilMs)}
      onPress={(event) => void askHowLong({ t, actions, toasts, openMenu }, contact, event.currentTarget)}
    />
  );
}

/**
 * The way to what was said, the background, mute and pin. What is shown is the wish laid over the facts, so a
 * refusal turns the switch back by itself.
 */
export function Switches({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  return (
    <>
      <RowList>
        <BackgroundRow chat={contact.id} />
        <Row title={t('title.chatHistory')} to={pathTo('chatHistory', { id: contact.id })} />
        <TimerRow contact={contact} />
      </RowList>
      <RowList>
        <Row
          title={t('ginfo.muteChat')}
          detail={t('ginfo.muteHint')}
          end={
            <Switch
              label={t('ginfo.muteChat')}
              checked={!contact.isNotice}
              onChange={(on) => void actions.setNotice(contact.id, !on)}
            />
          }
        />
        {!contact.isNotice && <QuietRow contact={contact} />}
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
