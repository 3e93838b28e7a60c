import { useState } from 'react';
import type { Delivery, OutgoingHook } from '../../../../client/interface/bots.ts';
import type { Contact } from '../../../../client/state/state.ts';
import { OUTGOING_KINDS, type OutgoingKind, botLimits } from '../../../../domain/bots.ts';
import { isWebAddress } from '../../../../domain/links.ts';
import { cx } from '../../../kit/class-names.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { Row } from '../../../kit/row.tsx';
import { Switch } from '../../../kit/switch.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { ProgramForm } from '../../../shared/program-form.tsx';
import { ShownOnce } from '../../../shared/shown-once.tsx';
import { fullTime } from '../../../shared/use-display-time.ts';
import { useLoad } from '../../../shared/use-load.ts';
import { HookLine, HookSheet } from './hooks-sheet.tsx';
import styles from './entrances.module.css';

/** The list; the form of a new or existing hook; the log of one; a secret, which is shown once. */
type View =
  | 'list'
  | { readonly form: OutgoingHook | null }
  | { readonly log: OutgoingHook }
  | { readonly secret: string };

/** Outgoing hooks of the group: list, create, change, remove, log (HOOK-9, HOOK-13). */
export default function OutgoingSheet({
  contact,
  onClose,
}: {
  readonly contact: Contact;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [view, setView] = useState<View>('list');
  const hooks = useLoad(`outgoing ${contact.id}`, () => actions.outgoing(contact.id));
  const back = () => {
    setView('list');
    hooks.reload();
  };
  if (view !== 'list') {
    if ('log' in view) return <Log contact={contact} hook={view.log} onClose={back} />;
    if ('form' in view)
      return (
        <OutgoingForm
          contact={contact}
          hook={view.form}
          onSecret={(secret) => setView({ secret })}
          onClose={back}
        />
      );
    const [title, text] = [t('outgoing.secret'), t('outgoing.secretText')];
    return <ShownOnce title={title} text={text} secret={view.secret} onClose={back} />;
  }
  return (
    <HookSheet title={t('outgoing.title')} loaded={hooks} onClose={onClose}>
      <p className={styles.none}>{t('outgoing.what')}</p>
      <ul>
        {hooks.value?.map((hook) => (
          <Line key={hook.hook} contact={contact} hook={hook} onView={setView} onChanged={hooks.reload} />
        ))}
      </ul>
      <Button kind="primary" block onClick={() => setView({ form: null })}>
        {t('hooks.add')}
      </Button>
    </HookSheet>
  );
}

function Line({
  contact,
  hook,
  onView,
  onChanged,
}: {
  readonly contact: Contact;
  readonly hook: OutgoingHook;
  readonly onView: (view: View) => void;
  readonly onChanged: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const facts = [
    ...hook.kinds.map((kind) => t(`outgoing.kind.${kind}`)),
    t('genter.by', { name: hook.byName }),
  ];
  const log = (
    <Button kind="quiet" small onClick={() => onView({ log: hook })}>
      {t('outgoing.log')}
    </Button>
  );
  return (
    <HookLine
      name={hook.name}
      more={log}
      onChange={() => onView({ form: hook })}
      removeText={t('outgoing.removeText')}
      onRemove={() => actions.removeOutgoing(contact.id, hook.hook)}
      onRemoved={onChanged}
    >
      <p className={styles.address}>{hook.url}</p>
      <p className={styles.soft}>{facts.join(' · ')}</p>
      {hook.failingMs > 0 && (
        <p className={styles.fault}>
          {t('outgoing.failing', { time: fullTime(hook.failingMs), count: hook.behind })}
        </p>
      )}
    </HookLine>
  );
}

function OutgoingForm({
  contact,
  hook,
  onSecret,
  onClose,
}: {
  readonly contact: Contact;
  readonly hook: OutgoingHook | null;
  readonly onSecret: (secret: string) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [url, setUrl] = useState(hook?.url ?? '');
  const [kinds, setKinds] = useState<readonly OutgoingKind[]>(hook?.kinds ?? ['messages']);
  return (
    <ProgramForm
      of="hooks"
      name={hook && hook.name}
      nameHint={t('outgoing.nameHint')}
      renewal={
        hook && {
          texts: 'outgoing',
          run: () => actions.editOutgoing(contact.id, hook.hook, { ...hook }, true),
        }
      }
      save={async (name) => {
        const form = { name, url: url.trim(), kinds };
        if (!isWebAddress(form.url)) return { field: 'url', text: t('outgoing.needAddress') };
        if (kinds.length === 0) return t('outgoing.needKind');
        return hook
          ? actions.editOutgoing(contact.id, hook.hook, form, false)
          : actions.addOutgoing(contact.id, form);
      }}
      onSecret={onSecret}
      onClose={onClose}
    >
      <TextField
        label={t('outgoing.address')}
        hint={t('outgoing.addressHint')}
        name="url"
        value={url}
        visibleMax={botLimits.addressMax}
        onValue={setUrl}
      />
      <Kinds kinds={kinds} onKinds={setKinds} />
    </ProgramForm>
  );
}

/** A switch for each kind of event. */
function Kinds({
  kinds,
  onKinds,
}: {
  readonly kinds: readonly OutgoingKind[];
  readonly onKinds: (kinds: readonly OutgoingKind[]) => void;
}) {
  const { t } = useTranslation();
  const choose = (kind: OutgoingKind, on: boolean) =>
    onKinds(OUTGOING_KINDS.filter((one) => (one === kind ? on : kinds.includes(one))));
  return (
    <fieldset className={styles.kinds}>
      <legend className={styles.soft}>{t('outgoing.kinds')}</legend>
      {OUTGOING_KINDS.map((kind) => {
        const label = t(`outgoing.kind.${kind}`);
        const isOn = kinds.includes(kind);
        return (
          <Row
            key={kind}
            title={label}
            end={<Switch label={label} checked={isOn} onChange={(on) => choose(kind, on)} />}
          />
        );
      })}
    </fieldset>
  );
}

/** The last events of a hook, each with its result. */
function Log({
  contact,
  hook,
  onClose,
}: {
  readonly contact: Contact;
  readonly hook: OutgoingHook;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const log = useLoad(`deliveries ${hook.hook}`, () => actions.deliveries(contact.id, hook.hook));
  const repeat = async ({ seq }: Delivery) => {
    const answer = await actions.repeatDelivery(contact.id, hook.hook, seq);
    if (!answer.ok) toasts.show(failureText(t, answer.reason));
    else toasts.show(t(answer.value === 'sent' ? 'outgoing.againSent' : 'outgoing.againFailed'));
    log.reload();
  };
  return (
    <HookSheet title={t('outgoing.logOf', { name: hook.name })} loaded={log} onClose={onClose}>
      {log.value?.length === 0 && <p className={styles.none}>{t('outgoing.logEmpty')}</p>}
      <ul>
        {log.value?.map((entry) => (
          <li key={entry.seq} className={styles.line}>
            <div className={styles.words}>
              <p className={styles.name}>{entry.kind}</p>
              <p className={entry.state === 'sent' ? styles.soft : styles.fault}>
                {[
                  t(`outgoing.state.${entry.state}`),
                  entry.status || entry.answer,
                  `${entry.tookMs} ms`,
                ].join(' · ')}
              </p>
              <p className={styles.soft}>{fullTime(entry.atMs)}</p>
              {entry.state !== 'sent' && entry.status > 0 && entry.answer !== '' && (
                <p className={styles.soft}>{entry.answer}</p>
              )}
              {entry.kind !== 'events.skipped' && (
                <div className={cx(styles.ways, styles.quiet)}>
                  <Button kind="quiet" small onClick={() => void repeat(entry)}>
                    {t('outgoing.again')}
                  </Button>
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
    </HookSheet>
  );
}
