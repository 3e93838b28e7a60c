import { type ReactNode, useState } from 'react';
import { quietHoursOf, quietUntil } from '../../../../client/state/preferences.ts';
import { type QuietHours, atPlace } from '../../../../domain/quiet-hours.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { Row, RowList } from '../../../kit/row.tsx';
import { Switch } from '../../../kit/switch.tsx';
import { useRound } from '../../../kit/use-round.ts';
import { localZone, nowMs, zoneHere } from '../../../platform/time.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { useEdits } from '../../../shared/use-edits.ts';
import { ClockField } from '../../../shared/days/clock-field.tsx';
import { clockTime } from '../../../shared/use-display-time.ts';

const HOUR = 60;
/** Default hours of the form: from 22:00 to 7:00. */
const USUAL = [22 * HOUR, 7 * HOUR] as const;

/** The clock shows that minute on a day without a change of clocks. */
const timeText = (minute: number): string => clockTime(new Date(2024, 0, 1, 0, minute).getTime());

const east = (): number => localZone(nowMs());
const rangeOf = (hours: QuietHours | null): readonly [from: number, till: number] =>
  hours === null ? USUAL : atPlace(hours, east(), nowMs());

function formOf(hours: QuietHours | null) {
  const [from, till] = rangeOf(hours);
  return { on: hours !== null, from, till, toMe: hours?.toMe ?? false };
}

/** Daily hours without notifications (ALERT-5, ALERT-6). */
export function QuietHoursRow({ sign }: { readonly sign?: ReactNode }) {
  const { t } = useTranslation();
  const hours = useStore(quietHoursOf);
  const endMs = useStore((state) => quietUntil(state));
  const [open, setOpen] = useState(false);
  const round = useRound(open);
  return (
    <>
      <Row
        sign={sign}
        title={t('quietHours.title')}
        detail={endMs === null ? undefined : t('quietHours.until', { time: clockTime(endMs) })}
        value={hours === null ? t('quietHours.off') : rangeOf(hours).map(timeText).join('–')}
        onPress={() => setOpen(true)}
      />
      <HoursForm key={round} hours={hours} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

function HoursForm({
  hours,
  open,
  onClose,
}: {
  readonly hours: QuietHours | null;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  // Hours from another device appear in the open form until the user changes them (KEPT-2).
  const form = useEdits(formOf(hours));
  const { on, from, till, toMe } = form.values;
  const change = form.set;
  const save = async (): Promise<string | null> => {
    if (Object.keys(form.changes).length === 0) return null;
    if (on && from === till) return t('quietHours.noTime');
    // Saving applies the hours from now on, even if they were ended early this time.
    const next = { from, till, zone: zoneHere(), east: east(), toMe, offUntilMs: 0 };
    return form.save(() => actions.keepPreference('quiet', on ? next : null));
  };
  return (
    <FormSheet
      open={open}
      title={t('quietHours.title')}
      confirm={t('common.save')}
      onClose={onClose}
      onSubmit={save}
    >
      <RowList>
        <Row
          title={t('quietHours.title')}
          detail={t('quietHours.hint')}
          end={<Switch label={t('quietHours.title')} checked={on} onChange={(is) => change({ on: is })} />}
        />
        {on && (
          <Row
            title={t('quietHours.toMe')}
            end={
              <Switch label={t('quietHours.toMe')} checked={toMe} onChange={(is) => change({ toMe: is })} />
            }
          />
        )}
      </RowList>
      {on && (
        <>
          <ClockField
            label={t('quietHours.from')}
            minutes={from}
            onMinutes={(next) => change({ from: next })}
          />
          <ClockField
            label={t('quietHours.till')}
            minutes={till}
            onMinutes={(next) => change({ till: next })}
          />
        </>
      )}
    </FormSheet>
  );
}
