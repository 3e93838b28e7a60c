import { Ellipsis } from 'lucide-react';
import { memo, useState } from 'react';
import type { GroupMember } from '../../../client/interface/client.ts';
import { hasGuestMark } from '../../../domain/guests.ts';
import { isMuted } from '../../../domain/permissions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { IconButton } from '../../kit/button.tsx';
import { useStore } from '../../shared/client-context.ts';
import { Tag } from '../../kit/tag.tsx';
import { fullTime } from '../../shared/use-display-time.ts';
import { nowMs } from '../../platform/time.ts';
import { useOpenPerson } from '../../shared/use-open-person.ts';
import { PersonName } from '../../shared/person-name.tsx';
import { Username } from '../../shared/username.tsx';
import { RoleTag } from '../../shared/role-tag.tsx';
import styles from './group.module.css';
import { MuteSheet } from './mute-sheet.tsx';
import { type Group, useMemberMenu } from './use-member-menu.tsx';

/** A group member: name, role, end of a mute, and actions. Equal props skip the render. */
export const MemberLine = memo(function MemberRow({
  contact,
  member,
  username,
  onChanged,
}: {
  readonly contact: Group;
  readonly member: GroupMember;
  /** Shown if another member has the same name. */
  readonly username?: string | undefined;
  readonly onChanged: () => void;
}) {
  const { t } = useTranslation();
  const open = useOpenPerson(contact);
  const [muting, setMuting] = useState(false);
  const me = useStore((state) => state.self?.id === member.user);
  const menu = useMemberMenu({ contact, member, onChanged, onMute: () => setMuting(true) });
  // Ages with the minute, like every shown time.
  useStore((state) => state.minute);
  const name = member.displayName;
  const muted = isMuted(member, nowMs() / 1_000);
  return (
    <div className={styles.member}>
      <button
        type="button"
        className={styles.memberMain}
        data-row=""
        onClick={() => open({ id: member.user })}
      >
        <Avatar id={member.user} name={name} src={member.avatar} size={40} />
        <span className={styles.memberWords}>
          <span className={styles.memberHead}>
            <PersonName id={member.user} name={name} className={styles.memberName} />
            <Username of={username} />
            <RoleTag role={member.role} />
            {hasGuestMark(name) && <Tag type="info">{t('guest.is')}</Tag>}
            {me && <Tag type="info">{t('group.me')}</Tag>}
          </span>
          {muted && (
            <span className={styles.muted}>
              {t('gmem.mutedUntil', { time: fullTime(member.mutedUntilSec * 1_000) })}
            </span>
          )}
        </span>
      </button>
      {!me && menu.any && (
        <IconButton
          label={t('gmem.actions', { name })}
          aria-haspopup="menu"
          onClick={(event) => menu.open(event.currentTarget)}
        >
          <Ellipsis size={20} strokeWidth={1.75} />
        </IconButton>
      )}
      <MuteSheet
        contact={contact}
        member={member}
        open={muting && menu.mutes}
        onClose={() => setMuting(false)}
        onChanged={onChanged}
      />
    </div>
  );
});
