import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GroupMember } from '../../../client/client.ts';
import type { Contact } from '../../../client/store/state.ts';
import { refusesOver } from '../../../domain/permissions.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { IconButton } from '../../kit/button.tsx';
import { useClient, useStore } from '../../kit/client-context.ts';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { Tag } from '../../kit/tag.tsx';
import { useAsk } from '../../kit/use-ask.tsx';
import { fullTime } from '../../kit/use-display-time.ts';
import { nowMs } from '../../platform/time.ts';
import { useOpenPerson } from '../chat/use-open-person.ts';
import { RoleTag } from '../groups/role-tag.tsx';
import styles from './chat-info.module.css';

/** Everyone, owner first, with what they are; removing where this person may (ROLE-9). */
export function MemberList({ contact, members, onChanged }: { readonly contact: Contact; readonly members: readonly GroupMember[]; readonly onChanged: () => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const shown = members.filter((one) => `${one.displayName} ${one.account} ${one.namePy}`.toLowerCase().includes(wanted));
  return (
    <section className={styles.members} aria-label={t('ginfo.members')}>
      <div className={styles.memberSearch}>
        <SearchField label={t('gmem.search')} value={typed} onValue={setTyped} />
      </div>
      {shown.length === 0 && <EmptyBlock kind="found" text={t('empty.found', { keywords: typed })} />}
      <ul className={styles.memberRows}>
        {shown.map((member) => (
          <MemberRow key={member.user} contact={contact} member={member} onChanged={onChanged} />
        ))}
      </ul>
    </section>
  );
}

function MemberRow({ contact, member, onChanged }: { readonly contact: Contact; readonly member: GroupMember; readonly onChanged: () => void }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const ask = useAsk();
  const open = useOpenPerson(contact);
  const me = useStore((state) => state.self?.id === member.user);
  const name = member.displayName;
  const muted = member.mutedUntilSec * 1_000 > nowMs();
  const remove = async () => {
    const sure = await ask({ title: t('gmem.removeTitle', { name }), text: t('gmem.removeConfirm'), confirm: t('gmem.remove'), danger: true });
    if (sure && (await actions.removeMember(contact.id, member.user)).ok) onChanged();
  };
  return (
    <li className={styles.member}>
      <button type="button" className={styles.memberMain} onClick={() => open({ id: member.user })}>
        <Avatar id={member.user} name={name} src={member.avatar} size={40} />
        <span className={styles.memberWords}>
          <span className={styles.memberHead}>
            <span className={styles.memberName} title={name}>
              {name}
            </span>
            <RoleTag role={member.role} />
            {me && <Tag type="info">{t('group.me')}</Tag>}
          </span>
          {muted && <span className={styles.muted}>{t('gmem.mutedUntil', { time: fullTime(member.mutedUntilSec * 1_000) })}</span>}
        </span>
      </button>
      {!me && refusesOver(contact.group?.role ?? null, member.role) === null && (
        <IconButton label={`${t('gmem.remove')}: ${name}`} onClick={() => void remove()}>
          <UserMinus size={20} strokeWidth={1.75} />
        </IconButton>
      )}
    </li>
  );
}
