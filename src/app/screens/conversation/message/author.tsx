import type { Person } from '../../../../domain/message.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Avatar } from '../../../kit/avatar.tsx';
import { authorName } from '../../../shared/contact-name.ts';
import { cx } from '../../../kit/class-names.ts';
import { useStore } from '../../../shared/client-context.ts';
import { hueOf } from '../../../../domain/initials.ts';
import { RoleTag } from '../../../shared/role-tag.tsx';
import styles from './message.module.css';

export function useAuthorName(person: Person | null): string {
  const { t } = useTranslation();
  return useStore((state) => (person ? authorName(t, state, person) : ''));
}

/** The author in the user's colour, like their avatar (UI-104). */
export function AuthorName({ person, role }: { readonly person: Person; readonly role: number }) {
  const name = useAuthorName(person);
  return (
    <p className={styles.author}>
      <span
        className={cx(styles.authorName, styles[`name${hueOf(person.id)}`])}
        title={name}
        dir="auto"
        translate="no"
      >
        {name}
      </span>
      <RoleTag role={role} />
    </p>
  );
}

export function AuthorFace({
  person,
  onOpen,
}: {
  readonly person: Person;
  readonly onOpen: (person: Person) => void;
}) {
  const { t } = useTranslation();
  const name = useAuthorName(person);
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.face}
      aria-label={`${name}: ${t('ginfo.showPerson')}`}
      onClick={() => onOpen(person)}
    >
      <Avatar id={person.id} name={name} src={person.avatar} size={32} />
    </button>
  );
}
