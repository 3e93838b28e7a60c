import type { ReactNode } from 'react';
import type { Answer } from '../../client/interface/client.ts';
import { personContact, type UserId } from '../../domain/ids.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Avatar } from '../kit/avatar.tsx';
import { Button } from '../kit/button.tsx';
import { EmptyBlock } from '../kit/empty-block.tsx';
import { Row } from '../kit/row.tsx';
import { Spinner } from '../kit/spinner.tsx';
import { usePageOf } from '../kit/use-page-of.ts';
import { failureText } from './failure-text.ts';
import styles from './people-pages.module.css';
import { useFollowWord } from './use-follow.ts';
import { useLoad } from './use-load.ts';

interface Somebody {
  readonly id: UserId;
  readonly name: string;
  readonly avatar: string;
}

interface PeoplePage<T> {
  readonly rows: readonly T[];
  /** Of all pages. */
  readonly total: number;
}

/**
 * People who did something with a message, page by page: `ask` has one page, from 1. Longer, it is asked anew
 * from its beginning, so that nobody is missing or twice who came or went meanwhile.
 */
export function PeoplePages<T extends Somebody>({
  question,
  ask,
  told = '',
  calmMs,
  keyOf = ({ id }) => String(id),
  renderHeading,
  renderEnd,
}: {
  /** Names what is asked: another one begins at its first page. */
  readonly question: string;
  readonly ask: (page: number) => Answer<PeoplePage<T>>;
  /** What is known of them without asking: another word, and they are asked for again. */
  readonly told?: string;
  /** How long that word must rest before. */
  readonly calmMs?: number;
  /** Where one person may stand there more than once. */
  readonly keyOf?: (one: T) => string;
  /** What stands above, with how many there are as soon as that is known. */
  readonly renderHeading?: (total: number | null) => ReactNode;
  readonly renderEnd?: (one: T) => ReactNode;
}) {
  const { t } = useTranslation();
  const [pages, turn] = usePageOf(question);
  const { reload, ...found } = useLoad(question, async () => {
    const rows: T[] = [];
    let total = 0;
    for (let page = 1; page <= pages; page += 1) {
      const answer = await ask(page);
      if (!answer.ok) return answer;
      rows.push(...answer.value.rows);
      total = answer.value.total;
    }
    return { ok: true, value: { rows, total } };
  });
  useFollowWord(question, told, reload, calmMs);
  return (
    <>
      {renderHeading?.(found.value?.total ?? null)}
      {found.state === 'failed' && (
        <EmptyBlock
          kind="network"
          text={failureText(t, found.failure)}
          action={<Button onClick={reload}>{t('common.retry')}</Button>}
        />
      )}
      {found.value === null && found.state === 'loading' && (
        <div className={styles.wait}>
          <Spinner size={24} />
        </div>
      )}
      {found.value !== null && (
        <ul>
          {found.value.rows.map((one) => (
            <li key={keyOf(one)}>
              <Row
                icon={<Avatar id={personContact(one.id)} name={one.name} src={one.avatar} size={36} />}
                title={one.name}
                end={renderEnd?.(one)}
              />
            </li>
          ))}
        </ul>
      )}
      {found.value !== null && found.value.rows.length < found.value.total && (
        <Button
          block
          kind="quiet"
          onClick={() => {
            turn(pages + 1);
            reload();
          }}
        >
          {t('common.showMore')}
        </Button>
      )}
    </>
  );
}
