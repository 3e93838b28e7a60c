import type { MessageId } from '../../../../domain/ids.ts';
import type { Poll, PollTally } from '../../../../domain/poll.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Sheet } from '../../../kit/sheet.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { PeoplePages } from '../../../shared/people-pages.tsx';
import { CALM_OF_SEVERAL_MS } from '../../../shared/use-follow.ts';
import styles from './polls.module.css';

/** Voters of a poll that is not anonymous, option by option (POLL-6). */
export default function VotersSheet({
  id,
  poll,
  tally,
  onClose,
}: {
  readonly id: MessageId;
  readonly poll: Poll;
  readonly tally: PollTally;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Sheet open onClose={onClose} title={t('poll.votersTitle')}>
      <div className={styles.people}>
        {poll.options.map(
          (option, at) =>
            (tally.counts[at] ?? 0) > 0 && (
              <OptionVoters key={option} id={id} option={at} title={option} empty={String(tally.at)} />
            ),
        )}
      </div>
    </Sheet>
  );
}

function OptionVoters({
  id,
  option,
  title,
  empty,
}: {
  readonly id: MessageId;
  readonly option: number;
  readonly title: string;
  readonly empty: string;
}) {
  const { actions } = useClient();
  return (
    <section>
      <PeoplePages
        question={`voters ${id} ${option}`}
        ask={(page) => actions.voters(id, option, page)}
        empty={empty}
        calmMs={CALM_OF_SEVERAL_MS}
        renderHeading={(total) => (
          <h3 className={styles.heading}>
            <span dir="auto">{title}</span>
            {total !== null && <span>{total}</span>}
          </h3>
        )}
      />
    </section>
  );
}
