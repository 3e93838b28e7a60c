import { Ban, Flag, MessageCircle, Pencil, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from '../../kit/navigation.ts';
import type { PersonCard } from '../../../client/interface/client.ts';
import { blockedBy } from '../../../client/state/blocked.ts';
import { showsPresence } from '../../../client/state/selectors.ts';
import { ERASED_NAME } from '../../../domain/erased-name.ts';
import { hasGuestMark, isGuest } from '../../../domain/guests.ts';
import { personContact } from '../../../domain/ids.ts';
import { textLimits } from '../../../domain/limits.ts';
import { remarkProblem } from '../../../domain/validation.ts';
import { PROBLEM_TEXT } from '../../i18n/problem-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../kit/button.tsx';
import type { MenuItem } from '../../kit/menu.tsx';
import { useClient, useStore } from '../../shared/client-context.ts';
import { PromptDialog } from '../../kit/prompt-dialog.tsx';
import { Row, RowList } from '../../kit/row.tsx';
import { stillHere } from '../../kit/still-here.ts';
import { useRound } from '../../kit/use-round.ts';
import { useQuestion } from '../../kit/use-ask.tsx';
import { nameText } from '../../shared/contact-name.ts';
import { useSeenText } from '../../shared/use-last-seen.ts';
import { CallAction, MoreAction, MuteAction, Portrait, RoundAction } from '../../shared/portrait.tsx';
import { useEdits } from '../../shared/use-edits.ts';
import { useReporting } from '../../shared/reporting/use-reporting.tsx';
import { AddFriend } from './add-friend.tsx';
import { UnblockButton, useBlocking } from './block-button.tsx';
import { PATHS, pathTo } from '../../paths/paths.ts';
import styles from './people.module.css';
import { isCommunity } from '../../../domain/config.ts';

/** A user: identity, details, and actions. */
export function PersonSheet({
  person,
  onChanged,
}: {
  readonly person: PersonCard;
  readonly onChanged: () => void;
}) {
  const { t } = useTranslation();
  const self = useStore((state) => state.self?.id === person.id);
  const displayName = useStore((state) => state.contacts.get(personContact(person.id))?.displayName);
  const whole = useStore((state) => state.contacts.get(personContact(person.id))?.account);
  // A friend's username is whole, as in chat info (UI-153).
  const isErased = person.realname === ERASED_NAME;
  const isOfGuest = hasGuestMark(person.realname);
  const account = isErased ? '' : whole || person.account;
  const online = useStore(
    (state) => (showsPresence(state) && state.contacts.get(personContact(person.id))?.isOnline) ?? false,
  );
  const lastSeen = useSeenText()(person.lastSeenSec);
  const name = nameText(t, displayName || person.displayName || person.realname);
  return (
    <>
      <Portrait
        id={person.id}
        name={name}
        avatar={person.avatar}
        online={online}
        facts={
          <>
            {isOfGuest && <p>{t('guest.is')}</p>}
            {account !== '' && !isOfGuest && <p>{account}</p>}
            {!online && lastSeen !== '' && <p className={styles.quiet}>{lastSeen}</p>}
            {person.motto !== '' && (
              <p className={styles.motto} dir="auto">
                {person.motto}
              </p>
            )}
            {self && <p className={styles.quiet}>{t('person.you')}</p>}
          </>
        }
      >
        {self ? undefined : (
          <>
            <Actions person={person} name={name} />
            <Rare person={person} name={name} />
          </>
        )}
      </Portrait>
      <RowList>
        {!isErased && name !== person.realname && (
          <Row title={t('person.realname')} value={person.realname} />
        )}
        <Row title={t('person.email')} value={person.email === '' ? t('person.notSet') : person.email} />
        <Row title={t('person.sex')} value={t(`person.sex.${person.sex}`)} />
        {person.friend && !self && !isErased && (
          <RemarkRow
            person={person}
            friendId={person.friend.friendId}
            remark={person.friend.nickname}
            onChanged={onChanged}
          />
        )}
      </RowList>
      {!self && <Ways person={person} />}
    </>
  );
}

function Ways({ person }: { readonly person: PersonCard }) {
  const { t } = useTranslation();
  const community = useStore((state) => isCommunity(state.config));
  const isContact = useStore((state) => state.contacts.get(personContact(person.id)) !== undefined);
  const isBlocked = useStore((state) => blockedBy(state).has(person.id));
  const friend = isContact || person.friend !== null;
  const isAlone = person.realname === ERASED_NAME || hasGuestMark(person.realname);
  if (!isBlocked && (friend || !community || isAlone)) return null;
  return (
    <div className={styles.ways}>
      {isBlocked && <p className={styles.quiet}>{t('block.is')}</p>}
      {isBlocked ? <UnblockButton person={person} /> : <AddFriend person={person} />}
    </div>
  );
}

/** Reports, blocks, or ends the friendship; the last two ask first. */
function Rare({ person, name }: { readonly person: PersonCard; readonly name: string }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const navigate = useNavigate();
  const plain = useStore((state) => state.sync.plain);
  const community = useStore((state) => isCommunity(state.config));
  const isContact = useStore((state) => state.contacts.get(personContact(person.id)) !== undefined);
  const isBlocked = useStore((state) => blockedBy(state).has(person.id));
  const mayUnfriend = community && (isContact || person.friend !== null);
  const block = useBlocking(person, name);
  const reporting = useReporting();
  const askUnfriend = useQuestion(() =>
    mayUnfriend
      ? {
          title: t('friend.deleteTitle', { name }),
          text: t('friend.deleteConfirm'),
          confirm: t('friend.delete'),
          danger: true,
        }
      : null,
  );
  const unfriend = async () => {
    const sure = await askUnfriend();
    const here = stillHere();
    if (sure && (await actions.unfriend(person.id)).ok && here())
      void navigate(PATHS.home, { replace: true });
  };
  const about = { kind: 'person', id: person.id } as const;
  const report = () => reporting.open({ about, name, person: { id: person.id, name } });
  const options = [
    [!plain, 'report.open', Flag, report],
    [!plain && !isBlocked, 'block.begin', Ban, () => void block()],
    [mayUnfriend, 'friend.delete', UserMinus, () => void unfriend()],
  ] as const;
  const items = options.flatMap(([may, key, Sign, action]): readonly MenuItem[] =>
    may
      ? [
          {
            key,
            label: t(key),
            icon: <Sign size={20} strokeWidth={1.75} aria-hidden="true" />,
            danger: true,
            onSelect: action,
          },
        ]
      : [],
  );
  return (
    <>
      <MoreAction items={items} />
      {reporting.layer}
    </>
  );
}

/** What one does with a friend: a message, a call, quiet. */
function Actions({ person, name }: { readonly person: PersonCard; readonly name: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const community = useStore((state) => isCommunity(state.config));
  const id = personContact(person.id);
  const isContact = useStore((state) => state.contacts.get(id) !== undefined);
  const isBlocked = useStore((state) => blockedBy(state).has(person.id));
  const friend = isContact || person.friend !== null;
  const isOwnGuest = useStore((state) => isGuest(state.self));
  if (isBlocked || isOwnGuest || hasGuestMark(person.realname) || (community && !friend)) return null;
  return (
    <>
      <RoundAction
        main
        label={t('person.message')}
        name={t('friend.sendMessage')}
        sign={<MessageCircle size={22} strokeWidth={1.75} aria-hidden="true" />}
        onPress={() => void navigate(pathTo('chat', { id: person.id }))}
      />
      {friend && <CallAction id={id} name={name} avatar={person.avatar} />}
      {friend && <MuteAction id={id} />}
    </>
  );
}

function RemarkRow({
  person,
  friendId,
  remark,
  onChanged,
}: {
  readonly person: PersonCard;
  readonly friendId: number;
  readonly remark: string;
  readonly onChanged: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [open, setOpen] = useState(false);
  const { set, save } = useEdits({ nickname: remark }, useRound(open));
  return (
    <>
      <Row
        title={t('friend.remark')}
        value={remark === '' ? t('common.notSet') : remark}
        end={
          <IconButton small label={t('friend.setRemark')} onClick={() => setOpen(true)}>
            <Pencil size={18} strokeWidth={1.75} />
          </IconButton>
        }
      />
      <PromptDialog
        open={open}
        title={t('friend.remarkTitle')}
        text={t('friend.remarkHint')}
        label={t('friend.remark')}
        initial={remark === '' ? person.realname : remark}
        visibleMax={textLimits.nicknameMax}
        confirm={t('common.save')}
        onClose={() => setOpen(false)}
        onSubmit={async (next) => {
          const problem = remarkProblem(next);
          if (problem) return t(PROBLEM_TEXT[problem]);
          const refusal = await save((base) => actions.setRemark(person.id, friendId, next.trim(), base));
          if (refusal === null) onChanged();
          return refusal;
        }}
        onValue={(nickname) => set({ nickname })}
      />
    </>
  );
}
