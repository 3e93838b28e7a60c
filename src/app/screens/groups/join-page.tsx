import { useState } from 'react';
import { useNavigate, useQuery } from '../../kit/navigation.ts';
import type { Scanned } from '../../../client/interface/account.ts';
import type { Answer } from '../../../client/interface/client.ts';
import { contactView } from '../../../client/state/contact-view.ts';
import { type ContactId, contactId } from '../../../domain/ids.ts';
import { groupLimits } from '../../../domain/group-limits.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { Button } from '../../kit/button.tsx';
import { useClient, useStore } from '../../shared/client-context.ts';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { Page } from '../../kit/page.tsx';
import { SkeletonRows } from '../../kit/skeleton.tsx';
import { stillHere } from '../../kit/still-here.ts';
import { TextField } from '../../kit/text-field.tsx';
import { useLeaveGuard } from '../../kit/use-leave-guard.ts';
import { TopBar } from '../../shared/top-bar.tsx';
import { type Loaded, useLoad } from '../../shared/use-load.ts';
import { PATHS, pathTo } from '../../paths/paths.ts';
import styles from './group.module.css';

/**
 * `/pages/message/group/info?token=` (from a code or link) or `?group_id=&inviteUid=<token>`: a group before
 * joining. Members only open it.
 */
export default function JoinPage() {
  const { t } = useTranslation();
  const query = useQuery();
  const token = query.get('token') ?? '';
  const id = contactId(query.get('group_id') ?? '');
  return (
    <Page cards bar={<TopBar title={t('title.groupInfo')} />}>
      {token === '' ? (
        <OwnGroup id={id} invite={query.get('inviteUid') ?? ''} />
      ) : (
        <ByCode key={token} token={token} />
      )}
    </Page>
  );
}

interface GroupCardFacts {
  readonly id: ContactId;
  readonly name: string;
  readonly avatar: string;
  readonly members: number;
  readonly about: string;
  readonly asks?: boolean;
  readonly asked?: boolean;
}

function ByCode({ token }: { readonly token: string }) {
  const { actions } = useClient();
  return <Invited result={useLoad(token, () => actions.scanned('group', token))} />;
}

/** Opened by a code that contains the group's number. */
function GroupPreview({ id, invite }: { readonly id: ContactId; readonly invite: string }) {
  const { actions } = useClient();
  return <Invited result={useLoad(`${id} ${invite}`, () => actions.previewGroup(id, invite))} />;
}

function Invited({ result }: { readonly result: Loaded<Scanned> & { readonly reload: () => void } }) {
  const { t } = useTranslation();
  if (result.value?.kind === 'group') return <Group group={result.value} invite={result.value.token} />;
  if (result.state === 'loading') return <SkeletonRows count={3} />;
  const failed = result.state === 'failed';
  const network = failed && result.failure.kind === 'transport';
  return (
    <NoInvite
      text={failed ? failureText(t, result.failure) : t('err.noGroup')}
      retry={network ? result.reload : null}
    />
  );
}

/** One of the user's groups, or one that a code opens. */
function OwnGroup({ id, invite }: { readonly id: ContactId; readonly invite: string }) {
  const { t } = useTranslation();
  const contact = useStore((state) => contactView(state, id));
  const ready = useStore((state) => state.sync.ready);
  if (contact?.group)
    return (
      <Group
        group={{
          id,
          name: contact.displayName,
          avatar: contact.avatar,
          members: contact.group.members,
          about: contact.group.setting.about,
        }}
        notice={contact.group.notice}
        invite=""
      />
    );
  if (!ready) return <SkeletonRows count={3} />;
  return invite === '' ? (
    <NoInvite text={t('err.noGroup')} retry={null} />
  ) : (
    <GroupPreview key={`${id} ${invite}`} id={id} invite={invite} />
  );
}

function NoInvite({ text, retry }: { readonly text: string; readonly retry: (() => void) | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const home = () => void navigate(PATHS.home, { replace: true });
  return (
    <EmptyBlock
      kind={retry === null ? 'gone' : 'network'}
      text={text}
      action={<Button onClick={retry ?? home}>{t(retry === null ? 'page.goHome' : 'common.retry')}</Button>}
    />
  );
}

function Group({
  group,
  notice = '',
  invite,
}: {
  readonly group: GroupCardFacts;
  readonly notice?: string;
  readonly invite: string;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const own = useStore((state) => state.contacts.get(group.id));
  const inside = own !== undefined;
  // Once the user is a member, the chat has newer facts than the code that led here (GROUP-34).
  const members = own?.group?.members || group.members;
  const enter = () => void navigate(pathTo('chat', { id: group.id }), { replace: true });
  const join = async () => {
    const here = stillHere();
    setBusy(true);
    const answer = await actions.joinGroup(group.id, invite);
    setBusy(false);
    if (answer.ok && here()) enter();
  };
  return (
    <section className={styles.join}>
      <Avatar id={group.id} name={group.name} src={group.avatar} size={80} />
      <h2 className={styles.joinName} dir="auto">
        {group.name}
      </h2>
      {members > 0 && <p className={styles.joinSoft}>{t('chat.members', { count: members })}</p>}
      {group.about !== '' && (
        <p className={styles.joinAbout} dir="auto">
          {group.about}
        </p>
      )}
      {notice !== '' && (
        <p className={styles.joinSoft} dir="auto">
          {notice}
        </p>
      )}
      <div className={styles.joinWay}>
        {inside ? (
          <Button kind="primary" block onClick={enter}>
            {t('gjoin.enter')}
          </Button>
        ) : group.asks || group.asked ? (
          <Asking group={group} invite={invite} />
        ) : (
          <Button kind="primary" block busy={busy} onClick={() => void join()}>
            {t('gjoin.join')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Managers approve each request: a short text, which the user can withdraw. */
function Asking({ group, invite }: { readonly group: GroupCardFacts; readonly invite: string }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const self = useStore((state) => state.self?.id ?? null);
  const [isAsked, setRequest] = useState(group.asked === true);
  const [text, setText] = useState('');
  useLeaveGuard(!isAsked && text.trim() !== '');
  const [busy, setBusy] = useState(false);
  const answerRequest = async (next: boolean, answer: () => Answer) => {
    setBusy(true);
    const { ok } = await answer();
    setBusy(false);
    if (ok) setRequest(next);
  };
  if (isAsked)
    return (
      <>
        <p className={styles.joinSoft} role="status">
          {t('gjoin.asked')}
        </p>
        <Button
          block
          busy={busy}
          onClick={() =>
            void (
              self !== null && answerRequest(false, () => actions.answerJoinRequest(group.id, self, false))
            )
          }
        >
          {t('gjoin.takeBack')}
        </Button>
      </>
    );
  return (
    <>
      <TextField
        label={t('gjoin.words')}
        value={text}
        maxLength={groupLimits.requestTextMax}
        autoComplete="off"
        onValue={setText}
      />
      <Button
        kind="primary"
        block
        busy={busy}
        onClick={() =>
          void answerRequest(true, () => actions.joinGroup(group.id, invite, { text: text.trim() }))
        }
      >
        {t('gjoin.ask')}
      </Button>
    </>
  );
}
