import { createContext, useContext } from 'react';
import { TEAM } from '../../../../domain/mention-names.ts';
import { EVERYBODY } from '../../../../domain/mentions.ts';
import { teamNamed } from '../../../../domain/teams.ts';
import { type ContactId, personContact, userId } from '../../../../domain/ids.ts';
import type { State } from '../../../../client/state/state.ts';
import { Link } from '../../../kit/navigation.ts';
import { cx } from '../../../kit/class-names.ts';
import { useStore } from '../../../shared/client-context.ts';
import { useOpenPerson } from '../../../shared/use-open-person.ts';
import { pathTo } from '../../../paths/paths.ts';
import styles from './rich.module.css';

/** The conversation of the messages inside, which may keep its members' pages closed (ROLE-1). */
export const MentionedIn = createContext<ContactId | null>(null);

/** The name that this user gave to a friend; '': none. */
function remarkFor({ contacts }: State, id: number): string {
  const person = contacts.get(personContact(userId(id)));
  return person === undefined || person.displayName === person.realname ? '' : person.displayName;
}

/** Checks whether a mention means this user; whether they were online is in the list of the message. */
function isMeant(
  { self, contacts }: State,
  chat: ContactId | null,
  { id, words }: { readonly id: number; readonly words: string },
): boolean {
  if (id !== TEAM) return id <= EVERYBODY || self?.id === id;
  const teams = (chat && contacts.get(chat)?.group?.setting.teams) ?? '';
  return self !== null && (teamNamed(teams, words.slice(1))?.members.includes(self.id) ?? false);
}

/** A mentioned user inside of a text, by the name of now (MENTION-5, MENTION-7). */
export function Mention({ id, words }: { readonly id: number; readonly words: string }) {
  const chat = useContext(MentionedIn);
  const open = useOpenPerson({ id: chat ?? personContact(userId(id)) });
  const remark = useStore((state) => (id <= EVERYBODY ? '' : remarkFor(state, id)));
  const isMe = useStore((state) => isMeant(state, chat, { id, words }));
  const name = remark === '' ? words : `@${remark}`;
  const attributes = { dir: 'auto', translate: 'no', 'data-mention': id } as const;
  if (isMe)
    return (
      <bdi className={cx(styles.mention, styles.mentionMe)} {...attributes}>
        {name}
      </bdi>
    );
  if (id <= EVERYBODY)
    return (
      <bdi className={styles.mention} {...attributes}>
        {name}
      </bdi>
    );
  return (
    <Link
      className={styles.mention}
      to={pathTo('userInfo', { id: personContact(userId(id)) })}
      {...attributes}
      onClick={(event) => {
        event.preventDefault();
        open({ id: userId(id) });
      }}
    >
      {name}
    </Link>
  );
}
