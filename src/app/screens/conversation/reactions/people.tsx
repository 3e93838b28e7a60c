import { useState } from 'react';
import type { Reactor } from '../../../../client/interface/reactions.ts';
import type { MessageId } from '../../../../domain/ids.ts';
import { personContact } from '../../../../domain/ids.ts';
import { isPictureEmoji } from '../../../../domain/picture-emoji.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Avatar } from '../../../kit/avatar.tsx';
import { Button } from '../../../kit/button.tsx';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { Row } from '../../../kit/row.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { Spinner } from '../../../kit/spinner.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { useLoad } from '../../../shared/use-load.ts';
import styles from './reactions.module.css';
import { ReactionEmoji } from './reaction-emoji.tsx';

/** Who reacted to a message, newest first (REACT-8). */
export default function ReactionPeople({
  ids,
  onClose,
}: {
  /** Of pictures that stand together each one's. */
  readonly ids: readonly MessageId[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [pages, setPages] = useState(1);
  const found = useLoad(`reactions ${ids.join()} ${pages}`, async () => {
    const rows: Reactor[] = [];
    let total = 0;
    for (const id of ids)
      for (let page = 1; page <= pages; page += 1) {
        const answer = await actions.reactionPeople(id, page);
        if (!answer.ok) return answer;
        rows.push(...answer.value.rows);
        if (page === 1) total += answer.value.total;
      }
    return { ok: true, value: { rows, total } };
  });
  return (
    <Sheet open onClose={onClose} title={t('react.people')}>
      {found.state === 'failed' && (
        <EmptyBlock
          kind="network"
          text={failureText(t, found.failure)}
          action={<Button onClick={found.reload}>{t('common.retry')}</Button>}
        />
      )}
      {found.value === null ? (
        found.state === 'loading' && (
          <div className={styles.wait}>
            <Spinner size={24} />
          </div>
        )
      ) : (
        <ul className={styles.people}>
          {found.value.rows.map((one) => (
            <li key={`${one.id} ${one.emoji}`}>
              <Person {...one} />
            </li>
          ))}
        </ul>
      )}
      {found.value !== null && found.value.rows.length < found.value.total && (
        <Button block kind="quiet" onClick={() => setPages(pages + 1)}>
          {t('react.morePeople')}
        </Button>
      )}
    </Sheet>
  );
}

function Person({ id, name, avatar, emoji }: Reactor) {
  const { t } = useTranslation();
  return (
    <Row
      icon={<Avatar id={personContact(id)} name={name} src={avatar} size={36} />}
      title={name}
      end={
        <span role="img" aria-label={isPictureEmoji(emoji) ? t('react.picture') : emoji}>
          <ReactionEmoji emoji={emoji} />
        </span>
      }
    />
  );
}
