import type { TFunction } from 'i18next';
import { type ReactNode, useMemo, useState } from 'react';
import { type ContactId, contactId } from '../../../../domain/ids.ts';
import { chatLimits, textLimits } from '../../../../domain/limits.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { cx } from '../../../kit/class-names.ts';
import { useStore } from '../../../shared/client-context.ts';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { failureText } from '../../../shared/failure-text.ts';
import { Page } from '../../../kit/page.tsx';
import { SkeletonRows } from '../../../kit/skeleton.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { useLeaveGuard } from '../../../kit/use-leave-guard.ts';
import { useToasts } from '../../../kit/toaster.tsx';
import { useQuery } from '../../../kit/navigation.ts';
import { TopBar } from '../../../shared/top-bar.tsx';
import { messagesOf } from '../../../../client/state/chat-selectors.ts';
import { toPlain } from '../../../../domain/markup.ts';
import { unmarked } from '../../../../domain/rich-text.ts';
import { captionIn } from '../../../shared/message-fields.ts';
import { labelKey } from '../../../shared/preview-text.ts';
import styles from './selection.module.css';
import { type SelectionMode, selectionOf } from '../../../paths/paths.ts';
import { type Candidate, type CandidateSection, candidateOf, maxOf } from './modes.ts';
import { isLongName } from '../../../../domain/validation.ts';
import { Picker } from './picker.tsx';
import { type Shares, useShares } from './use-shares.ts';
import { useDone } from './use-done.ts';
import { useSections } from './use-sections.ts';

/** `/pages/index/userSelection?type=1|2|3|4|5|6&contact_id=&msg_id=` */
export default function SelectionPage() {
  const { t } = useTranslation();
  const query = useQuery();
  const mode = selectionOf(query.get('type'));
  const off = useStore((state) => !state.config.chatInfo.groupChat);
  if (mode === null) return <Closed title={t('title.userSelection')} text={t('page.notFound')} />;
  if ((mode === 'create' || mode === 'call') && off)
    return <Closed title={t('sel.create')} text={t('sel.groupOff')} />;
  return <Choosing mode={mode} query={query} />;
}

function Choosing({ mode, query }: { readonly mode: SelectionMode; readonly query: URLSearchParams }) {
  const shares = useShares(mode === 'share');
  const contact = contactId(query.get('contact_id') ?? '');
  return (
    <Selection
      key={`${mode} ${contact} ${shares.turn}`}
      mode={mode}
      contact={contact}
      shares={shares}
      foot={mode === 'share' ? <ShareNote shares={shares} isFull={query.get('full') === '1'} /> : undefined}
      messages={idsIn(query.get('msg_id'))}
    />
  );
}

/** One message, or several that were chosen together. */
const idsIn = (text: string | null): readonly number[] =>
  (text ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
    .slice(0, chatLimits.selectionMax);

const Closed = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <Page surface bar={<TopBar title={title} />}>
    <EmptyBlock fill kind="locked" text={text} />
  </Page>
);

function Selection({
  mode,
  contact,
  messages,
  shares,
  foot,
}: {
  readonly mode: SelectionMode;
  readonly contact: ContactId;
  readonly shares: Shares;
  readonly foot: ReactNode;
  readonly messages: readonly number[];
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { sections, load } = useSections(mode, contact);
  const [typedName, setName] = useState('');
  useLeaveGuard(typedName.trim() !== '');
  const { chosen, toggle } = useChosen(mode, contact, load.value === null ? null : sections);
  const proposed = useProposedName(mode, contact, chosen);
  const [busy, perform] = useDone({ mode, contact, messages, shares, name: typedName.trim() || proposed });
  const finish = () => (chosen.length === 0 ? toasts.show(t('sel.needOne')) : perform(chosen));
  return (
    <Page
      surface
      bar={
        <TopBar
          title={t(`sel.${mode}`)}
          subtitle={countText(t, mode, chosen.length)}
          end={
            <Button
              kind={mode === 'remove' || mode === 'heir' ? 'danger' : 'primary'}
              small
              busy={busy}
              aria-disabled={chosen.length === 0}
              className={cx(styles.done, chosen.length === 0 && styles.faint)}
              onClick={finish}
            >
              {t(`sel.${mode}Action`)}
            </Button>
          }
        />
      }
      foot={mode === 'forward' ? <ForwardPreview contact={contact} messages={messages} /> : foot}
    >
      <div className={styles.column}>
        {mode === 'create' && (
          <div className={styles.groupName}>
            <TextField
              label={t('sel.groupName')}
              placeholder={chosen.length === 0 ? undefined : proposed}
              value={typedName}
              visibleMax={textLimits.groupNameMax}
              autoComplete="off"
              onValue={setName}
            />
          </div>
        )}
        {load.state === 'failed' && load.value === null && (
          <EmptyBlock
            kind="network"
            text={failureText(t, load.failure)}
            action={<Button onClick={load.reload}>{t('common.retry')}</Button>}
          />
        )}
        {load.state === 'loading' && load.value === null && <SkeletonRows count={6} />}
        {load.value !== null && (
          <Picker
            sections={sections}
            selection={chosen}
            onToggle={toggle}
            empty={t(OF_MEMBERS.has(mode) ? 'sel.noMembers' : 'sel.noPeople')}
          />
        )}
      </div>
    </Page>
  );
}

/** Names of the members that a new group will have; the other side of a call is one. */
function useProposedName(mode: SelectionMode, contact: ContactId, chosen: readonly Candidate[]): string {
  const { t } = useTranslation();
  const self = useStore((state) => state.self?.realname ?? '');
  const peer = useStore((state) => (mode === 'call' ? state.contacts.get(contact)?.displayName : undefined));
  const others = chosen.map((one) => one.name);
  return proposedName(peer === undefined ? [self, ...others] : [self, peer, ...others], t('chat.namesJoin'));
}

const OF_MEMBERS: ReadonlySet<SelectionMode> = new Set(['remove', 'mention', 'heir']);

/** The number of selected entries, with the limit if there is one. */
function countText(t: TFunction, mode: SelectionMode, count: number): string | undefined {
  const max = maxOf(mode);
  if (count === 0) return undefined;
  return max === null || mode === 'create' ? t('sel.count', { count }) : t('sel.countOf', { count, max });
}

/**
 * The selection, within its limit (FORWARD-1, GROUP-2); a new group may begin with the user of the previous
 * chat. Candidates that are no longer permitted are dropped (UI-57).
 * @param sections null: not known yet.
 */
function useChosen(mode: SelectionMode, contact: ContactId, sections: readonly CandidateSection[] | null) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const preset = useStore((state) => (mode === 'create' ? state.contacts.get(contact) : undefined));
  const limit = useStore((state) => state.config.chatInfo.groupUserMax);
  const [ownSelection, setOwnSelection] = useState<readonly Candidate[] | null>(null);
  const there = useMemo(() => sections && candidatesOf(sections), [sections]);
  const selection = (ownSelection ?? (preset?.kind === 'person' ? [candidateOf(preset)] : [])).flatMap(
    (one) => (there === null || one.id === preset?.id ? one : (there.get(one.id) ?? [])),
  );
  const max = maxOf(mode);
  const toggle = (one: Candidate) => {
    const without = selection.filter((other) => other.id !== one.id);
    if (without.length < selection.length) return setOwnSelection(without);
    if (mode === 'card' || mode === 'heir') return setOwnSelection([one]);
    if (max !== null && selection.length >= max)
      return toasts.show(t(mode === 'forward' ? 'sel.max5' : 'sel.batch', { max }));
    // The person who makes the group is in it too.
    if (mode === 'create' && limit > 0 && selection.length + 1 >= limit)
      return toasts.show(t('sel.groupFull', { max: limit }));
    setOwnSelection([...selection, one]);
  };
  return { chosen: selection, toggle };
}

const candidatesOf = (sections: readonly CandidateSection[]): ReadonlyMap<string, Candidate> =>
  new Map(
    sections
      .flatMap(({ candidates }) => candidates)
      .filter(({ barred }) => barred === null)
      .map((one) => [one.id, one]),
  );

/** The content to be sent, and its source: any website can send a form to this app (PHONE-3). */
function ShareNote({ shares, isFull }: { readonly shares: Shares; readonly isFull: boolean }) {
  const { t } = useTranslation();
  const { share, more, discard } = shares;
  return (
    <div className={styles.share} role="status">
      {isFull && <p>{t('share.full')}</p>}
      {share === null ? (
        <p>{t('phone.nothingShared')}</p>
      ) : (
        <>
          <p>
            <b>{share.site === '' ? t('share.unknown') : t('share.site', { site: share.site })}</b>
            {more > 0 && ` ${t('share.more', { count: more })}`}
          </p>
          <p className={styles.shareWords} dir="auto">
            {[share.words, ...share.files.map(({ name }) => name)].filter(Boolean).join(' · ')}
          </p>
          <Button small kind="quietDanger" onClick={discard}>
            {t('share.discard')}
          </Button>
        </>
      )}
    </div>
  );
}

/** Default name of a new group: as many members as fit (UI-79); '' if not even the first fits. */
export function proposedName(names: readonly string[], join: string): string {
  let name = '';
  for (const one of names) {
    const longer = name === '' ? one : `${name}${join}${one}`;
    if (isLongName(longer, textLimits.nicknameMax)) return name;
    name = longer;
  }
  return name;
}

/** Preview of a forward, as long as this device has the messages. */
function ForwardPreview({
  contact,
  messages,
}: {
  readonly contact: ContactId;
  readonly messages: readonly number[];
}) {
  const [message] = messages;
  const { t } = useTranslation();
  const original = useStore((state) =>
    messagesOf(state, contact).find((item) => item.kind === 'message' && item.message.msgId === message),
  );
  if (messages.length > 1)
    return <p className={styles.preview}>{t('sel.severalMessages', { count: messages.length })}</p>;
  if (original?.kind !== 'message') return null;
  const { type, content, from, extra } = original.message;
  const caption = toPlain(unmarked(captionIn(original.message), extra));
  const words =
    type === 'text' || type === 'location' || type === 'contact'
      ? toPlain(unmarked(content, extra))
      : [t(labelKey(type)), caption].filter(Boolean).join(' ');
  return (
    <p className={styles.preview}>
      <span className={styles.previewName} dir="auto">
        {from.displayName || from.realname}
      </span>
      <span className={styles.previewText} dir="auto">
        {words}
      </span>
    </p>
  );
}
