import { useState } from 'react';
import type { Contact } from '../../../../client/state/state.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { Row } from '../../../kit/row.tsx';
import { Select } from '../../../kit/select.tsx';
import { useRound } from '../../../kit/use-round.ts';
import { nowMs, zoneHere } from '../../../platform/time.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { useEdits } from '../../../shared/use-edits.ts';
import { useMay } from '../../../shared/use-may.ts';
import { timeIn, zonesFor, zoneText } from '../../../shared/zone-text.ts';

/** The time zone of the group and the time there (GROUP-35); managers change it. */
export function TimeZoneRow({ contact }: { readonly contact: Contact }) {
  const { t, language } = useTranslation();
  const [open, setOpen] = useState(false);
  const round = useRound(open);
  const may = useMay(contact, 'editSetting');
  const isPlain = useStore((state) => state.sync.plain);
  const zone = contact.group?.setting.timeZone ?? '';
  useStore((state) => state.minute);
  const time = timeIn(zone, language, nowMs());
  if (isPlain || (zone === '' && !may)) return null;
  return (
    <>
      <Row
        title={t('ginfo.timeZone')}
        detail={zone === '' ? t('ginfo.noTimeZone') : zoneText(zone)}
        value={time ?? (may ? '' : undefined)}
        onPress={may ? () => setOpen(true) : undefined}
      />
      <TimeZoneForm key={round} contact={contact} zone={zone} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

function TimeZoneForm({
  contact,
  zone,
  open,
  onClose,
}: {
  readonly contact: Contact;
  readonly zone: string;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const { values, changes, set, save } = useEdits({ timeZone: zone });
  return (
    <FormSheet
      open={open}
      title={t('ginfo.timeZone')}
      confirm={t('common.save')}
      onClose={onClose}
      onSubmit={async () => {
        if (Object.keys(changes).length === 0) return null;
        return save((base) => actions.setGroupSetting(contact.id, changes, base));
      }}
    >
      <Select
        aria-label={t('ginfo.timeZone')}
        value={values.timeZone}
        onChange={(event) => set({ timeZone: event.target.value })}
      >
        <option value="">{t('ginfo.noTimeZone')}</option>
        {zonesFor(zoneHere(), zone).map((one) => (
          <option key={one} value={one}>
            {zoneText(one)}
          </option>
        ))}
      </Select>
    </FormSheet>
  );
}
