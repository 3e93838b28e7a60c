import { Bell, BellOff, Ellipsis, Phone } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import type { ContactId } from '../../domain/ids.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Avatar } from '../kit/avatar.tsx';
import { cx } from '../kit/class-names.ts';
import { type MenuItem, useMenu } from '../kit/menu.tsx';
import { useClient, useStore } from './client-context.ts';
import { useBeginCall } from './use-begin-call.tsx';
import { PersonName } from './person-name.tsx';
import styles from './portrait.module.css';

const icon = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The head of a page about a person or a group: a large face, the name, facts, round actions. */
export const Portrait = ({
  id,
  name,
  avatar,
  online = false,
  facts,
  children,
}: {
  readonly id: number | string;
  readonly name: string;
  readonly avatar: string;
  readonly online?: boolean;
  readonly facts: ReactNode;
  /** Round actions. */
  readonly children?: ReactNode;
}) => (
  <section className={styles.head}>
    <Avatar id={id} name={name} src={avatar} size={128} online={online} />
    <PersonName as="h2" id={id} name={name} className={styles.name} whole />
    <div className={styles.facts}>{facts}</div>
    {children !== undefined && <div className={styles.actions}>{children}</div>}
  </section>
);

/** A round button with a short label below; `name` is its full name. */
export function RoundAction({
  label,
  name = label,
  sign,
  main = false,
  off = false,
  menu = false,
  onPress,
}: {
  readonly label: string;
  readonly name?: string;
  readonly sign: ReactNode;
  readonly main?: boolean;
  readonly off?: boolean;
  readonly menu?: boolean;
  readonly onPress: (event: MouseEvent<HTMLButtonElement>) => void;
}) {
  return (
    <button
      type="button"
      className={cx(styles.action, main && styles.main, off && styles.off)}
      aria-label={name === label ? undefined : name}
      aria-haspopup={menu ? 'menu' : undefined}
      onClick={onPress}
    >
      <span className={styles.sign}>{sign}</span>
      {label}
    </button>
  );
}

/** Voice or video, asked after the press; a blocked call shows its reason. */
export function CallAction({
  id,
  name,
  avatar,
}: {
  readonly id: ContactId;
  readonly name: string;
  readonly avatar: string;
}) {
  const { t } = useTranslation();
  const calls = useBeginCall(id, name, avatar);
  const openMenu = useMenu(() =>
    calls.absent || calls.why !== null ? null : { title: t('call.way'), items: calls.items },
  );
  if (calls.absent) return null;
  return (
    <RoundAction
      label={t('person.call')}
      name={t('call.way')}
      sign={<Phone {...icon} />}
      off={calls.why !== null}
      menu
      onPress={({ currentTarget }) => (calls.why === null ? openMenu(currentTarget) : calls.begin(false))}
    />
  );
}

/** Turns the notifications of a chat off and on. */
export function MuteAction({ id }: { readonly id: ContactId }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const isLoud = useStore((state) => state.contacts.get(id)?.isNotice);
  if (isLoud === undefined) return null;
  return (
    <RoundAction
      label={t(isLoud ? 'chatOp.mute' : 'chatOp.unmute')}
      sign={isLoud ? <Bell {...icon} /> : <BellOff {...icon} />}
      off={!isLoud}
      onPress={() => void actions.setNotice(id, !isLoud)}
    />
  );
}

/** What is done rarely or cannot be undone; absent without any (UI-158). */
export function MoreAction({ items }: { readonly items: readonly MenuItem[] }) {
  const { t } = useTranslation();
  const openMenu = useMenu(() => ({ title: t('common.more'), items }));
  if (items.length === 0) return null;
  return (
    <RoundAction
      label={t('common.more')}
      sign={<Ellipsis {...icon} />}
      menu
      onPress={({ currentTarget }) => openMenu(currentTarget)}
    />
  );
}
