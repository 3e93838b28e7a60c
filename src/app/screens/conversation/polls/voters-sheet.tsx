import { useState } from 'react';
import type { Voter } from '../../../../client/interface/polls.ts';
import { type MessageId, personContact } from '../../../../domain/ids.ts';
import type { Poll } from '../../../../domain/poll.ts';
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
import styles from './polls.module.css';

/** Who has chosen what in an open poll, option by option (POLL-6). */
export default function VotersSheet({
  id,
  poll,
  counts,
  onClose,
}: {
  readonly id: MessageId;
  readonly poll: Poll;
  readonly counts: readonly number[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Sheet open onClose={onClose} title={t('poll.votersTitle')}>
      <div className={styles.people}>
        {poll.options.map(
          (option, at) =>
            (counts[at] ?? 0) > 0 && <OptionVoters key={option} id={id} option={at} title={option} />,
        )}
      </div>
    </Sheet>
  );
}

function OptionVoters({
  id,
  option,
  title,
}: {
  readonly id: MessageId;
  readonly option: number;
  readonly title: string;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [pages, setPages] = useState(1);
  const found = useLoad(`voters ${id} ${option} ${pages}`, async () => {
    const rows: Voter[] = [];
    let total = 0;
    for (let page = 1; page <= pages; page += 1) {
      const answer = await actions.voters(id, option, page);
      if (!answer.ok) return answer;
      rows.push(...answer.value.rows);
      total = answer.value.total;
    }
    return { ok: true, value: { rows, total } };
  });
  return (
    <section>
      <h3 className={styles.heading}>
        <span>{title}</span>
        {found.value !== null && <span>{found.value.total}</span>}
      </h3>
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
        <ul>
          {found.value.rows.map((one) => (
            <li key={one.id}>
              <Row
                icon={<Avatar id={personContact(one.id)} name={one.name} src={one.avatar} size={36} />}
                title={one.name}
              />
            </li>
          ))}
        </ul>
      )}
      {found.value !== null && found.value.rows.length < found.value.total && (
        <Button block kind="quiet" onClick={() => setPages(pages + 1)}>
          {t('poll.moreVoters')}
        </Button>
      )}
    </section>
  );
}
