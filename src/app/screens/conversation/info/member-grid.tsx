import { Minus, Plus } from 'lucide-react';
import type { GroupMember } from '../../../../client/interface/client.ts';
import type { Contact } from '../../../../client/state/state.ts';
import { chatLimits } from '../../../../domain/limits.ts';
import { refusalOver } from '../../../../domain/permissions.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useOpenPerson } from '../../../shared/use-open-person.ts';
import styles from './chat-info.module.css';
import { selectionPath } from '../../../paths/paths.ts';
import type { ReactNode } from 'react';
import { useNavigate } from '../../../kit/navigation.ts';
import { Avatar } from '../../../kit/avatar.tsx';
import { Skeleton } from '../../../kit/skeleton.tsx';
import { useMay } from '../../../shared/use-may.ts';
import { GROUP_ROLE } from '../../../../domain/contact.ts';

/**
 * The first members, and the ways to add and remove where this person has them. While members load (null), it
 * has the same size, so that no row below moves under a press (UI-72).
 */
export function MemberGrid({
  contact,
  members,
}: {
  readonly contact: Contact;
  readonly members: readonly GroupMember[] | null;
}) {
  const { t } = useTranslation();
  const open = useOpenPerson(contact);
  const mayInvite = useMay(contact, 'invite');
  const mine = contact.group?.role ?? null;
  const count = contact.group?.members ?? 0;
  const mayRemove =
    members === null
      ? count > 1 && refusalOver(mine, GROUP_ROLE.member) === null
      : members.some((member) => refusalOver(mine, member.role) === null);
  const peopleMax = chatLimits.membersShown - Number(mayInvite) - Number(mayRemove);
  return (
    <ul className={styles.grid} aria-label={t('ginfo.members')} aria-busy={members === null}>
      {members === null &&
        Array.from({ length: Math.min(count, peopleMax) }, (_, at) => <EmptyTile key={at} />)}
      {members?.slice(0, peopleMax).map((member) => (
        <PersonTile
          key={member.user}
          id={member.user}
          name={member.displayName}
          avatar={member.avatar}
          onPress={() => open({ id: member.user })}
        />
      ))}
      {mayInvite && (
        <WayTile
          label={t('sel.inviteAction')}
          name={t('ginfo.addMember')}
          icon={<Plus size={22} strokeWidth={1.75} />}
          to={selectionPath('invite', { contact_id: contact.id })}
        />
      )}
      {mayRemove && (
        <WayTile
          label={t('sel.removeAction')}
          name={t('ginfo.removeMember')}
          icon={<Minus size={22} strokeWidth={1.75} />}
          to={selectionPath('remove', { contact_id: contact.id })}
        />
      )}
    </ul>
  );
}

const EmptyTile = () => (
  <li aria-hidden="true" className={styles.tile}>
    <Skeleton width={48} height={48} radius={10} />
    <span className={styles.tileName}>&nbsp;</span>
  </li>
);

const PersonTile = ({
  id,
  name,
  avatar,
  onPress,
}: {
  readonly id: number | string;
  readonly name: string;
  readonly avatar: string;
  readonly onPress: () => void;
}) => (
  <li>
    <button type="button" className={styles.tile} onClick={onPress}>
      <Avatar id={id} name={name} src={avatar} size={48} />
      <span className={styles.tileName} title={name} dir="auto">
        {name}
      </span>
    </button>
  </li>
);

/** An action in the shape of a tile: add, remove. `name` is the full text for screen readers. */
function WayTile({
  label,
  name = label,
  icon,
  to,
}: {
  readonly label: string;
  readonly name?: string;
  readonly icon: ReactNode;
  readonly to: string;
}) {
  const navigate = useNavigate();
  return (
    <li>
      <button
        type="button"
        className={styles.tile}
        aria-label={name}
        title={name}
        onClick={() => void navigate(to)}
      >
        <span className={styles.way}>{icon}</span>
        <span className={styles.tileName}>{label}</span>
      </button>
    </li>
  );
}
