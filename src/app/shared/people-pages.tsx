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
import { blockedBy } from '../../client/state/blocked.ts';
import { useStore } from './client-context.ts';
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
  /** Count on all pages. */
  readonly total: number;
}

/**
 * Users who acted on a message, page by page: `ask` loads one page, from 1. To extend the list, it loads from
 * the start, so that changes neither omit nor repeat a user.
 */
export function PeoplePages<T extends Somebody>({
  question,
  ask,
  empty = '',
  calmMs,
  keyOf = ({ id }) => String(id),
  renderHeading,
  renderEnd,
}: {
  /** Identifies the request: another one starts at its first page. */
  readonly question: string;
  readonly ask: (page: number) => Answer<PeoplePage<T>>;
  /** The locally known value: when it changes, the list is requested again. */
  readonly empty?: string;
  /** How long that value must be unchanged before. */
  readonly calmMs?: number;
  /** Needed where a user may appear more than once. */
  readonly keyOf?: (one: T) => string;
  /** Heading with the total, once it is known. */
  readonly renderHeading?: (total: number | null) => ReactNode;
  readonly renderEnd?: (one: T) => ReactNode;
}) {
  const { t } = useTranslation();
  const [pages, turn] = usePageOf(question);
  const { reload, ...loaded } = useLoad(question, async () => {
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
  useFollowWord(question, empty, reload, calmMs);
  const blocked = useStore(blockedBy);
  const all = loaded.value?.rows ?? [];
  const rows = blocked.size === 0 ? all : all.filter(({ id }) => !blocked.has(id));
  // A user may be in several rows, such as one for each of their reactions.
  const blockedHere = new Set(all.flatMap(({ id }) => (blocked.has(id) ? [id] : [])));
  return (
    <>
      {renderHeading?.(loaded.value?.total ?? null)}
      {loaded.state === 'failed' && (
        <EmptyBlock
          kind="network"
          text={failureText(t, loaded.failure)}
          action={<Button onClick={reload}>{t('common.retry')}</Button>}
        />
      )}
      {loaded.value === null && loaded.state === 'loading' && (
        <div className={styles.wait}>
          <Spinner size={24} />
        </div>
      )}
      {loaded.value !== null && (
        <ul>
          {rows.map((one) => (
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
      {blockedHere.size > 0 && (
        <p className={styles.left}>{t('people.blocked', { count: blockedHere.size })}</p>
      )}
      {loaded.value !== null && loaded.value.rows.length < loaded.value.total && (
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
