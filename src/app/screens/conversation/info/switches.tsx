import { useState } from 'react';
import type { Contact, State } from '../../../../client/state/state.ts';
import type { ContactId } from '../../../../domain/ids.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { Row, RowList } from '../../../kit/row.tsx';
import { Switch } from '../../../kit/switch.tsx';
import { BackgroundSheet } from '../../account/settings/background-sheet.tsx';
import { pathTo } from '../../../paths/paths.ts';
import { useLinesHidden } from '../../../shared/use-lines-hidden.ts';
import { SoundRow } from '../../../shared/sounds/sound-row.tsx';
import { ALERT_LEVELS, type AlertLevel, alertOf, levelOf, quietUntil } from '../../../../domain/alert.ts';
import { QUIET_LENGTHS, type QuietLength, quietEnd } from '../../../../domain/quiet.ts';
import { ChoiceList } from '../../../kit/choice-list.tsx';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { useRound } from '../../../kit/use-round.ts';
import { localZone, nowMs } from '../../../platform/time.ts';
import { lengthText } from '../../../shared/quiet-lengths.ts';
import { fullTime } from '../../../shared/use-display-time.ts';
import { TIMER_DAYS, daysNow } from '../../../../domain/vanish.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { daysText } from '../timer-text.ts';
import styles from './chat-info.module.css';
import { accessIn } from '../../../../client/state/group-access.ts';
import { refusalFor } from '../../../../domain/permissions.ts';

/** A form of one chat, over the page about it. */
export interface ChatForm {
  readonly contact: Contact;
  readonly open: boolean;
  readonly onClose: () => void;
}

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

/** How long messages of this chat remain; users with the permission can change it (VANISH-1, VANISH-8). */
function TimerRow({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const round = useRound(open);
  const isPlain = useStore((state) => state.sync.plain);
  const may = useStore((state) => maySetTimerIn(state, contact));
  const days = daysNow(contact.timers ?? []);
  if (isPlain) return null;
  return (
    <>
      <Row
        title={t('timer.title')}
        value={daysText(t, days)}
        onPress={may ? () => setOpen(true) : undefined}
      />
      <TimerForm key={round} contact={contact} now={days} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

function TimerForm({ contact, now, open, onClose }: ChatForm & { readonly now: number }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [days, setDays] = useState(now);
  return (
    <FormSheet
      open={open}
      title={t('timer.title')}
      confirm={t('common.save')}
      onClose={onClose}
      onSubmit={async () => {
        const answer = await actions.setTimer(contact.id, days);
        return answer.ok ? null : failureText(t, answer.reason);
      }}
    >
      <p className={styles.ruleHint}>{t('timer.hint')}</p>
      <ChoiceList
        label={t('timer.label')}
        value={days}
        choices={TIMER_DAYS.map((value) => ({ value, label: daysText(t, value) }))}
        onChoose={setDays}
      />
    </FormSheet>
  );
}

/** Both users of a private chat who may write there; in a group by the table of permissions (VANISH-1). */
function maySetTimerIn(state: State, { id, kind }: Contact): boolean {
  if (kind === 'person') return state.config.chatInfo.simpleChat;
  const access = kind === 'group' ? accessIn(state, id) : null;
  return access !== null && refusalFor('setTimer', access, 0) === null;
}

/** Notification level of this chat, and its end (ALERT-1, ALERT-3). */
function AlertRow({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const round = useRound(open);
  const alert = contact.quiet ?? contact.isNotice;
  const untilMs = quietUntil(alert);
  return (
    <>
      <Row
        title={t('alert.title')}
        detail={untilMs === null ? undefined : t('alert.until', { time: fullTime(untilMs) })}
        value={t(`alert.${levelOf(alert)}`)}
        onPress={() => setOpen(true)}
      />
      <AlertForm key={round} contact={contact} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

function AlertForm({ contact, open, onClose }: ChatForm) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const isPlain = useStore((state) => state.sync.plain);
  const now = contact.quiet ?? contact.isNotice;
  const untilMs = quietUntil(now);
  const [level, setLevel] = useState<AlertLevel>(levelOf(now));
  // No length is preselected if an end is set: that end stays.
  const [length, setLength] = useState<QuietLength | null>(untilMs === null ? 'always' : null);
  return (
    <FormSheet
      open={open}
      title={t('alert.title')}
      confirm={t('common.save')}
      onClose={onClose}
      onSubmit={async () => {
        const at = nowMs();
        const end = length === null ? untilMs : quietEnd(length, at, localZone);
        await actions.setNotice(contact.id, alertOf(level, end));
        return null;
      }}
    >
      <ChoiceList
        label={t('alert.what')}
        value={level}
        choices={ALERT_LEVELS.filter((one) => !isPlain || one !== 'mentions').map((value) => ({
          value,
          label: t(`alert.${value}`),
        }))}
        onChoose={setLevel}
      />
      {level !== 'all' && !isPlain && (
        <ChoiceList
          label={t('alert.howLong')}
          value={length}
          choices={QUIET_LENGTHS.map((value) => ({ value, label: lengthText(t, value) }))}
          onChoose={setLength}
        />
      )}
    </FormSheet>
  );
}
