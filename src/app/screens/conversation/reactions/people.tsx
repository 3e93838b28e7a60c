import type { Reactor } from '../../../../client/interface/under-message.ts';
import type { Message } from '../../../../domain/message.ts';
import { isPictureEmoji } from '../../../../domain/links.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Sheet } from '../../../kit/sheet.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { PeoplePages } from '../../../shared/people-pages.tsx';
import styles from './reactions.module.css';
import { ReactionEmoji } from './chips.tsx';

/** Users who reacted to a message, newest first (REACT-8). */
export default function ReactionPeople({
  messages,
  onClose,
}: {
  /** Current messages; for an album, each picture's. */
  readonly messages: readonly Message[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const page = async (at: number) => {
    const rows: Reactor[] = [];
    let total = 0;
    for (const { id } of messages) {
      const answer = await actions.reactionPeople(id, at);
      if (!answer.ok) return answer;
      rows.push(...answer.value.rows);
      total += answer.value.total;
    }
    return { ok: true, value: { rows, total } } as const;
  };
  return (
    <Sheet open onClose={onClose} title={t('react.people')}>
      <div className={styles.people}>
        <PeoplePages
          question="reactions"
          ask={page}
          empty={messages.map(({ id, reactions }) => `${id} ${reactions?.at}`).join()}
          keyOf={({ id, emoji }) => `${id} ${emoji}`}
          renderEnd={({ emoji }) => (
            <span role="img" aria-label={isPictureEmoji(emoji) ? t('react.picture') : emoji}>
              <ReactionEmoji emoji={emoji} />
            </span>
          )}
        />
      </div>
    </Sheet>
  );
}
