import { type ReactNode, useState } from 'react';
import type { Answer } from '../../../../client/interface/answer.ts';
import type { Hook } from '../../../../client/interface/bots.ts';
import type { Contact } from '../../../../client/state/state.ts';
import type { Dialect } from '../../../../domain/bots.ts';
import { cx } from '../../../kit/class-names.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { SkeletonRows } from '../../../kit/skeleton.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { useAsk } from '../../../kit/use-ask.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { fullTime } from '../../../shared/use-display-time.ts';
import { DialectChoice, ProgramForm } from '../../../shared/program-form.tsx';
import { ShownOnce } from '../../../shared/shown-once.tsx';
import { useLoad } from '../../../shared/use-load.ts';
import styles from './entrances.module.css';

/** The list; the form of a new or existing hook; an address, which is shown once. */
type View = 'list' | { readonly form: Hook | null } | { readonly address: string };

/** Incoming hooks of the group: list, create, change, renew, remove (HOOK-2). */
export default function HooksSheet({
  contact,
  onClose,
}: {
  readonly contact: Contact;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [view, setView] = useState<View>('list');
  const hooks = useLoad(`hooks ${contact.id}`, () => actions.hooks(contact.id));
  const back = () => {
    setView('list');
    hooks.reload();
  };
  if (view === 'list') return <List contact={contact} hooks={hooks} onView={setView} onClose={onClose} />;
  if ('address' in view)
    return (
      <ShownOnce
        title={t('hooks.address')}
        text={t('hooks.addressText')}
        secret={view.address}
        onClose={back}
      />
    );
  return (
    <HookForm
      contact={contact}
      hook={view.form}
      onAddress={(address) => setView({ address })}
      onClose={back}
    />
  );
}

function List({
  contact,
  hooks,
  onView,
  onClose,
}: {
  readonly contact: Contact;
  readonly hooks: ReturnType<typeof useLoad<readonly Hook[]>>;
  readonly onView: (view: View) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <HookSheet title={t('hooks.title')} loaded={hooks} onClose={onClose}>
      <p className={styles.none}>{t('hooks.what')}</p>
      <ul>
        {hooks.value?.map((hook) => (
          <Line key={hook.hook} contact={contact} hook={hook} onView={onView} onChanged={hooks.reload} />
        ))}
      </ul>
      <Button kind="primary" block onClick={() => onView({ form: null })}>
        {t('hooks.add')}
      </Button>
    </HookSheet>
  );
}

/** A sheet around a list that loads. */
export function HookSheet({
  title,
  loaded,
  onClose,
  children,
}: {
  readonly title: string;
  readonly loaded: ReturnType<typeof useLoad<readonly unknown[]>>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Sheet open onClose={onClose} title={title}>
      <div className={styles.sheet}>
        {loaded.value === null && loaded.state === 'loading' && <SkeletonRows count={2} />}
        {loaded.value === null && loaded.state === 'failed' && (
          <EmptyBlock
            kind="network"
            text={failureText(t, loaded.failure)}
            action={<Button onClick={loaded.reload}>{t('common.retry')}</Button>}
          />
        )}
        {children}
      </div>
    </Sheet>
  );
}

function Line({
  contact,
  hook,
  onView,
  onChanged,
}: {
  readonly contact: Contact;
  readonly hook: Hook;
  readonly onView: (view: View) => void;
  readonly onChanged: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const facts = [
    t(`hooks.dialect.${hook.dialect}`),
    hook.usedMs === 0 ? t('tokens.neverUsed') : t('tokens.used', { time: fullTime(hook.usedMs) }),
    t('genter.by', { name: hook.byName }),
  ];
  return (
    <HookLine
      name={hook.name}
      onChange={() => onView({ form: hook })}
      removeText={t('hooks.removeText')}
      onRemove={() => actions.removeHook(contact.id, hook.hook)}
      onRemoved={onChanged}
    >
      <p className={styles.soft}>{facts.join(' · ')}</p>
    </HookLine>
  );
}

/** A hook in a list, with its facts and the buttons to change and remove it. */
export function HookLine({
  name,
  children,
  more,
  onChange,
  removeText,
  onRemove,
  onRemoved,
}: {
  readonly name: string;
  readonly children: ReactNode;
  /** Buttons between the two. */
  readonly more?: ReactNode;
  readonly onChange: () => void;
  readonly removeText: string;
  readonly onRemove: () => Answer;
  /** Also called after a failure: the list may be old. */
  readonly onRemoved: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const ask = useAsk();
  const remove = async () => {
    const words = { title: t('bots.removeAsk', { name }), text: removeText };
    if (!(await ask({ ...words, confirm: t('bots.remove'), danger: true }))) return;
    const answer = await onRemove();
    toasts.show(answer.ok ? t('bots.removed', { name }) : failureText(t, answer.reason));
    onRemoved();
  };
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        {children}
        <div className={cx(styles.ways, styles.quiet)}>
          <Button kind="quiet" small onClick={onChange}>
            {t('hooks.change')}
          </Button>
          {more}
          <Button kind="quietDanger" small onClick={() => void remove()}>
            {t('bots.remove')}
          </Button>
        </div>
      </div>
    </li>
  );
}

function HookForm({
  contact,
  hook,
  onAddress,
  onClose,
}: {
  readonly contact: Contact;
  readonly hook: Hook | null;
  readonly onAddress: (address: string) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [dialect, setDialect] = useState<Dialect>(hook?.dialect ?? 'mrkdwn');
  return (
    <ProgramForm
      of="hooks"
      name={hook && hook.name}
      nameHint={t('hooks.nameHint')}
      renewal={hook && { texts: 'hooks', run: () => actions.renewHook(contact.id, hook.hook) }}
      save={(name) =>
        hook
          ? actions.editHook(contact.id, hook.hook, { name, dialect })
          : actions.addHook(contact.id, { name, dialect })
      }
      onSecret={onAddress}
      onClose={onClose}
    >
      <DialectChoice value={dialect} onChoose={setDialect} />
    </ProgramForm>
  );
}
