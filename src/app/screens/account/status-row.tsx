import { SmilePlus } from 'lucide-react';
import { useState } from 'react';
import { ownExtra } from '../../../client/state/profile-extras.ts';
import type { State } from '../../../client/state/state.ts';
import { canonicalEmoji } from '../../../domain/emoji-set.ts';
import { STATUS_ENDS, type StatusEnd, statusEnd } from '../../../domain/status-end.ts';
import { statusLimits } from '../../../domain/status.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ChoiceList } from '../../kit/choice-list.tsx';
import { FormSheet } from '../../kit/form-sheet.tsx';
import { Row } from '../../kit/row.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useRound } from '../../kit/use-round.ts';
import { localZone, nowMs } from '../../platform/time.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { fullTime } from '../../shared/use-display-time.ts';

const ownStatus = (state: State) => ownExtra(state, 'status');

/** The user's own status, and the form that sets or clears it (PRES-4a). */
export function StatusRow() {
  const { t } = useTranslation();
  const status = useStore(ownStatus);
  const [open, setOpen] = useState(false);
  const round = useRound(open);
  return (
    <>
      <Row
        icon={<SmilePlus size={20} strokeWidth={1.75} aria-hidden="true" />}
        title={t('status.title')}
        detail={status?.untilMs ? t('status.until', { time: fullTime(status.untilMs) }) : undefined}
        value={status === null ? t('status.none') : `${status.emoji} ${status.text}`.trim()}
        onPress={() => setOpen(true)}
      />
      <StatusForm key={round} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

function StatusForm({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const status = useStore(ownStatus);
  const [emoji, setEmoji] = useState(status?.emoji ?? '');
  const [text, setText] = useState(status?.text ?? '');
  // Null: the present end stays.
  const [end, setEnd] = useState<StatusEnd | null>(status === null ? 'today' : null);
  const save = async (): Promise<string | null> => {
    const sign = emoji.trim() === '' ? '' : canonicalEmoji(emoji.trim());
    if (sign === null) return t('status.oneEmoji');
    const words = text.trim();
    const untilMs = end === null ? (status?.untilMs ?? null) : statusEnd(end, nowMs(), localZone);
    const isEmpty = sign === '' && words === '';
    await actions.keepPreference('status', isEmpty ? null : { emoji: sign, text: words, untilMs });
    return null;
  };
  return (
    <FormSheet
      open={open}
      title={t('status.title')}
      confirm={t(
        status !== null && emoji.trim() === '' && text.trim() === '' ? 'status.clear' : 'common.save',
      )}
      onClose={onClose}
      onSubmit={save}
    >
      <TextField
        label={t('status.emoji')}
        hint={t('status.emojiHint')}
        value={emoji}
        maxLength={statusLimits.emojiMax}
        onValue={setEmoji}
      />
      <TextField
        label={t('status.text')}
        value={text}
        maxLength={statusLimits.textMax}
        counted
        onValue={setText}
      />
      <ChoiceList
        label={t('status.end')}
        value={end}
        choices={STATUS_ENDS.map((value) => ({ value, label: t(`status.end.${value}`) }))}
        onChoose={setEnd}
      />
    </FormSheet>
  );
}
