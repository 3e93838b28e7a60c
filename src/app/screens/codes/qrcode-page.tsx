import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Answer, Client } from '../../../client/client.ts';
import type { PictureCode } from '../../../client/account.ts';
import { contactView } from '../../../client/store/selectors.ts';
import type { Contact } from '../../../client/store/state.ts';
import { contactId } from '../../../domain/ids.ts';
import { refuses } from '../../../domain/permissions.ts';
import { ok } from '../../../domain/result.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { Button } from '../../kit/button.tsx';
import { useClient, useStore } from '../../kit/client-context.ts';
import { copyText } from '../../kit/copy-text.ts';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { failureText } from '../../kit/failure-text.ts';
import { Page } from '../../kit/page.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { useToasts } from '../../kit/toaster.tsx';
import { TopBar } from '../../kit/top-bar.tsx';
import { useBack } from '../../kit/use-back.ts';
import { useLoad } from '../../kit/use-load.ts';
import { codePicture, posterPicture } from './codes-adapter.ts';
import { saveAs } from '../../platform/save.ts';
import { nowMs } from '../../platform/time.ts';
import styles from './codes.module.css';
import { keepCode, keptCode } from './kept-code.ts';

interface Who {
  readonly id: string | number;
  readonly name: string;
  readonly avatar: string;
  readonly detail: string;
}

/** `/pages/index/qrcode` One's own code; with `group_id` that of a group, for those who may invite (GROUP-12). */
export default function QrcodePage() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [query] = useSearchParams();
  const group = query.get('group_id');
  const self = useStore((state) => state.self);
  const contact = useStore((state) => (group === null ? undefined : contactView(state, contactId(group))));
  const mayShow = contact === undefined || mayShowCode(contact);
  const load = (): Answer<PictureCode | null> => codeOf(actions, group, mayShow);
  const found = useLoad(group ?? 'own', load);
  const expired = found.state === 'failed' && keptCode(group) !== null;
  const who: Who | null =
    group === null
      ? self && { id: self.id, name: self.realname, avatar: self.avatar, detail: self.account }
      : contact?.group
        ? { id: contact.id, name: contact.displayName, avatar: contact.avatar, detail: t('chat.members', { count: contact.group.members }) }
        : null;
  return (
    <Page cards bar={<TopBar title={t(group === null ? 'qr.mine' : 'title.groupQr')} />}>
      {found.state === 'loading' && <Skeleton width="100%" height={420} />}
      {found.state === 'failed' && <EmptyBlock kind="network" text={expired ? t('qr.expired') : failureText(t, found.failure)} action={<Button onClick={found.reload}>{t('common.retry')}</Button>} />}
      {found.state === 'ready' && (found.value === null || who === null ? <NotAllowed /> : <Card who={who} code={found.value} />)}
    </Page>
  );
}

/** Kept for its 7 days, then made anew; whoever may not show it any more sees none. */
async function codeOf(actions: Client['actions'], group: string | null, mayShow: boolean): Answer<PictureCode | null> {
  const kept = keptCode(group);
  if (kept !== null && kept.untilMs > nowMs() && mayShow) return ok(kept);
  const answer = await asked(actions, group);
  if (answer.ok) keepCode(group, answer.value, nowMs());
  return answer;
}

async function asked(actions: Client['actions'], group: string | null): Answer<PictureCode | null> {
  if (group !== null) return actions.groupCode(contactId(group));
  const answer = await actions.ownCode();
  return answer.ok ? ok({ address: answer.value, until: '' }) : answer;
}

const mayShowCode = ({ group }: Contact): boolean =>
  group !== null && refuses('showQr', { role: group.role, setting: group.setting, mutedUntilSec: group.mutedUntilSec }, nowMs() / 1_000) === null;

function NotAllowed() {
  const { t } = useTranslation();
  const back = useBack();
  return <EmptyBlock kind="locked" text={t('err.noPermission')} action={<Button onClick={back}>{t('common.back')}</Button>} />;
}

const CODE_PX = 600;

function Card({ who, code }: { readonly who: Who; readonly code: PictureCode }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [picture, setPicture] = useState('');
  useEffect(() => {
    let gone = false;
    const draw = async () => {
      const drawn = await codePicture(code.address, CODE_PX);
      if (!gone) setPicture(drawn);
    };
    void draw();
    return () => {
      gone = true;
    };
  }, [code.address]);
  const note = code.until === '' ? t('qr.ownNote') : t('qr.groupNote', { date: code.until });
  const save = async () => saveAs(await posterPicture(code.address, { title: who.name, detail: who.detail, note }), `${t('qr.file')}.png`);
  const copy = async () => {
    if (await copyText(code.address)) toasts.show(t('common.copied'));
  };
  return (
    <>
      <section className={styles.card}>
        <Avatar id={who.id} name={who.name} src={who.avatar} size={64} />
        <h2 className={styles.name}>{who.name}</h2>
        <p className={styles.soft}>{who.detail}</p>
        <div className={styles.code}>{picture !== '' && <img src={picture} alt={t('qr.alt', { name: who.name })} width={280} height={280} />}</div>
        <p className={styles.soft}>{note}</p>
      </section>
      <div className={styles.ways}>
        <Button block onClick={() => void copy()}>
          {t('qr.copyLink')}
        </Button>
        <Button kind="primary" block onClick={() => void save()}>
          {t('qr.save')}
        </Button>
      </div>
    </>
  );
}
