import type { TFunction } from 'i18next';
import { useState } from 'react';
import type { GroupLink } from '../../../../client/interface/account.ts';
import type { Contact } from '../../../../client/state/state.ts';
import { GUEST_DAYS, guestLimits } from '../../../../domain/guests.ts';
import { groupLimits, LINK_LIVES_SEC } from '../../../../domain/group-limits.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { ChoiceList } from '../../../kit/choice-list.tsx';
import { copyText } from '../../../kit/copy-text.ts';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { SkeletonRows } from '../../../kit/skeleton.tsx';
import { Switch } from '../../../kit/switch.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { useAsk } from '../../../kit/use-ask.tsx';
import { useRound } from '../../../kit/use-round.ts';
import { wholeAddress } from '../../../platform/address.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { fullTime } from '../../../shared/use-display-time.ts';
import { useLoad } from '../../../shared/use-load.ts';
import chatInfo from './chat-info.module.css';
import styles from './entrances.module.css';
import type { ChatForm } from './switches.tsx';

/** Invite links of the group: list, copy, end, and create (GROUP-24). */
export default function LinksSheet({
  contact,
  onClose,
}: {
  readonly contact: Contact;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [making, setMaking] = useState(false);
  const round = useRound(making);
  const links = useLoad(`links ${contact.id}`, () => actions.groupLinks(contact.id));
  const list = links.value;
  return (
    <>
      <Sheet open={!making} onClose={onClose} title={t('genter.links')}>
        <div className={styles.sheet}>
          {list === null && links.state === 'loading' && <SkeletonRows count={2} />}
          {list === null && links.state === 'failed' && (
            <EmptyBlock
              kind="network"
              text={failureText(t, links.failure)}
              action={<Button onClick={links.reload}>{t('common.retry')}</Button>}
            />
          )}
          {list?.length === 0 && <p className={styles.none}>{t('genter.noLinks')}</p>}
          <ul>
            {list?.map((link) => (
              <Line key={link.id} contact={contact} link={link} onEnded={links.reload} />
            ))}
          </ul>
          <Button kind="primary" block onClick={() => setMaking(true)}>
            {t('genter.newLink')}
          </Button>
        </div>
      </Sheet>
      <LinkForm
        key={round}
        contact={contact}
        open={making}
        onClose={() => {
          setMaking(false);
          links.reload();
        }}
      />
    </>
  );
}

const lifeText = (t: TFunction, sec: number): string =>
  sec === 0
    ? t('genter.forever')
    : sec < 86_400
      ? t('genter.hours', { count: sec / 3_600 })
      : t('genter.days', { count: sec / 86_400 });

function Line({
  contact,
  link,
  onEnded,
}: {
  readonly contact: Contact;
  readonly link: GroupLink;
  readonly onEnded: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const ask = useAsk();
  const facts = [
    link.untilMs === 0 ? t('genter.noEnd') : t('genter.until', { time: fullTime(link.untilMs) }),
    link.max === 0
      ? t('genter.used', { count: link.used })
      : t('genter.usedOf', { count: link.used, max: link.max }),
    ...(link.asks ? [t('genter.asks')] : []),
    ...(link.guestDays > 0 ? [t('guest.days', { count: link.guestDays })] : []),
    t('genter.by', { name: link.byName }),
  ];
  const address = wholeAddress(link.address);
  const copy = async () => {
    if (await copyText(address)) toasts.show(t('link.copied'));
  };
  const end = async () => {
    const sure = await ask({
      title: t('genter.endTitle'),
      text: t('genter.endConfirm'),
      confirm: t('genter.end'),
      danger: true,
    });
    if (sure && (await actions.endGroupLink(contact.id, link.id)).ok) onEnded();
  };
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <p className={styles.address}>{address}</p>
        <p className={styles.soft}>{facts.join(' · ')}</p>
        <div className={styles.ways}>
          <Button kind="primary" small onClick={() => void copy()}>
            {t('genter.copy')}
          </Button>
          <Button kind="quiet" small onClick={() => void end()}>
            {t('genter.end')}
          </Button>
        </div>
      </div>
    </li>
  );
}

function LinkForm({ contact, open, onClose }: ChatForm) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [forSec, setForSec] = useState<number>(LINK_LIVES_SEC[2]);
  const [places, setPlaces] = useState('');
  const [isConfirming, setConfirming] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [guestDays, setGuestDays] = useState<number>(0);
  const isForGuests = guestDays > 0;
  const usesMax = isForGuests ? guestLimits.ofGroupMax : groupLimits.linkUsesMax;
  const max = places.trim() === '' ? 0 : Number(places);
  return (
    <FormSheet
      open={open}
      title={t('genter.newLink')}
      confirm={t('genter.make')}
      onClose={onClose}
      onSubmit={async () => {
        if (!Number.isInteger(max) || max < Number(isForGuests) || max > usesMax) {
          setProblem(t('genter.placesWrong', { max: usesMax }));
          return '';
        }
        const answer = await actions.addGroupLink(contact.id, {
          forSec,
          max,
          needsApproval: isConfirming && !isForGuests,
          guestDays,
        });
        return answer.ok ? null : failureText(t, answer.reason);
      }}
    >
      <ChoiceList
        label={t('genter.life')}
        value={forSec}
        choices={LINK_LIVES_SEC.filter((value) => value > 0 || !isForGuests).map((value) => ({
          value,
          label: lifeText(t, value),
        }))}
        onChoose={setForSec}
      />
      <GuestChoice
        days={guestDays}
        onDays={(days) => {
          setGuestDays(days);
          if (days > 0 && forSec === 0) setForSec(LINK_LIVES_SEC[2]);
        }}
      />
      <TextField
        label={t(isForGuests ? 'genter.placesNeeded' : 'genter.places')}
        hint={t('genter.placesHint')}
        value={places}
        error={problem}
        inputMode="numeric"
        autoComplete="off"
        onValue={(next) => {
          setPlaces(next);
          setProblem(null);
        }}
      />
      {!isForGuests && <ApprovalRow on={isConfirming} onChange={setConfirming} />}
    </FormSheet>
  );
}

interface ApprovalRowProps {
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

function ApprovalRow({ on, onChange }: ApprovalRowProps) {
  const { t } = useTranslation();
  return (
    <div className={chatInfo.rule}>
      <p>
        <span>{t('genter.asksFirst')}</span>
        <span className={chatInfo.ruleHint}>{t('genter.asksHint')}</span>
      </p>
      <Switch label={t('genter.asksFirst')} checked={on} onChange={onChange} />
    </div>
  );
}

interface GuestChoiceProps {
  readonly days: number;
  readonly onDays: (days: number) => void;
}

/** How long guests stay, where the server admits them (GUEST-1). */
function GuestChoice({ days, onDays }: GuestChoiceProps) {
  const { t } = useTranslation();
  const mayHaveGuests = useStore((state) => state.config.sysInfo.guests === true);
  if (!mayHaveGuests) return null;
  return (
    <>
      <ChoiceList
        label={t('guest.for')}
        value={days}
        choices={GUEST_DAYS.map((value) => ({
          value,
          label: value === 0 ? t('guest.none') : t('genter.days', { count: value }),
        }))}
        onChoose={onDays}
      />
      {days > 0 && <p className={styles.soft}>{t('guest.hint', { max: guestLimits.ofGroupMax })}</p>}
    </>
  );
}
