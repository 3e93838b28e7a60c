import { useEffect, useState } from 'react';
import type { Answer, Client } from '../../../../client/interface/client.ts';
import type { PictureCode } from '../../../../client/interface/account.ts';
import { contactId } from '../../../../domain/ids.ts';
import { ok } from '../../../../domain/result.ts';
import type { Language } from '../../../i18n/index.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Avatar } from '../../../kit/avatar.tsx';
import { Button } from '../../../kit/button.tsx';
import { copyText } from '../../../kit/copy-text.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { dateWords } from '../../../shared/use-display-time.ts';
import { useToasts } from '../../../kit/toaster.tsx';
import { useLoad } from '../../../shared/use-load.ts';
import { wholeAddress } from '../../../platform/address.ts';
import { codePicture } from '../../../platform/code-picture.ts';
import { saveAs } from '../../../platform/save.ts';
import { nowMs } from '../../../platform/time.ts';
import { posterPicture } from './codes-adapter.ts';
import styles from './codes.module.css';
import { keepCode, storedCode } from './kept-code.ts';

export interface CodeOwner {
  readonly id: string | number;
  readonly name: string;
  readonly avatar: string;
  readonly detail: string;
}

/** Reuses the code for its 7 days, then requests a new one. Without permission the server refuses. */
export async function codeOf(
  actions: Client['actions'],
  group: string | null,
  mayShow: boolean,
): Answer<PictureCode | null> {
  const stored = storedCode(group);
  if (stored !== null && stored.untilMs > nowMs() && mayShow) return ok(stored);
  const answer = await requestCode(actions, group);
  if (answer.ok) keepCode(group, answer.value, nowMs());
  return answer;
}

async function requestCode(actions: Client['actions'], group: string | null): Answer<PictureCode | null> {
  if (group !== null) return actions.groupCode(contactId(group));
  const answer = await actions.ownCode();
  return answer.ok ? ok({ address: answer.value, until: '' }) : answer;
}

const CODE_PX = 600;

/** The last day, `MM-DD` of the protocol, in the form of the language (TIME-8). */
function dayText(language: Language, until: string): string {
  const [, month, day] = /^(\d\d)-(\d\d)$/.exec(until) ?? [];
  if (day === undefined) return until;
  const year = new Date(nowMs()).getFullYear();
  return dateWords(language, 'date', new Date(year, Number(month) - 1, Number(day)).getTime());
}

export function CodeCard({ who, code }: { readonly who: CodeOwner; readonly code: PictureCode }) {
  const { t, language } = useTranslation();
  const toasts = useToasts();
  const [picture, setPicture] = useState('');
  const address = wholeAddress(code.address);
  useEffect(() => {
    let isClosed = false;
    const draw = async () => {
      const picture = await codePicture(address, CODE_PX);
      if (!isClosed) setPicture(picture);
    };
    void draw();
    return () => {
      isClosed = true;
    };
  }, [address]);
  const note =
    code.until === '' ? t('qr.ownNote') : t('qr.groupNote', { date: dayText(language, code.until) });
  const save = async () =>
    saveAs(
      await posterPicture(address, { title: who.name, detail: who.detail, note }),
      `${t('qr.file')}.png`,
    );
  const copy = async () => {
    if (await copyText(address)) toasts.show(t('common.copied'));
  };
  return (
    <>
      <section className={styles.card}>
        <Avatar id={who.id} name={who.name} src={who.avatar} size={64} />
        <h2 className={styles.name} dir="auto">
          {who.name}
        </h2>
        <p className={styles.soft} dir="auto">
          {who.detail}
        </p>
        <div className={styles.code}>
          {picture !== '' && (
            <img src={picture} alt={t('qr.alt', { name: who.name })} width={280} height={280} />
          )}
        </div>
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

/** The user's code and link, shown where a user without contacts would search (UI-117). */
export function OwnCode() {
  const { actions } = useClient();
  const self = useStore((state) => state.self);
  const loaded = useLoad('own', () => codeOf(actions, null, true));
  if (self === null || !loaded.value?.address) return null;
  return (
    <CodeCard
      who={{ id: self.id, name: self.realname, avatar: self.avatar, detail: self.account }}
      code={loaded.value}
    />
  );
}
