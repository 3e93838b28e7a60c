import type { Answer } from '../../../../client/interface/client.ts';
import type { PictureCode } from '../../../../client/interface/account.ts';
import { contactView } from '../../../../client/state/contact-view.ts';
import type { Contact } from '../../../../client/state/state.ts';
import { contactId } from '../../../../domain/ids.ts';
import { refusalFor } from '../../../../domain/permissions.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { failureText } from '../../../shared/failure-text.ts';
import { Page } from '../../../kit/page.tsx';
import { Skeleton } from '../../../kit/skeleton.tsx';
import { TopBar } from '../../../shared/top-bar.tsx';
import { useBack, useQuery } from '../../../kit/navigation.ts';
import { useLoad } from '../../../shared/use-load.ts';
import { nowMs } from '../../../platform/time.ts';
import { CodeCard, codeOf, type CodeOwner } from './code-card.tsx';
import { storedCode } from './kept-code.ts';

/**
 * `/pages/index/qrcode` The user's code; with `group_id` that of a group, for members who may invite
 * (GROUP-12).
 */
export default function QrcodePage() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const query = useQuery();
  const group = query.get('group_id');
  const self = useStore((state) => state.self);
  const contact = useStore((state) => (group === null ? undefined : contactView(state, contactId(group))));
  const mayShow = contact === undefined || mayShowCode(contact);
  const load = (): Answer<PictureCode | null> => codeOf(actions, group, mayShow);
  const loaded = useLoad(group ?? 'own', load);
  const expired = loaded.state === 'failed' && storedCode(group) !== null;
  const who: CodeOwner | null =
    group === null
      ? self && { id: self.id, name: self.realname, avatar: self.avatar, detail: self.account }
      : contact?.group
        ? {
            id: contact.id,
            name: contact.displayName,
            avatar: contact.avatar,
            detail: t('chat.members', { count: contact.group.members }),
          }
        : null;
  return (
    <Page cards bar={<TopBar title={t(group === null ? 'qr.mine' : 'title.groupQr')} />}>
      {loaded.state === 'loading' && <Skeleton width="100%" height={420} />}
      {loaded.state === 'failed' && (
        <EmptyBlock
          kind="network"
          text={expired ? t('qr.expired') : failureText(t, loaded.failure)}
          action={<Button onClick={loaded.reload}>{t('common.retry')}</Button>}
        />
      )}
      {loaded.state === 'ready' &&
        (loaded.value === null || who === null ? <NotAllowed /> : <CodeCard who={who} code={loaded.value} />)}
    </Page>
  );
}

const mayShowCode = ({ group }: Contact): boolean =>
  group !== null &&
  refusalFor(
    'showQr',
    { role: group.role, setting: group.setting, mutedUntilSec: group.mutedUntilSec },
    nowMs() / 1_000,
  ) === null;

function NotAllowed() {
  const { t } = useTranslation();
  const back = useBack();
  return (
    <EmptyBlock
      kind="locked"
      text={t('err.noPermission')}
      action={<Button onClick={back}>{t('common.back')}</Button>}
    />
  );
}
